import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '#contract/document.ts';
import type { OrderAttributes } from '#contract/public/order-attributes.ts';
import type { UserWalletAttributes } from '#contract/account/user-wallets.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import type { OrderForm } from '#server/orders/create/check-order-form.ts';
import { orderRoutes } from '#server/orders/customer/routes.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { userWalletRoutes } from './routes.ts';

let world: World;
let office: Office;
let anna: Person;
let boris: Person;
beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, [...userWalletRoutes(world.deps), ...orderRoutes(world.deps)]);
  anna = await office.person('customer', 'anna');
  boris = await office.person('customer', 'boris');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const OWN = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const MADE = 'TJRqWq7Xn2bLkc4zzzzzzPJC18kjpRTv8';

const send = async (person: Person, change: Partial<OrderForm>) =>
  await person.send<OrderAttributes>(
    'POST',
    '/api/v1/orders',
    await world.form({ payment_system_from_id: 'SBERRUB', payment_system_to_id: 'USDTTRC20', ...change }),
  );
const walletsOf = async (person: Person) => (await person.send<UserWalletAttributes>('GET', '/api/v1/user_wallets')).rows;
const destinationOf = async (person: Person, id: string) =>
  (await person.send<OrderAttributes>('GET', `/api/v1/orders/${id}`)).one.attributes.destination.map(({ value }) => value);

describe('saved requisites', () => {
  it('are saved only with consent, once, sealed, and shown masked to their owner', async () => {
    expect((await send(anna, { outcome_requisites: { address: OWN } })).status).toBe(201);
    expect(await walletsOf(anna)).toEqual([]);
    for (let times = 0; times < 2; times += 1)
      expect(
        (
          await send(anna, {
            outcome_requisites: { address: OWN },
            income_requisites: { account: '40817810099910004312' },
            save_requisites: true,
          })
        ).status,
      ).toBe(201);
    const stored = await walletsOf(anna);
    expect(stored.map(({ attributes: { side, payment_system_id: code, label } }) => [side, code, label])).toEqual(
      expect.arrayContaining([
        ['income', 'SBERRUB', null],
        ['outcome', 'USDTTRC20', null],
      ]),
    );
    expect(stored).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toMatch(/TJRabPrw|40817810099910004312/);
    const rows = await world.database.adminDb.many(as<object>(), sql`select * from user_wallets`);
    expect(JSON.stringify(rows)).not.toContain(OWN);
    expect((await send(office.guest, { save_requisites: true, outcome_requisites: { address: 'a-guests-address' } })).status).toBe(201);
    expect(await walletsOf(boris)).toEqual([]);
    expect((await office.guest.send('GET', '/api/v1/user_wallets')).status).toBe(401);
  });

  it('are used in an order by id, and only by their owner', async () => {
    const [outcome] = (await walletsOf(anna)).filter(({ attributes }) => attributes.side === 'outcome');
    const id = outcome?.id ?? '';
    const made = await send(anna, { outcome_requisites: {}, outcome_wallet_id: id, email: '' });
    expect(made.status).toBe(201);
    expect(await destinationOf(anna, made.one.id)).toEqual([OWN]);
    for (const foreign of [id, '00000000-0000-4000-8000-000000000000', "' or 1=1"])
      expect((await send(boris, { outcome_requisites: {}, outcome_wallet_id: foreign })).error).toMatchObject({ code: 'not_found' });
    expect((await send(anna, { income_wallet_id: id })).error).toMatchObject({ code: 'not_found' });
    expect((await boris.send('PUT', `/api/v1/user_wallets/${id}`, { label: 'mine' })).status).toBe(404);
    expect((await boris.send('DELETE', `/api/v1/user_wallets/${id}/`)).status).toBe(404);
    expect(
      (await anna.send<UserWalletAttributes>('PUT', `/api/v1/user_wallets/${id}`, { label: '  My \t cold wallet ' })).one.attributes.label,
    ).toBe('My cold wallet');
  });

  it('are used as the paying wallet where the form asks for one (spec 3), only by their owner', async () => {
    const [income] = (await walletsOf(anna)).filter(({ attributes }) => attributes.side === 'income');
    const along = '?include[]=income_wallet';
    const made = await send(anna, { income_requisites: { account: '40817810099910004312' } });
    const requestAs = async (person: Person, path: string, id = made.one.id) => {
      const { raw } = await person.send('GET', path);
      const { data, included = [] } = JSON.parse(raw.toString()) as { data: Resource | Resource[]; included?: Resource[] };
      return { wallet: [data].flat().find((order) => order.id === id)?.relationships?.['income_wallet'], included };
    };
    expect(await requestAs(anna, `/api/v1/orders/${made.one.id}${along}`)).toEqual({
      wallet: { data: { type: 'user_wallets', id: income?.id } },
      included: [income],
    });
    expect(await requestAs(anna, `/api/v1/orders${along}`)).toMatchObject({ wallet: { data: { id: income?.id } }, included: [income] });
    // Not saved: shown as none
    const other = await send(anna, { income_requisites: { account: '40817810099910004313' } });
    expect(await requestAs(anna, `/api/v1/orders/${other.one.id}${along}`, other.one.id)).toEqual({ wallet: { data: null }, included: [] });
    expect((await requestAs(anna, `/api/v1/orders/${made.one.id}`)).wallet).toBeUndefined();
    const byLink: Person = {
      ...office.guest,
      send: (method, url) => office.guest.send(method, url, undefined, { 'order-token': orderTokenOf(world.deps, made.one.id) }),
    };
    expect(await requestAs(byLink, `/api/v1/orders/${made.one.id}${along}`)).toEqual({ wallet: { data: null }, included: [] });
  });

  it('are deleted on request; orders keep their copy', async () => {
    for (const { id } of await walletsOf(anna)) expect((await anna.send('DELETE', `/api/v1/user_wallets/${id}/`)).status).toBe(204);
    expect(await walletsOf(anna)).toEqual([]);
  });
});

describe('a destination that resembles another of the customer (R56)', () => {
  it('needs confirmation that shows both; known or saved destinations do not', async () => {
    const refused = await send(anna, { outcome_requisites: { address: MADE } });
    expect(refused.status).toBe(409);
    expect(refused.error).toMatchObject({
      code: 'lookalike',
      meta: { typed: MADE, known: OWN },
      source: { pointer: '/data/attributes/outcome_requisites/address' },
    });
    expect(refused.error.detail).toContain(OWN);
    expect(refused.error.detail).toContain(MADE);
    expect((await send(anna, { outcome_requisites: { address: OWN } })).status).toBe(201);
    expect((await send(anna, { outcome_requisites: { address: MADE }, confirm_lookalike: true })).status).toBe(201);
    expect((await send(anna, { outcome_requisites: { address: MADE } })).status).toBe(201);
  });

  it('is compared with the customer’s own destinations only', async () => {
    expect((await send(boris, { outcome_requisites: { address: MADE } })).status).toBe(201);
    expect((await send(office.guest, { outcome_requisites: { address: OWN } })).status).toBe(201);
  });
});

describe('a repeated order', () => {
  it('copies requisites and email of an own order, at the current price; other customers’ orders are not found', async () => {
    const first = await send(boris, { outcome_requisites: { address: 'boris-address-1' } });
    const again = await send(boris, { repeat_of: first.one.id, outcome_requisites: {}, income_requisites: {}, email: '' });
    expect(again.status).toBe(201);
    expect(await destinationOf(boris, again.one.id)).toEqual(['boris-address-1']);
    const foreign = await send(anna, { repeat_of: first.one.id, outcome_requisites: {} });
    const unknown = await send(anna, { repeat_of: 'nosuchorder', outcome_requisites: {} });
    expect([foreign.status, foreign.error.code]).toEqual([404, 'not_found']);
    expect([unknown.status, unknown.error.code]).toEqual([404, 'not_found']);
    const other = await send(boris, {
      repeat_of: first.one.id,
      payment_system_from_id: 'USDTTRC20',
      payment_system_to_id: 'SBERRUB',
      outcome_requisites: {},
      income_requisites: {},
    });
    expect(other.error).toMatchObject({ code: 'required' });
  });
});

describe('own orders', () => {
  it('are filtered by state, system, day and text, and are only the customer’s own', async () => {
    const clara = await office.person('customer', 'clara');
    const { id } = (await send(clara, { outcome_requisites: { address: 'TClaraAddress000000000000000008421' } })).one;
    const list = async (query: string, person = clara) =>
      (await person.send<OrderAttributes>('GET', `/api/v1/orders?${query}`)).rows.map((row) => row.id);
    const day = new Date(world.deps.clock.now() + 3 * 3_600_000).toISOString().slice(0, 10);
    for (const query of [
      '',
      'status_group=waiting',
      'filter[status_group]=waiting',
      'payment_system_id=SBERRUB',
      `created_from=${day}&created_to=${day}`,
      'q=8421',
      'q=9000',
      `q=${id.slice(0, 6)}`,
    ])
      expect(await list(query), query).toEqual([id]);
    for (const query of [
      'status_group=done',
      'payment_system_id=SBPRUB',
      `created_from=2099-01-01`,
      'created_to=2001-01-01',
      'q=nothing-like-it',
      'q=%25%25%25',
      `q=clara`,
    ])
      expect(await list(query), query).toEqual([]);
    expect(await list(`q=${id}`, anna)).toEqual([]);
    expect((await clara.send('GET', '/api/v1/orders?created_from=yesterday')).status).toBe(400);
  });
});
