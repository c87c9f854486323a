import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BlacklistEntryAttributes } from '#contract/office/customers/blacklist.ts';
import { DAY_MS } from '#core/time.ts';
import { createOrder, type OrderCreator } from '#server/orders/create/create-order.ts';
import type { OrderForm } from '#server/orders/create/check-order-form.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeBlacklistRoutes } from './office-routes.ts';

const LIST = '/api/office/v1/blacklist_entries';
const DEVICE = 'ab'.repeat(32);

let world: World;
let office: Office;
let compliance: Person;

beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, officeBlacklistRoutes(world.deps));
  compliance = await office.person('compliance', 'Olga');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const add = (kind: string, value: string, more: object = {}, person = compliance) =>
  person.send<BlacklistEntryAttributes>('POST', LIST, { kind, value, reason: 'fraud', note: 'a stolen card', ...more });
const end = (id: string) => compliance.send<BlacklistEntryAttributes>('POST', `${LIST}/${id}/end`, { note: 'was not him' });

/** The refusal of an order with these data. */
const refusalOf = async (
  change: Partial<OrderForm>,
  from: { ip?: string; device?: string; visitor?: OrderCreator['visitor'] } = {},
): Promise<string> => {
  const form = await world.form(change);
  const visitor = from.visitor ?? ({ kind: 'guest' } as const);
  const creator = {
    visitor,
    ip: from.ip ?? '198.51.100.1',
    locale: 'ru',
    ...(from.device === undefined ? {} : { device: from.device }),
  } as const;
  const made = await world.deps.db
    .tx(async (tx) => {
      const answer = await createOrder(world.deps, tx, form, creator);
      // The transaction is rolled back in any case
      return answer.ok ? await Promise.reject(new Error('made')) : answer.refusals[0];
    })
    .catch((error: Error) => error);
  return made instanceof Error ? made.message : `${made?.code} ${made?.message ?? ''}`.trim();
};
const REFUSED = 'access_denied order_refused';

test('every trace refuses its owner with one neutral response, in every notation, and no other customer', async () => {
  const account = { outcome_requisites: { account: '40817 810-0999 1000 4312' } };
  const { id: userId } = await office.person('customer', 'Known');
  const person = { role: 'customer', email: 'Known.One@example.org', hasVerifiedEmail: true, sessionId: 'none' };
  const known = { kind: 'user', userId, ...person } as const;
  for (const [kind, value, change, from] of [
    ['email', 'I.van+shop@gmail.com', { email: 'ivan@googlemail.com' }, {}],
    ['wallet', '40817810099910004312', account, {}],
    ['phone', '8 916 123-12-34', { outcome_requisites: { account: '+7 916 1231234' } }, {}],
    ['card', '2202 2000 0000 0008', { outcome_requisites: { account: '2202200000000008' } }, {}],
    ['network', '203.0.113.0/24', {}, { ip: '203.0.113.77' }],
    ['network', '2001:db8:7:9::1', {}, { ip: '2001:db8:7:9:aaaa::5' }],
    ['device', DEVICE, {}, { device: DEVICE }],
    // The account's own address counts, whichever is entered
    ['email', 'known.one@example.org', { email: 'another@example.org' }, { visitor: known }],
  ] as const) {
    expect(await refusalOf(change, from), kind).toBe('made');
    const added = await add(kind, value);
    expect(added.status, kind).toBe(201);
    expect(await refusalOf(change, from), kind).toBe(REFUSED);
    expect(await refusalOf({}), `${kind} of others`).toBe('made');
    expect((await end(added.one.id)).status).toBe(200);
    expect(await refusalOf(change, from), kind).toBe('made');
  }
});

test('an entry is active until its end; a value has one entry; of two simultaneous ends one succeeds', async () => {
  const endsAt = new Date(world.deps.clock.now() + DAY_MS).toISOString();
  const email = 'for.a.day@example.org';
  const { one } = await add('email', email, { ends_at: endsAt });
  expect(one.attributes).toMatchObject({ is_active: true, made_by: 'Olga', masked: email, ends_at: endsAt });
  expect((await add('email', email.toUpperCase())).error.code).toBe('order_state_conflict');
  expect(await refusalOf({ email })).toBe(REFUSED);
  await world.pass(DAY_MS);
  expect(await refusalOf({ email })).toBe('made');
  const again = await add('email', email);
  expect(again.status).toBe(201);
  const ended = await Promise.all([end(again.one.id), end(again.one.id)]);
  expect(ended.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const audited = await world.deps.db.many(
    as<{ action: string }>(),
    sql`select action from audit_log where subject_id = ${again.one.id} order by at`,
  );
  expect(audited.map(({ action }) => action)).toEqual(['blacklist.add', 'blacklist.end']);
});

test('a value is found by pasting it, shown masked, stored encrypted; roles are checked; invalid values are refused', async () => {
  const card = '2202200000000016';
  await add('card', card);
  const support = await office.person('support');
  const found = await support.send<BlacklistEntryAttributes>('GET', `${LIST}?q=${encodeURIComponent('2202 2000 0000 0016')}`);
  expect(found.rows.map(({ attributes }) => attributes.masked)).toEqual(['220220•••0016']);
  expect(found.raw.toString()).not.toContain(card);
  const rows = await world.deps.db.many(as<object>(), sql`select * from blacklist_entries`);
  expect(JSON.stringify(rows)).not.toContain(card);
  expect((await add('email', 'x@example.org', {}, support)).error.code).toBe('access_denied');
  for (const [kind, value] of [
    ['network', '10.0.0.0/8'],
    ['network', '300.1.1.1'],
    ['email', 'nobody'],
    ['email', '@example.org'],
    ['phone', '12'],
    ['phone', '916 123'],
    ['card', '1234'],
    ['card', '2202 2000 0000'],
    ['wallet', 'abc'],
    ['wallet', '0xAe1333'],
    ['wallet', 'bc1qwztguyywgk9295q7gek2yqtzv506'],
    ['document', '12'],
    ['device', 'x'],
  ] as const) {
    const refused = await add(kind, value);
    const { code, source, detail } = refused.error;
    expect([refused.status, code, source], `${kind} ${value}`).toEqual([422, 'invalid_format', { pointer: '/data/attributes/value' }]);
    expect(detail, `${kind} ${value}`).not.toBe(kind === 'network' ? '' : 'Проверьте формат значения.');
  }
  expect((await add('email', 'y@example.org', { note: ' ' })).error.code).toBe('required');
});

test('a listed e-mail is refused before an unusable quote, in the order of admission', async () => {
  const email = 'first.reason@example.org';
  const unusable = { email, rate_calculation_id: 'unusable' };
  expect(await refusalOf(unusable)).toBe('rate_changed');
  const entry = await add('email', email);
  expect(await refusalOf(unusable)).toBe(REFUSED);
  await end(entry.one.id);
});
