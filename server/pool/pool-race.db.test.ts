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

const empty = async () => await world.database.adminDb.run(sql`truncate pool_reservations, pool_waits, pool_requisites, bank_lines`);
const people = () => createManualReceiving(world.deps);
const ask = async (orderId: string, amount = 500_000n): Promise<ReceiveAnswer> =>
  await people().receive({ orderId, paymentSystem: system, amount, payerRequisites: {}, locale: 'ru', successUrl: '', failureUrl: '' });
const askMany = async (count: number, amount?: (n: number) => bigint) =>
  await Promise.all(Array.from({ length: count }, async (_, n) => await ask(`order-${n}`, amount?.(n))));
const given = (answers: readonly ReceiveAnswer[]) => answers.flatMap((answer) => (answer.outcome === 'offered' ? [answer.offer] : []));

test('of a hundred orders at once seven get the seven cards, and the others are told when the next is free (R69)', async () => {
  await empty();
  for (let n = 0; n < 7; n += 1) await addToPool(world.deps, system, { values: { account: `40817810${n}` }, dailyAmount: 500_000n });
  const answers = await askMany(100);
  const offers = given(answers);
  expect(new Set(offers.map(({ fields }) => fields[0]?.value)).size).toBe(7);
  expect(offers).toHaveLength(7);
  const soonest = world.deps.clock.now() + 20 * MINUTE_MS;
  for (const answer of answers)
    if (answer.outcome !== 'offered') expect(answer).toEqual({ outcome: 'later', reason: 'pool_busy', expectedAt: soonest });
});

test('a hundred orders of one amount on three shared cards are asked for a hundred amounts, none beyond its limits (R69)', async () => {
  await empty();
  const limits = { sharing: 'unique_amount', dailyAmount: 20_050_000n, dailyCount: 50 } as const;
  for (let n = 0; n < 3; n += 1) await addToPool(world.deps, system, { values: { account: `40817820${n}` }, ...limits });
  const offers = given(await askMany(100));
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

test('no order is given what is frozen, what its amount does not fit, or what is not there', async () => {
  await empty();
  expect(await ask('none')).toEqual({ outcome: 'unavailable', reason: 'pool_empty' });
  const frozen = await addToPool(world.deps, system, { values: { account: '40817830' } });
  await addToPool(world.deps, system, { values: { account: '40817831' }, maxAmount: 1_000n });
  await world.deps.db.run(sql`update pool_requisites set state = 'frozen' where id = ${frozen}`);
  expect(await ask('big')).toEqual({ outcome: 'unavailable', reason: 'pool_amount' });
  expect(given([await ask('small', 1_000n)]).map(({ fields }) => fields[0]?.value)).toEqual(['40817831']);
});

test('the same order gets the same requisite again, not after it was frozen before anybody has seen it', async () => {
  await empty();
  const id = await addToPool(world.deps, system, { values: { account: '40817840' } });
  const first = await ask('again');
  expect(await ask('again')).toEqual(first);
  await world.deps.db.run(sql`update pool_requisites set state = 'frozen' where id = ${id}`);
  expect(await ask('again')).toEqual({ outcome: 'unavailable', reason: 'pool_frozen' });
});
