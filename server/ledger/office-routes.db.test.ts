import { as } from '#tests/make/rows.ts';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReserveAttributes, ReservePostingAttributes } from '#contract/office/money/ledger.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeLedgerRoutes } from './office-routes.ts';

const POSTINGS = '/api/office/v1/reserve_postings';

let world: World;
let office: Office;
let treasurer: Person;

beforeAll(async () => {
  world = await createWorld({ reserve: 1_000_000n });
  office = await createOffice(world, officeLedgerRoutes(world.deps));
  treasurer = await office.person('treasurer');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

async function reserveOf(code: string): Promise<ReserveAttributes> {
  const { rows } = await treasurer.send<ReserveAttributes>('GET', '/api/office/v1/reserves');
  const row = rows.find(({ id }) => id === code);
  if (!row) throw new Error(`no reserve ${code}`);
  return row.attributes;
}
const post = (attributes: object, headers = {}) =>
  treasurer.send<ReservePostingAttributes>(
    'POST',
    POSTINGS,
    { payment_system_id: 'SBERRUB', reason: 'counted the till', ...attributes },
    headers,
  );

test('a reserve shows treasury, held and in-transit amounts through the life of an order', async () => {
  expect(await reserveOf('SBERRUB')).toMatchObject({
    treasury: '10000',
    in_transit: '0',
    held: '0',
    available: '10000',
    currency_iso_code: 'RUB',
  });
  const order = await world.order();
  const promised = Number(order.outcomeAmount) / 100;
  expect(await reserveOf('SBERRUB')).toMatchObject({ treasury: '10000', held: String(promised), available: String(10_000 - promised) });
  world.rail.script.push({ outcome: 'accepted', externalId: null, txHash: null, confirmations: 0, requiredConfirmations: 1 });
  await world.deposit(order);
  await world.drain();
  expect(await reserveOf('SBERRUB')).toMatchObject({
    treasury: '10000',
    in_transit: String(promised),
    held: '0',
    available: String(10_000 - promised),
  });
});

test('a deposit, a withdrawal and a correction are listed with their reason and audited', async () => {
  const before = Number((await reserveOf('SBERRUB')).treasury);
  const posted = await post({ kind: 'deposit', amount: '1 500,50' });
  expect(posted.status).toBe(201);
  expect(posted.one.attributes).toMatchObject({ kind: 'deposit', amount: '1500.5', reason: 'counted the till' });
  expect((await post({ kind: 'withdrawal', amount: '500.50' })).status).toBe(201);
  expect((await post({ kind: 'correction', amount: '\u2212100' })).one.attributes.amount).toBe('-100');
  expect(Number((await reserveOf('SBERRUB')).treasury)).toBe(before + 900);
  const list = await treasurer.send('GET', `${POSTINGS}?per=2`);
  expect(list.rows.map((row) => row.attributes)).toMatchObject([
    { kind: 'correction', amount: '-100', actor: 'treasurer', reason: 'counted the till' },
    { kind: 'withdrawal', amount: '500.5' },
  ]);
  const audit = await world.deps.db.many(
    as<{ action: string; actor_id: string }>(),
    sql`select action, actor_id from audit_log where subject_type = 'reserve' order by at`,
  );
  expect(audit.map((row) => row.action)).toEqual(['reserve_deposit', 'reserve_withdrawal', 'reserve_correction']);
  expect(audit.every((row) => row.actor_id === treasurer.id)).toBe(true);
  expect(await world.audit()).toEqual([]);
});

test('withdrawing more than is free and invalid amounts are refused', async () => {
  const before = await reserveOf('SBERRUB');
  const refused = await post({ kind: 'withdrawal', amount: '1000000' });
  expect(refused.error).toMatchObject({ code: 'has_no_reserves', source: { pointer: '/data/attributes/amount' } });
  for (const amount of ['1e3', '-5', '+5', '0', '0x10', 'NaN', '1.001', '', '١٢', '--5']) {
    const answer = await post({ kind: 'deposit', amount });
    expect({ amount, status: answer.status, pointer: answer.error.source?.pointer }).toEqual({
      amount,
      status: 422,
      pointer: '/data/attributes/amount',
    });
  }
  expect((await post({ kind: 'correction', amount: '--5' })).status).toBe(422);
  expect((await post({ kind: 'deposit', amount: '5', reason: '   ' })).error).toMatchObject({
    code: 'required',
    source: { pointer: '/data/attributes/reason' },
  });
  expect((await post({ kind: 'gift', amount: '5' })).status).toBe(422);
  expect((await treasurer.send('POST', POSTINGS, { payment_system_id: 'NOTHING', kind: 'deposit', amount: '5', reason: 'x' })).status).toBe(
    404,
  );
  expect(await reserveOf('SBERRUB')).toEqual(before);
});

test('a repeated request makes one posting', async () => {
  const before = Number((await reserveOf('SBERRUB')).treasury);
  const press = () => post({ kind: 'deposit', amount: '7' }, { 'idempotency-key': 'one-press' });
  const answers = await Promise.all(Array.from({ length: 10 }, press));
  expect(answers.some((answer) => answer.status === 201)).toBe(true);
  expect(Number((await reserveOf('SBERRUB')).treasury)).toBe(before + 7);
});

test('where a second operator exists, the limit cannot be bypassed in parts, even concurrently', async () => {
  const second = await office.person('treasurer', 'second');
  await office.person('owner', 'owner');
  const part = { payment_system_id: 'SBERRUB', kind: 'deposit', amount: '2000', reason: 'till' };
  const parts = await Promise.all(
    Array.from({ length: 10 }, async () => await second.send<ReservePostingAttributes>('POST', POSTINGS, part)),
  );
  const states = parts.map((answer) => (answer.status === 201 ? answer.one.attributes.state : answer.error.code));
  expect(states.filter((state) => state === 'posted')).toHaveLength(2);
  expect(states.filter((state) => state === 'proposed')).toHaveLength(1);
  expect(states.filter((state) => state === 'approval_conflict')).toHaveLength(7);
});

test('a cashier can read reserves but not post', async () => {
  const cashier = await office.person('cashier');
  expect((await cashier.send('GET', '/api/office/v1/reserves')).status).toBe(200);
  const refused = await cashier.send('POST', POSTINGS, { payment_system_id: 'SBERRUB', kind: 'deposit', amount: '5', reason: 'x' });
  expect(refused.status).toBe(403);
  expect((await (await office.person('support')).send('GET', '/api/office/v1/reserves')).status).toBe(403);
});

test('the available amount excludes customers’ funds that wait to be exchanged', async () => {
  const apart = await createWorld({ reserve: 1_000_000n });
  const desk = await createOffice(apart, officeLedgerRoutes(apart.deps));
  try {
    const reader = await desk.person('cashier');
    const order = await apart.order();
    // An underpaid amount is held by us and belongs to the customer until the customer's choice
    await apart.deposit(order, { amount: order.incomeAmount / 2n });
    const { rows } = await reader.send<ReserveAttributes>('GET', '/api/office/v1/reserves');
    const minor = (text: string) => Math.round(Number(text) * 1e8);
    const sums = rows.map(({ id, attributes }) => {
      const { available, in_transit: transit, unearned, held, buffer } = attributes;
      return [id, [available, transit, unearned, held, buffer].reduce((all, one) => all + minor(one), 0)];
    });
    expect(sums).toEqual(rows.map(({ id, attributes }) => [id, minor(attributes.treasury)]));
    expect(rows.filter(({ attributes: { unearned } }) => unearned !== '0').map(({ id }) => id)).toEqual([order.incomeCode]);
  } finally {
    await desk.close();
    await apart.close();
  }
});
