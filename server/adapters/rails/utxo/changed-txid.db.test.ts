import { RawTx } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rail } from '#server/adapters/rails/port.ts';
import { sql } from '#server/platform/db/db.ts';
import { payOutRequest } from '#tests/make/evm-world.ts';
import { hasLitecoind } from '#tests/make/litecoind.ts';
import { recordRailEvents } from '#tests/make/rail-suite.ts';
import { as } from '#tests/make/rows.ts';
import { createUtxoWorld, LTC_CONFIRMATIONS, type UtxoWorld } from '#tests/make/utxo-world.ts';
import { LITECOIN } from './coins.ts';

let world: UtxoWorld;
let rail: Rail;

const COIN = 10_000_000n;
const OP_PUSHDATA1 = 0x4c;

/** The same transaction with its first signature pushed by a longer instruction: valid, and with another txid. */
function withChangedTxid(rawTx: string): string {
  const decoded = RawTx.decode(Buffer.from(rawTx, 'hex'));
  const inputs = decoded.inputs.map((input, index) =>
    index === 0 ? { ...input, finalScriptSig: Uint8Array.from([OP_PUSHDATA1, ...input.finalScriptSig]) } : input,
  );
  return Buffer.from(RawTx.encode({ ...decoded, inputs })).toString('hex');
}

const txidOf = async (rawTx: string) => ((await world.chain.rpc('decoderawtransaction', [rawTx])) as { txid: string }).txid;
const mineOnly = async (rawTx: string) => void (await world.chain.rpc('generateblock', [await world.chain.rpc('getnewaddress'), [rawTx]]));
const legacyAddress = async () => String(await world.chain.rpc('getnewaddress', ['', 'legacy']));
const poll = (recorded = recordRailEvents()) => rail.poll(recorded.events);
const rawTxOf = (reference: string) =>
  world.db.one(
    as<{ txid: string; raw_tx: string }>(),
    sql`select txid, raw_tx from utxo.transactions join utxo.payouts using (txid) where reference = ${reference}`,
  );

describe.skipIf(!hasLitecoind)('payouts mined under another txid, on a real litecoind (left out where it is not installed)', () => {
  beforeAll(async () => {
    world = await createUtxoWorld({ ...LITECOIN, isSegwit: false });
    rail = world.newRail();
    await world.fund(2, COIN);
  });
  afterAll(async () => await world?.close());

  it('end as paid, once, with the txid and fee on the chain; their change is spendable', async () => {
    const order = payOutRequest(world.ltc, 6_000_000n, await legacyAddress());
    expect(await rail.payOut(order)).toMatchObject({ outcome: 'accepted' });
    const { txid, raw_tx: rawTx } = await rawTxOf(order.reference);
    const changed = withChangedTxid(rawTx);
    const changedTxid = await txidOf(changed);
    expect(changedTxid).not.toBe(txid);
    await mineOnly(changed);
    await poll();
    expect(await rail.askPayout(order)).toMatchObject({ outcome: 'accepted', txHash: changedTxid, confirmations: 1 });
    expect(await rail.withdrawPayout?.(order.reference, 'not_sent')).toBe(false);
    await world.chain.mine(LTC_CONFIRMATIONS);
    const recorded = recordRailEvents();
    await poll(recorded);
    await poll(recorded);
    const fee = BigInt((await rawFeeOf(order.reference)).fee);
    expect(recorded.payouts.filter(({ answer }) => answer.outcome === 'executed')).toEqual([
      {
        reference: order.reference,
        answer: {
          outcome: 'executed',
          externalId: changedTxid,
          txHash: changedTxid,
          amount: 6_000_000n,
          networkFee: { wallet: 'LTC', amount: fee },
        },
      },
    ]);
    expect(await rail.withdrawPayout?.(order.reference, 'not_sent')).toBe(false);
    expect(await world.chain.balance(order.destination['wallet'] ?? '')).toBe(6_000_000n);
    expect(await world.chain.balance(world.payer)).toBe(2n * COIN - 6_000_000n - fee);
    expect(await rail.statement(0)).toMatchObject({ lines: [{ direction: 'out', reference: order.reference }], oddities: [] });
    // All coins together, the change of the changed transaction among them
    const rest = payOutRequest(world.ltc, 2n * COIN - 6_000_000n - fee - 100_000n, await legacyAddress());
    expect(await rail.payOut(rest)).toMatchObject({ outcome: 'accepted' });
  });

  it('are found by their inputs in any order', async () => {
    await world.fund(2, 2n * COIN);
    const order = payOutRequest(world.ltc, 3n * COIN, await legacyAddress());
    await rail.payOut(order);
    const { txid, raw_tx: rawTx } = await rawTxOf(order.reference);
    await world.db.run(sql`
      update utxo.transactions set inputs = (select array_agg(one order by n desc) from unnest(inputs) with ordinality as a (one, n))
      where txid = ${txid} and cardinality(inputs) > 1`);
    await mineOnly(withChangedTxid(rawTx));
    await world.chain.mine(LTC_CONFIRMATIONS);
    await poll();
    expect(await rail.askPayout(order)).toMatchObject({ outcome: 'executed', txHash: await txidOf(withChangedTxid(rawTx)) });
  });

  it('are found again under the signed txid after a reorganisation', async () => {
    await world.fund(1, 2n * COIN);
    const order = payOutRequest(world.ltc, COIN, await legacyAddress());
    await rail.payOut(order);
    const { txid, raw_tx: rawTx } = await rawTxOf(order.reference);
    await mineOnly(withChangedTxid(rawTx));
    await poll();
    await world.chain.rpc('invalidateblock', [await world.chain.rpc('getbestblockhash')]);
    await mineOnly(rawTx);
    await world.chain.mine(LTC_CONFIRMATIONS);
    await poll();
    expect(await rail.askPayout(order)).toMatchObject({ outcome: 'executed', txHash: txid });
    expect(await world.chain.balance(order.destination['wallet'] ?? '')).toBe(COIN);
  });
});

const rawFeeOf = (reference: string) =>
  world.db.one(as<{ fee: string }>(), sql`select fee from utxo.transactions join utxo.payouts using (txid) where reference = ${reference}`);
