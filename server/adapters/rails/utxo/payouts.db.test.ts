import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayoutAnswer, PayOutRequest, Rail } from '#server/adapters/rails/port.ts';
import { sql } from '#server/platform/db/db.ts';
import { connectTo, payOutRequest } from '#tests/make/evm-world.ts';
import { hasLitecoind } from '#tests/make/litecoind.ts';
import { recordRailEvents } from '#tests/make/rail-suite.ts';
import { as } from '#tests/make/rows.ts';
import { createUtxoWorld, LTC_CONFIRMATIONS, newLitecoinAddress, newLitecoinKey, type UtxoWorld } from '#tests/make/utxo-world.ts';

let world: UtxoWorld;
let rail: Rail;

const COIN = 10_000_000n;
const request = (amount: bigint, to = newLitecoinAddress()) => payOutRequest(world.ltc, amount, to);
const got = ({ destination }: PayOutRequest) => world.chain.balance(destination['wallet'] ?? '');
const poll = (from = rail) => from.poll(recordRailEvents().events);

interface Recorded {
  readonly txid: string;
  readonly raw_tx: string;
  readonly fee: string;
  readonly change: string;
  readonly broadcast_at: Date | null;
}
const recordedOf = ({ reference }: PayOutRequest) =>
  world.db.one(
    as<Recorded>(),
    sql`select txid, raw_tx, fee, change, broadcast_at from utxo.transactions join utxo.payouts using (txid)
      where reference = ${reference}`,
  );

async function mineAndRead(): Promise<void> {
  await world.chain.mine(LTC_CONFIRMATIONS);
  await poll();
}

/** A rail whose node takes no transaction, and says that it did. */
async function railWithoutSending(): Promise<{ readonly rail: Rail; close(): Promise<void> }> {
  const { username, password, host } = new URL(world.chain.rpcUrl);
  const wire = await connectTo(`http://${host}/`);
  wire.answerItself('sendrawtransaction', '00'.repeat(32));
  const { port } = new URL(wire.url);
  return { rail: world.newRail({ rpcUrl: `http://${username}:${password}@127.0.0.1:${port}` }), close: () => wire.close() };
}

describe.skipIf(!hasLitecoind)('payouts on a real litecoind (left out where it is not installed)', () => {
  beforeAll(async () => {
    world = await createUtxoWorld();
    rail = world.newRail();
    await world.fund(20, COIN);
  }, 60_000);
  afterAll(async () => await world?.close());

  it('pay the exact amount once; fee and change add up to the coins spent', async () => {
    const before = await world.chain.balance(world.payer);
    const order = request(1_234_567n);
    expect(await rail.payOut(order)).toMatchObject({ outcome: 'accepted', confirmations: 0 });
    await mineAndRead();
    const { txid, fee, change } = await recordedOf(order);
    const expected: PayoutAnswer = {
      outcome: 'executed',
      externalId: txid,
      txHash: txid,
      amount: 1_234_567n,
      networkFee: { wallet: 'LTC', amount: BigInt(fee) },
    };
    expect(await rail.askPayout(order)).toEqual(expected);
    expect(await rail.payOut(order)).toEqual(expected);
    expect(await got(order)).toBe(1_234_567n);
    expect(BigInt(change) + BigInt(fee) + 1_234_567n).toBe(COIN);
    expect(before - (await world.chain.balance(world.payer))).toBe(1_234_567n + BigInt(fee));
  });

  it('are continued with the same transaction after a death between recording and sending', async () => {
    const order = request(2_000_000n);
    const dying = await railWithoutSending();
    await dying.rail.payOut(order);
    await dying.close();
    await world.db.run(sql`update utxo.transactions set broadcast_at = null`);
    const { txid } = await recordedOf(order);
    expect(await rail.askPayout(order)).toEqual({ outcome: 'unknown', reason: 'not_sent_yet' });
    expect(await rail.withdrawPayout?.(order.reference, 'not_sent')).toBe(false);
    await poll(world.newRail());
    await mineAndRead();
    expect(await rail.askPayout(order)).toMatchObject({ outcome: 'executed', txHash: txid });
    expect(await got(order)).toBe(2_000_000n);
  });

  it('are unknown when the answer to the sending is lost, and paid once', async () => {
    const order = request(3_000_000n);
    world.wire.loseAnswer('sendrawtransaction');
    expect(await rail.payOut(order)).toEqual({ outcome: 'unknown', reason: 'node_unavailable' });
    const { txid } = await recordedOf(order);
    expect(await world.newRail().payOut(order)).toMatchObject({ outcome: 'accepted', txHash: txid });
    await mineAndRead();
    expect(await rail.payOut(order)).toMatchObject({ outcome: 'executed', txHash: txid });
    expect(await got(order)).toBe(3_000_000n);
  });

  it('are sent again when a reorganisation takes them out of their block', async () => {
    const order = request(4_000_000n);
    await rail.payOut(order);
    await world.chain.mine();
    await poll();
    expect(await rail.askPayout(order)).toMatchObject({ outcome: 'accepted', confirmations: 1 });
    await world.chain.rpc('invalidateblock', [await world.chain.rpc('getbestblockhash')]);
    const elsewhere = await world.chain.rpc('getnewaddress');
    for (let block = 0; block < 2; block += 1) await world.chain.rpc('generateblock', [elsewhere, []]);
    await poll();
    expect(await rail.askPayout(order)).toMatchObject({ outcome: 'accepted', confirmations: 0 });
    await poll(world.newRail({ aheadMs: 60_000 }));
    await mineAndRead();
    expect(await rail.askPayout(order)).toMatchObject({ outcome: 'executed', txHash: (await recordedOf(order)).txid });
    expect(await got(order)).toBe(4_000_000n);
  });

  it('are made together by two processes, each with coins of its own', async () => {
    const orders = Array.from({ length: 6 }, () => request(500_000n));
    const rails = [rail, world.newRail()];
    await Promise.all(orders.flatMap((order) => rails.map((one) => one.payOut(order))));
    for (let round = 0; round < 3; round += 1) await mineAndRead();
    for (const order of orders) expect(await got(order)).toBe(500_000n);
    const used = await world.db.many(
      as<{ inputs: string }>(),
      sql`select count(*)::text as inputs from utxo.coins where spender is not null group by txid, vout, chain having count(*) > 1`,
    );
    expect(used).toEqual([]);
  });

  it('wait for their own change, and are refused for good when all money together is too little', async () => {
    const { total } = await world.db.one(
      as<{ total: string }>(),
      sql`select sum(amount)::text as total from utxo.coins where spender is null and spent_by is null`,
    );
    const most = request(BigInt(total) - 100_000n);
    // The whole balance is in one transaction's change until it is mined.
    const first = request(BigInt(total) - 200_000n);
    expect((await rail.payOut(first)).outcome).toBe('accepted');
    const second = request(100_000n);
    expect(await rail.payOut(second)).toEqual({ outcome: 'unknown', reason: 'waiting_for_coins' });
    expect(await rail.payOut(most)).toEqual({ outcome: 'failed', reason: 'insufficient_funds' });
    const writtenOff = request(110_000n);
    expect(await rail.payOut(writtenOff)).toEqual({ outcome: 'unknown', reason: 'waiting_for_coins' });
    expect(await rail.cancelPayout?.(writtenOff.reference)).toBe(true);
    expect(await rail.cancelPayout?.(first.reference)).toBe(false);
    await mineAndRead();
    await mineAndRead();
    expect(await got(writtenOff)).toBe(0n);
    expect(await rail.askPayout(second)).toMatchObject({ outcome: 'executed' });
    expect(await got(second)).toBe(100_000n);
    await world.fund(1, COIN);
    expect(await rail.payOut(most)).toEqual({ outcome: 'failed', reason: 'insufficient_funds' });
    expect(await got(most)).toBe(0n);
  });

  it('that an operator ends before they are signed are never sent', async () => {
    const order = request(1_000_000n);
    world.wire.cut();
    expect(await rail.payOut(order)).toMatchObject({ outcome: 'unknown' });
    expect(await rail.withdrawPayout?.(order.reference, 'not_sent')).toBe(true);
    world.wire.heal();
    await poll();
    await mineAndRead();
    expect(await rail.payOut(order)).toMatchObject({ outcome: 'failed', reason: 'ended_by_a_person' });
    expect(await got(order)).toBe(0n);
  });

  it('that end before their order arrives are never made', async () => {
    const order = request(1_000_000n);
    expect(await rail.withdrawPayout?.(order.reference, 'not_sent')).toBe(true);
    const ended = { outcome: 'failed', reason: 'ended_by_a_person' };
    expect([await rail.payOut(order), await rail.askPayout(order)]).toEqual([ended, ended]);
    await mineAndRead();
    expect(await got(order)).toBe(0n);
  });

  it('that an operator has paid before they were signed are unknown, until the operator ends them as not sent', async () => {
    const order = request(1_000_000n);
    world.wire.cut();
    expect(await rail.payOut(order)).toMatchObject({ outcome: 'unknown' });
    for (let time = 0; time < 2; time += 1) expect(await rail.withdrawPayout?.(order.reference, 'sent')).toBe(true);
    world.wire.heal();
    const recorded = recordRailEvents();
    await rail.poll(recorded.events);
    expect(recorded.payouts.filter(({ reference }) => reference === order.reference)).toEqual([]);
    const paidOtherwise = { outcome: 'unknown', reason: 'paid_by_a_person' };
    expect([await rail.askPayout(order), await rail.payOut(order)]).toEqual([paidOtherwise, paidOtherwise]);
    expect(await rail.withdrawPayout?.(order.reference, 'not_sent')).toBe(true);
    expect(await rail.askPayout(order)).toEqual({ outcome: 'failed', reason: 'ended_by_a_person' });
    await mineAndRead();
    expect(await got(order)).toBe(0n);
  });

  it('can be ended once another transaction has spent their coins, which the statement names', async () => {
    await world.fund(1, COIN);
    const order = request(1_000_000n);
    const dying = await railWithoutSending();
    await dying.rail.payOut(order);
    await dying.close();
    const [spent] = await world.db.many(
      as<{ txid: string; vout: number }>(),
      sql`select txid, vout from utxo.coins where spender = ${(await recordedOf(order)).txid}`,
    );
    await stealCoin({ txid: spent?.txid ?? '', vout: spent?.vout ?? 0 });
    await mineAndRead();
    expect((await rail.payOut(order)).outcome).toBe('unknown');
    expect(await rail.withdrawPayout?.(order.reference, 'not_sent')).toBe(true);
    const statement = await rail.statement(0);
    expect(statement).toMatchObject({ oddities: [{ subject: `${spent?.txid}:${spent?.vout}` }] });
  });

  it('that have ended are never sent again, free their other coins, and their change is not waited for', async () => {
    await world.fund(3, COIN);
    const order = request((await spendable()) - 200_000n);
    const dying = await railWithoutSending();
    await dying.rail.payOut(order);
    await dying.close();
    const { txid, change } = await recordedOf(order);
    expect(BigInt(change)).toBeGreaterThan(0n);
    const coins = await world.db.many(
      as<{ txid: string; vout: number; amount: string }>(),
      sql`select txid, vout, amount from utxo.coins where spender = ${txid} order by amount desc`,
    );
    expect(coins.length).toBeGreaterThan(1);
    const [stolen, ...others] = coins;
    await stealCoin({ txid: stolen?.txid ?? '', vout: stolen?.vout ?? 0 });
    await mineAndRead();
    // The change of a transaction that can never be mined
    expect(await rail.payOut(request(100_000n))).toEqual({ outcome: 'failed', reason: 'insufficient_funds' });
    const unassigned = await spendable();
    expect(await rail.withdrawPayout?.(order.reference, 'not_sent')).toBe(true);
    expect(await spendable()).toBe(others.reduce((sum, { amount }) => sum + BigInt(amount), unassigned));
    const refused = () => world.lines.filter(({ event, fields }) => event === 'utxo_payout_not_taken' && fields['txid'] === txid).length;
    const before = refused();
    await poll(world.newRail({ aheadMs: 60_000 }));
    expect(refused()).toBe(before);
    expect(await rail.payOut(order)).toEqual({ outcome: 'failed', reason: 'ended_by_a_person' });
    const next = request(100_000n);
    expect((await rail.payOut(next)).outcome).toBe('accepted');
    await mineAndRead();
    expect([await got(order), await got(next)]).toEqual([0n, 100_000n]);
  });

  it.each([
    ['min relay fee not met', 'fee_too_low'],
    ['txn-mempool-conflict', 'coins_in_conflict'],
    ['missing-inputs', 'coins_spent'],
    ['dust', 'node_refused'],
  ])('that the mempool would refuse (%s) are not recorded, and paid once it takes them', async (words, reason) => {
    await world.fund(1, COIN);
    const before = await spendable();
    const order = request(1_000_000n);
    world.wire.replaceAnswer('testmempoolaccept', [{ txid: '00'.repeat(32), allowed: false, 'reject-reason': words }]);
    expect(await rail.payOut(order)).toEqual({ outcome: 'unknown', reason });
    world.wire.heal();
    expect(await rail.askPayout(order)).toEqual({ outcome: 'unknown', reason: 'not_signed_yet' });
    expect(await spendable()).toBe(before);
    await poll();
    await mineAndRead();
    expect(await rail.askPayout(order)).toMatchObject({ outcome: 'executed' });
    expect(await got(order)).toBe(1_000_000n);
  });

  it('spend coins of others only with all confirmations, and mined coins only when they are mature', async () => {
    const foreign = createRailOfNewKey();
    await poll(foreign.rail);
    await world.chain.send(foreign.address, COIN);
    await world.chain.mine(LTC_CONFIRMATIONS - 1);
    const order = request(1_000_000n);
    expect(await foreign.rail.payOut(order)).toEqual({ outcome: 'unknown', reason: 'waiting_for_coins' });
    await world.chain.mine();
    expect((await foreign.rail.payOut(order)).outcome).toBe('accepted');
    const miner = createRailOfNewKey();
    await poll(miner.rail);
    await world.chain.rpc('generatetoaddress', [1, miner.address]);
    await world.chain.mine(98);
    const second = request(1_000_000n);
    const readAll = async () => {
      for (let round = 0; round < 3; round += 1) await poll(miner.rail);
    };
    await readAll();
    expect(await miner.rail.payOut(second)).toEqual({ outcome: 'unknown', reason: 'waiting_for_coins' });
    await world.chain.mine();
    expect((await miner.rail.payOut(second)).outcome).toBe('accepted');
  });

  it('are refused for an impossible address, an amount below dust, and without a key', async () => {
    for (const to of ['', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9x', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', world.payer])
      expect(await rail.payOut(request(1_000_000n, to))).toEqual({ outcome: 'failed', reason: 'bad_destination' });
    expect(await rail.payOut(request(5_459n))).toEqual({ outcome: 'failed', reason: 'amount_below_dust' });
    const keyless = world.newRail({ payoutKey: null });
    expect(keyless.capabilities.paysOut).toBe(false);
    expect(await keyless.payOut(request(1_000_000n))).toEqual({ outcome: 'failed', reason: 'no_payout_key' });
  });

  it('never reuse a reference for other terms, and never cost more than the cap', async () => {
    await world.fund(2, COIN);
    const order = request(1_000_000n);
    await rail.payOut(order);
    expect(await rail.payOut({ ...order, amount: 1_000_001n })).toEqual({ outcome: 'unknown', reason: 'reference_means_another_payout' });
    const cheap = request(1_000_000n);
    expect((await world.newRail({ maxFeeRate: 2n }).payOut(cheap)).outcome).toBe('accepted');
    expect(BigInt((await recordedOf(cheap)).fee)).toBeLessThan(2n * 150n);
    world.wire.replaceAnswer('getmempoolinfo', { mempoolminfee: 0.001 });
    expect((await world.newRail({ maxFeeRate: 2n }).payOut(request(1_000_000n))).outcome).toBe('unknown');
    world.wire.heal();
  });
});

/** What no transaction of ours is to spend. */
async function spendable(): Promise<bigint> {
  const { total } = await world.db.one(
    as<{ total: string }>(),
    sql`select coalesce(sum(amount), 0)::text as total from utxo.coins where spender is null and spent_by is null`,
  );
  return BigInt(total);
}

/** A rail that pays from an empty address of its own. */
function createRailOfNewKey(): { readonly rail: Rail; readonly address: string } {
  const { payoutKey, address } = newLitecoinKey();
  return { rail: world.newRail({ payoutKey }), address };
}

/** Spends a coin of the paying address with its key, as someone who has stolen it would. */
async function stealCoin(coin: { readonly txid: string; readonly vout: number }): Promise<void> {
  const raw = await world.chain.rpc('createrawtransaction', [[coin], [{ [newLitecoinAddress()]: 0.005 }]]);
  const { hex } = (await world.chain.rpc('signrawtransactionwithkey', [raw, [world.payoutKey]])) as { hex: string };
  await world.chain.rpc('sendrawtransaction', [hex, 0]);
}
