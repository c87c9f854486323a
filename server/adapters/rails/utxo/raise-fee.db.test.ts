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
const HIGH = 40n;
let aheadMs = 0;
/** A rail for which the last sending was long ago. */
const later = (maxFeeRate: bigint) => world.newRail({ maxFeeRate, aheadMs: (aheadMs += 60_000) });
const request = (amount: bigint) => payOutRequest(world.ltc, amount, newLitecoinAddress());
const got = ({ destination }: PayOutRequest) => world.chain.balance(destination['wallet'] ?? '');
const mempool = async () => (await world.chain.rpc('getrawmempool')) as string[];

const versionsOf = ({ reference }: PayOutRequest) =>
  world.db.many(
    as<{ txid: string; fee: string; inputs: string[] }>(),
    sql`select t.txid, t.fee, t.inputs from utxo.transactions t join utxo.payouts p on p.txid = t.root
      where p.reference = ${reference} order by t.version`,
  );

/** Blocks without the transactions of the mempool, read by a rail that does not raise fees. */
async function mineEmpty(blocks = STUCK_AFTER_BLOCKS): Promise<void> {
  for (let block = 0; block < blocks; block += 1) await world.chain.rpc('generateblock', [await world.chain.rpc('getnewaddress'), []]);
  await rail.poll(recordRailEvents().events);
}

async function stuckPayout(amount: bigint): Promise<PayOutRequest> {
  const order = request(amount);
  expect((await rail.payOut(order)).outcome).toBe('accepted');
  await mineEmpty();
  return order;
}

/** Ends the payout, and compares the books with the chain. */
async function expectPaidOnce(order: PayOutRequest, before: bigint): Promise<{ readonly txid: string; readonly fee: bigint }> {
  await world.chain.mine(LTC_CONFIRMATIONS);
  for (let round = 0; round < 3; round += 1) await rail.poll(recorded.events);
  const ends = recorded.payouts.filter(({ reference, answer }) => reference === order.reference && answer.outcome === 'executed');
  expect(ends).toHaveLength(1);
  const answer = ends[0]?.answer;
  if (answer?.outcome !== 'executed' || answer.networkFee === null) throw new Error('not executed');
  const fee = answer.networkFee.amount;
  expect(await got(order)).toBe(order.amount);
  expect(before - (await world.chain.balance(world.payer))).toBe(order.amount + fee);
  expect((await rail.statement(0)).outcome === 'listed').toBe(true);
  expect(await rail.askPayout(order)).toEqual(answer);
  return { txid: answer.txHash ?? '', fee };
}

describe.skipIf(!hasLitecoind)('stuck payouts on a real litecoind (left out where it is not installed)', () => {
  beforeAll(async () => {
    world = await createUtxoWorld();
    rail = world.newRail({ maxFeeRate: LOW });
    await world.fund(12, COIN);
  });
  afterAll(async () => await world?.close());
  beforeEach(() => {
    recorded = recordRailEvents();
  });

  it('are replaced with a higher fee after some blocks, and paid once with the fee of the replacement', async () => {
    const before = await world.chain.balance(world.payer);
    const order = request(1_000_000n);
    await rail.payOut(order);
    await mineEmpty(STUCK_AFTER_BLOCKS - 1);
    await later(HIGH).poll(recorded.events);
    expect(await versionsOf(order)).toHaveLength(1);
    await mineEmpty(1);
    await later(HIGH).poll(recorded.events);
    const [first, second, ...more] = await versionsOf(order);
    expect(more).toEqual([]);
    expect(second?.inputs).toEqual(first?.inputs);
    expect(await mempool()).toEqual([second?.txid]);
    expect(recorded.payouts.at(-1)).toMatchObject({ answer: { outcome: 'accepted', txHash: second?.txid, confirmations: 0 } });
    const paid = await expectPaidOnce(order, before);
    expect(paid).toEqual({ txid: second?.txid, fee: BigInt(second?.fee ?? 0) });
    expect(paid.fee).toBeGreaterThan(BigInt(first?.fee ?? 0));
  });

  it('are paid once if the first version is mined after a replacement was recorded', async () => {
    const before = await world.chain.balance(world.payer);
    const order = await stuckPayout(1_100_000n);
    const listed = await mempool();
    world.wire.answerItself('sendrawtransaction', '00'.repeat(32));
    await later(HIGH).poll(recorded.events);
    world.wire.heal();
    expect(await mempool()).toEqual(listed);
    // The node has the first version only
    await world.db.run(sql`
      update utxo.transactions t set broadcast_at = null
      from utxo.payouts p where p.reference = ${order.reference} and t.root = p.txid and t.version = 2`);
    expect(await rail.askPayout(order)).toMatchObject({ outcome: 'accepted', confirmations: 0 });
    const [first, second] = await versionsOf(order);
    expect(second).toBeDefined();
    const paid = await expectPaidOnce(order, before);
    expect(paid).toEqual({ txid: first?.txid, fee: BigInt(first?.fee ?? 0) });
  });

  it('spend a further coin if the change does not cover the higher fee', async () => {
    const before = await world.chain.balance(world.payer);
    const order = await stuckPayout(COIN - 2n * 120n);
    await later(HIGH).poll(recorded.events);
    const [first, second] = await versionsOf(order);
    expect(first?.inputs).toHaveLength(1);
    expect(second?.inputs).toHaveLength(2);
    expect(second?.inputs).toContain(first?.inputs[0]);
    expect((await expectPaidOnce(order, before)).txid).toBe(second?.txid);
  });

  it('leave the further coin to others if the first version is mined', async () => {
    const before = await world.chain.balance(world.payer);
    const order = await stuckPayout(COIN - 2n * 120n);
    world.wire.answerItself('sendrawtransaction', '00'.repeat(32));
    await later(HIGH).poll(recorded.events);
    world.wire.heal();
    const [first, second] = await versionsOf(order);
    const further = second?.inputs.filter((outpoint) => !first?.inputs.includes(outpoint));
    expect(further).toHaveLength(1);
    expect((await expectPaidOnce(order, before)).txid).toBe(first?.txid);
    const free = await world.db.many(
      as<{ outpoint: string }>(),
      sql`select txid || ':' || vout as outpoint from utxo.coins where spender is null and spent_by is null`,
    );
    expect(free.map(({ outpoint }) => outpoint)).toContain(further?.[0]);
  });

  it('stay as they are at the cap, and where the node replaces nothing', async () => {
    const before = await world.chain.balance(world.payer);
    const order = await stuckPayout(1_200_000n);
    await later(LOW).poll(recorded.events);
    world.wire.replaceAnswer('testmempoolaccept', [{ allowed: false, 'reject-reason': 'txn-mempool-conflict' }]);
    await mineEmpty();
    await later(HIGH).poll(recorded.events);
    world.wire.heal();
    const versions = await versionsOf(order);
    expect(versions).toHaveLength(1);
    expect(world.lines.filter(({ event }) => event === 'utxo_fee_not_raised').map(({ fields }) => fields['reason'])).toEqual([
      'capped',
      'coins_in_conflict',
    ]);
    expect((await expectPaidOnce(order, before)).txid).toBe(versions[0]?.txid);
  });

  it('get one replacement from two processes', async () => {
    const before = await world.chain.balance(world.payer);
    const order = await stuckPayout(1_300_000n);
    await Promise.all([later(HIGH), later(HIGH), later(HIGH)].map((one) => one.poll(recordRailEvents().events)));
    const versions = await versionsOf(order);
    expect(versions).toHaveLength(2);
    expect((await expectPaidOnce(order, before)).txid).toBe(versions[1]?.txid);
  });
});
