import { col, rowType, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#core/time.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { createManualReceiving } from '#server/pool/give-requisite.ts';
import type { ReceiveAnswer } from '#server/adapters/rails/port.ts';
import { addToPool } from '#tests/make/pool.ts';
import { createWorld, type World } from '#tests/make/world.ts';

let world: World;
let system: PaymentSystem;
beforeAll(async () => {
  world = await createWorld();
  const known = world.deps.catalogue.paymentSystem('SBERRUB');
  if (!known) throw new Error('the world has no SBERRUB');
  system = known;
});
afterAll(async () => {
  await world.close();
});

const emptyPool = async () => await world.database.adminDb.run(sql`truncate pool_reservations, pool_waits, pool_requisites, bank_lines`);
const receiving = () => createManualReceiving(world.deps);
const requestRequisite = async (orderId: string, amount = 500_000n): Promise<ReceiveAnswer> =>
  await receiving().receive({ orderId, paymentSystem: system, amount, payerRequisites: {}, locale: 'ru', successUrl: '', failureUrl: '' });
const requestMany = async (count: number, amount?: (n: number) => bigint) =>
  await Promise.all(Array.from({ length: count }, async (_, n) => await requestRequisite(`order-${n}`, amount?.(n))));
const offersOf = (answers: readonly ReceiveAnswer[]) => answers.flatMap((answer) => (answer.outcome === 'offered' ? [answer.offer] : []));

test('of a hundred concurrent orders seven get the seven cards, the others the time when the next is free (R69)', async () => {
  await emptyPool();
  for (let n = 0; n < 7; n += 1) await addToPool(world.deps, system, { values: { account: `40817810${n}` }, dailyAmount: 500_000n });
  const answers = await requestMany(100);
  const offers = offersOf(answers);
  expect(new Set(offers.map(({ fields }) => fields[0]?.value)).size).toBe(7);
  expect(offers).toHaveLength(7);
  const soonest = world.deps.clock.now() + 20 * MINUTE_MS;
  for (const answer of answers)
    if (answer.outcome !== 'offered') expect(answer).toEqual({ outcome: 'later', reason: 'pool_busy', expectedAt: soonest });
});

test('a hundred orders of one amount on three shared cards get a hundred amounts, none beyond its limits (R69)', async () => {
  await emptyPool();
  const limits = { sharing: 'unique_amount', dailyAmount: 20_050_000n, dailyCount: 50 } as const;
  for (let n = 0; n < 3; n += 1) await addToPool(world.deps, system, { values: { account: `40817820${n}` }, ...limits });
  const offers = offersOf(await requestMany(100));
  expect(offers).toHaveLength(100);
  const places = offers.map(({ fields, amount }) => `${fields[0]?.value} ${amount}`);
  expect(new Set(places).size).toBe(100);
  const Sum = rowType({ total: col.text, count: col.number });
  const sums = await world.deps.db.many(
    Sum,
    sql`select sum(amount)::text as total, count(*)::int as count from pool_reservations group by requisite_id`,
  );
  for (const { total, count } of sums) {
    expect(BigInt(total)).toBeLessThanOrEqual(limits.dailyAmount);
    expect(count).toBeLessThanOrEqual(limits.dailyCount);
  }
});

test('no order gets a frozen requisite, one that its amount does not fit, or one of an empty pool', async () => {
  await emptyPool();
  expect(await requestRequisite('none')).toEqual({ outcome: 'unavailable', reason: 'pool_empty' });
  const frozen = await addToPool(world.deps, system, { values: { account: '40817830' } });
  await addToPool(world.deps, system, { values: { account: '40817831' }, maxAmount: 1_000n });
  await world.deps.db.run(sql`update pool_requisites set state = 'frozen' where id = ${frozen}`);
  expect(await requestRequisite('big')).toEqual({ outcome: 'unavailable', reason: 'pool_amount' });
  expect(offersOf([await requestRequisite('small', 1_000n)]).map(({ fields }) => fields[0]?.value)).toEqual(['40817831']);
});

test('a repeated request gets the same requisite, unless it was frozen before it was shown', async () => {
  await emptyPool();
  const id = await addToPool(world.deps, system, { values: { account: '40817840' } });
  const first = await requestRequisite('again');
  expect(await requestRequisite('again')).toEqual(first);
  await world.deps.db.run(sql`update pool_requisites set state = 'frozen' where id = ${id}`);
  expect(await requestRequisite('again')).toEqual({ outcome: 'unavailable', reason: 'pool_frozen' });
});
