import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CountryAttributes } from '#contract/public/countries.ts';
import type { ChangeAttributes, ChangeItemDocument } from '#contract/office/catalogue/changes.ts';
import { createCountryLookup } from '#server/adapters/countries/index.ts';
import { officeChangeRoutes } from '#server/changes/office-routes.ts';
import { createOrder } from '#server/orders/create/create-order.ts';
import { stripUntrustedHeader } from '#server/platform/http/trusted-header.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { countryFiles, countryRoutes } from './routes.ts';
import { type LoadedCountries, loadCountries } from './countries.ts';
import { officeCountryRoutes } from './office-routes.ts';

const RULES = '/api/office/v1/country_rules';
const PAIR = 'income_payment_system_id=USDTTRC20&outcome_payment_system_id=SBERRUB';

let world: World;
let office: Office;
let treasurer: Person;
let countries: LoadedCountries;
/** The rate files next to the API, behind a proxy at 127.0.0.1 that names countries in a header. */
const site = Fastify({ trustProxy: '127.0.0.1' });

beforeAll(async () => {
  world = await createWorld();
  countries = loadCountries({ ...world.deps, lookup: createCountryLookup(undefined), countryHeader: 'X-Country' });
  const deps = { ...world.deps, countries };
  office = await createOffice(world, [...countryRoutes(deps), ...officeCountryRoutes(deps), ...officeChangeRoutes(deps)]);
  treasurer = await office.person('treasurer');
  stripUntrustedHeader('X-Country')(site);
  await site.register(countryFiles(deps));
});
afterAll(async () => {
  await site.close();
  await office.close();
  await world.close();
});

async function change(...items: readonly ChangeItemDocument[]): Promise<ChangeAttributes['state']> {
  const made = await treasurer.send<ChangeAttributes>('POST', '/api/office/v1/changes', { items, note: 'the law', apply_at: null });
  await countries.refresh();
  return made.one.attributes.state;
}

const ruleOf = (country: string, before: readonly string[] | null, after: readonly string[] | null): ChangeItemDocument => ({
  entity: 'country_rule',
  key: country,
  before: before && { country, currencies: before },
  after: after && { country, currencies: after },
});

/** The response to a guest's order from a country. */
async function order(country: string | undefined) {
  const form = await world.form();
  const refused = new Error('refused');
  let response: unknown = 'taken';
  await world.deps.db
    .tx(async (tx) => {
      const creator = { visitor: { kind: 'guest' }, ip: '10.0.0.1', locale: 'ru', header: () => country } as const;
      const made = await createOrder({ ...world.deps, countries }, tx, form, creator);
      if (made.ok) return;
      response = made.refusals.map(({ code, message, field }) => [code, message, field]);
      throw refused;
    })
    .catch((error: unknown) => {
      if (error !== refused) throw error;
    });
  return response;
}

test('an address is in its country, a private one in none, in every notation', async () => {
  const at = (ip: string) => countries.countryOf({ ip });
  const places = ['8.8.8.8', '::ffff:8.8.8.8', '77.88.8.8', '2a02:6b8::feed:ff'];
  expect(await Promise.all(places.map(at))).toEqual(['US', 'US', 'RU', 'RU']);
  const nowhere = ['127.0.0.1', '10.1.2.3', '192.168.0.9', '::1', 'fd00::1', '::ffff:10.0.0.1', 'nonsense', ''];
  expect(await Promise.all(nowhere.map(at))).toEqual(nowhere.map(() => null));
});

test('the country header counts only from a trusted proxy, and only with a country', async () => {
  const ask = async (remoteAddress: string, headers: Readonly<Record<string, string>>): Promise<unknown> => {
    const answer = await site.inject({ url: '/geo/country', remoteAddress, headers });
    expect(answer.headers['cache-control']).toBe('private, no-store');
    return answer.json();
  };
  expect(await ask('127.0.0.1', { 'x-forwarded-for': '8.8.8.8', 'x-country': 'de' })).toEqual({ country: 'DE' });
  expect(await ask('127.0.0.1', { 'x-forwarded-for': '8.8.8.8', 'x-country': 'T1' })).toEqual({ country: 'US' });
  expect(await ask('77.88.8.8', { 'x-forwarded-for': '8.8.8.8', 'x-country': 'DE' })).toEqual({ country: 'RU' });
});

test('what is closed to a country is refused to its visitors, shown before, and reopened by two persons', async () => {
  expect(await order('DE')).toBe('taken');
  const before = await site.inject('/uploads/cs.json');
  expect(before.json()).toEqual({ version: 1, excluded: { global: [], by_country: {} } });
  expect(await change(ruleOf('DE', null, ['RUB', 'RUB']))).toBe('applied');
  const sides = { RUB: 'payment_system_to_id' };
  expect(await order('DE')).toEqual([['country_not_allowed', 'currency_not_in_country', sides.RUB]]);
  expect([await order('FR'), await order(undefined)]).toEqual(['taken', 'taken']);

  const etag = String(before.headers['etag']);
  const after = await site.inject({ url: '/uploads/cs.json', headers: { 'if-none-match': etag } });
  expect(after.json()).toEqual({ version: 2, excluded: { global: [], by_country: { DE: ['RUB'] } } });
  const known = await site.inject({ url: '/uploads/cs.json', headers: { 'if-none-match': String(after.headers['etag']) } });
  expect([known.statusCode, known.body]).toEqual([304, '']);

  const listed = await office.guest.send<CountryAttributes>('GET', `/api/v1/countries?${PAIR}`);
  const closed = listed.rows.filter(({ attributes }) => !attributes.allowed);
  expect(closed.map(({ id, attributes }) => [id, attributes])).toEqual([
    ['DE', { name: 'Germany', allowed: false, reason: 'currency_excluded', excluded_currency_iso_codes: ['RUB'] }],
  ]);
  expect((await office.guest.send('GET', `/api/v1/countries?${PAIR}&code=DE`)).rows).toHaveLength(1);
  expect(
    (await office.guest.send('GET', '/api/v1/countries?income_payment_system_id=NO&outcome_payment_system_id=SBERRUB')).error.code,
  ).toBe('direction_unavailable');

  expect(await change(ruleOf('all', null, ['USDT']))).toBe('applied');
  expect(await order(undefined)).toEqual([['country_not_allowed', 'currency_not_exchanged', 'payment_system_from_id']]);
  const rules = await treasurer.send<{ readonly currencies: readonly string[] }>('GET', RULES);
  expect(rules.rows.map(({ id, attributes }) => [id, attributes.currencies])).toEqual([
    ['all', ['USDT']],
    ['DE', ['RUB']],
  ]);
  // The owner and the treasurer are two persons
  await office.person('owner');
  expect(await change(ruleOf('all', ['USDT'], null))).toBe('waiting');
  expect(await order(undefined)).not.toBe('taken');
});

test('unknown countries and currencies are refused at their field; without the right nothing is readable', async () => {
  const wrong = await treasurer.send('POST', '/api/office/v1/changes', { items: [ruleOf('ZZ', null, ['rub'])], note: 'x', apply_at: null });
  expect(wrong.status).toBe(422);
  const verifier = await office.person('verifier');
  expect((await verifier.send('GET', RULES)).status).toBe(403);
  expect((await office.guest.send('GET', RULES)).status).toBe(401);
});
