import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PayOutRequest, Rail } from '#server/adapters/rails/port.ts';
import { sql } from '#server/platform/db/db.ts';
import { payOutRequest } from '#tests/make/evm-world.ts';
import { hasLitecoind } from '#tests/make/litecoind.ts';
import { type RecordedEvents, recordRailEvents } from '#tests/make/rail-suite.ts';
import { as } from '#tests/make/rows.ts';
import { createUtxoWorld, LTC_CONFIRMATIONS, newLitecoinAddress, type UtxoWorld } from '#tests/make/utxo-world.ts';
import { STUCK_AFTER_BLOCKS } from './sign-payout.ts';

let world: UtxoWorld;
let rail: Rail;
let recorded: RecordedEvents;

const COIN = 10_000_000n;
const LOW = 2n;
const request = (amount: bigint) => payOutRequest(world.ltc, amount, newLitecoinAddress());
const poll = (from = rail) => from.poll(recorded.events);

const versionsOf = (orders: readonly PayOutRequest[]) =>
  world.db.many(
    as<{ txid: string; fee: string }>(),
    sql`select distinct t.txid, t.fee, t.version from utxo.transactions t join utxo.payouts p on p.txid = t.root
      where p.reference = any(${orders.map(({ reference }) => reference)}::text[]) order by t.version`,
  );

/** Payouts that wait for the change of another one. */
async function waitingPayouts(amounts: readonly bigint[]): Promise<readonly PayOutRequest[]> {
  expect((await rail.payOut(request(100_000n))).outcome).toBe('accepted');
  const orders = amounts.map(request);
  for (const order of orders) expect(await rail.payOut(order)).toEqual({ outcome: 'unknown', reason: 'waiting_for_coins' });
  await world.chain.mine(LTC_CONFIRMATIONS);
  return orders;
}

/** Ends the payouts, and compares the books with the chain. */
async function expectPaidOnce(orders: readonly PayOutRequest[], before: bigint): Promise<bigint> {
  await world.chain.mine(LTC_CONFIRMATIONS);
  for (let round = 0; round < 3; round += 1) await poll();
  let [paid, fees] = [0n, 0n];
  for (const order of orders) {
    const ends = recorded.payouts.filter(({ reference, answer }) => reference === order.reference && answer.outcome === 'executed');
    expect(ends).toHaveLength(1);
    const answer = ends[0]?.answer;
    if (answer?.outcome === 'executed') fees += answer.networkFee?.amount ?? 0n;
    expect(await world.chain.balance(order.destination['wallet'] ?? '')).toBe(order.amount);
    paid += order.amount;
  }
  expect(before - (await world.chain.balance(world.payer))).toBe(paid + fees);
  const statement = await rail.statement(0);
  const references = statement.outcome === 'listed' ? statement.lines.map(({ reference }) => reference) : [];
  for (const { reference } of orders) expect(references.filter((one) => one === reference)).toHaveLength(1);
  return fees;
}

describe.skipIf(!hasLitecoind)('payouts that wait, on a real litecoind (left out where it is not installed)', () => {
  beforeAll(async () => {
    world = await createUtxoWorld();
    rail = world.newRail({ maxFeeRate: LOW });
    await world.fund(1, COIN);
  });
  afterAll(async () => await world?.close());
  beforeEach(() => {
    recorded = recordRailEvents();
  });

  it('are paid by one transaction; their parts of the fee add up to it', async () => {
    const orders = await waitingPayouts([200_000n, 300_000n, 400_000n]);
    const before = await world.chain.balance(world.payer);
    await poll();
    const [transaction, ...more] = await versionsOf(orders);
    expect(more).toEqual([]);
    expect(await world.chain.rpc('getrawmempool')).toEqual([transaction?.txid]);
    expect(await expectPaidOnce(orders, before)).toBe(BigInt(transaction?.fee ?? 0));
  });

  it('are paid by one transaction without an older one that the coins do not cover', async () => {
    const [tooMuch, ...orders] = await waitingPayouts([100_000n, 230_000n, 330_000n]);
    await world.db.run(sql`update utxo.payouts set amount = ${(1000n * COIN).toString()} where reference = ${tooMuch?.reference ?? ''}`);
    await poll();
    const carried = await world.db.many(
      as<{ txid: string | null }>(),
      sql`select txid from utxo.payouts where reference = any(${orders.map(({ reference }) => reference)}::text[])`,
    );
    const [first] = await versionsOf(orders);
    expect(carried).toEqual([{ txid: first?.txid }, { txid: first?.txid }]);
    await world.chain.mine(LTC_CONFIRMATIONS);
    await poll();
  });

  it('get one higher fee when they are stuck', async () => {
    const orders = await waitingPayouts([210_000n, 310_000n]);
    const before = await world.chain.balance(world.payer);
    await poll();
    for (let block = 0; block < STUCK_AFTER_BLOCKS; block += 1)
      await world.chain.rpc('generateblock', [await world.chain.rpc('getnewaddress'), []]);
    await poll();
    await poll(world.newRail({ maxFeeRate: 40n, aheadMs: 60_000 }));
    const versions = await versionsOf(orders);
    expect(versions).toHaveLength(2);
    expect(await world.chain.rpc('getrawmempool')).toEqual([versions[1]?.txid]);
    expect(await expectPaidOnce(orders, before)).toBe(BigInt(versions[1]?.fee ?? 0));
  });

  it('are paid as far as the coins reach, by two processes too, without those cancelled meanwhile', async () => {
    const orders = await waitingPayouts([220_000n, 320_000n, 420_000n]);
    const [cancelled, ...rest] = orders;
    const before = await world.chain.balance(world.payer);
    expect(await rail.cancelPayout?.(cancelled?.reference ?? '')).toBe(true);
    await Promise.all([poll(), poll(world.newRail({ maxFeeRate: LOW })), poll(world.newRail({ maxFeeRate: LOW }))]);
    expect(await versionsOf(rest)).toHaveLength(1);
    await expectPaidOnce(rest, before);
    expect(await world.chain.balance(cancelled?.destination['wallet'] ?? '')).toBe(0n);
  });
});
