import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { payOutRequest } from '#tests/make/evm-world.ts';
import { hasLitecoind } from '#tests/make/litecoind.ts';
import { recordRailEvents } from '#tests/make/rail-suite.ts';
import { as } from '#tests/make/rows.ts';
import { BOOKS_CHAIN, BOOKS_SCRIPT, createUtxoBooks, type UtxoBooks } from '#tests/make/utxo-books.ts';
import { createUtxoWorld, LTC_CONFIRMATIONS, newLitecoinAddress, type UtxoWorld } from '#tests/make/utxo-world.ts';
import { currentAndFutureCoins } from './coin-store.ts';
import { endExcluded } from './settle-payout.ts';

describe('a payout of a coin that others have sent and a reorganisation took out of the chain', () => {
  let database: TestDatabase;
  let books: UtxoBooks;
  beforeEach(async () => {
    database = await createTestDatabase();
    books = await createUtxoBooks(database.db);
    await books.mine({ coins: ['c1'] });
    await books.mine({ coins: ['foreign'] });
    await books.sign({ txid: 'a1', inputs: ['c1:0', 'foreign:0'], change: 500n }, { a: 2 });
    await books.discard(1);
  });
  afterEach(async () => await database.drop());

  const end = async () => await endExcluded(database.db, await books.recorded('a'), 'not_sent');
  const future = async () =>
    (await currentAndFutureCoins(database.db, { chain: BOOKS_CHAIN, script: BOOKS_SCRIPT })).map(({ txid }) => txid);

  it('ends once another transaction has spent what the coin came from, with all confirmations, and frees its other coins', async () => {
    await books.mine();
    await books.mine();
    expect(await end()).toBe(false);
    await books.mine({ excludes: ['foreign'] });
    expect(await end()).toBe(false);
    await books.mine();
    expect(await end()).toBe(true);
    expect(await future()).toEqual(['c1']);
  });

  it('does not end if the other transaction is taken out too, or if the coin returns', async () => {
    await books.mine({ excludes: ['foreign'] });
    await books.discard(1);
    for (let block = 0; block < 3; block += 1) await books.mine();
    expect(await end()).toBe(false);
    await books.mine({ coins: ['foreign'] });
    for (let block = 0; block < 3; block += 1) await books.mine({ excludes: ['foreign'] });
    expect(await end()).toBe(false);
  });

  it('and a payout of its change ends with it', async () => {
    await books.mine({ coins: ['foreign'], transactions: ['a1'] });
    await books.mine({ coins: ['c2'] });
    await books.sign({ txid: 'b1', inputs: ['a1:1', 'c2:0'] }, { b: 1 });
    await books.discard(2);
    await books.mine({ excludes: ['foreign'] });
    expect(await endExcluded(database.db, await books.recorded('b'), 'not_sent')).toBe(false);
    await books.mine();
    expect(await endExcluded(database.db, await books.recorded('b'), 'not_sent')).toBe(true);
  });
});

describe.skipIf(!hasLitecoind)('on a real litecoind (left out where it is not installed)', () => {
  let world: UtxoWorld;
  beforeAll(async () => {
    world = await createUtxoWorld();
  });
  afterAll(async () => await world?.close());

  it('the payout ends when the sender has spent the coin otherwise for good, and the order is paid once', async () => {
    const rail = world.newRail();
    const poll = () => rail.poll(recordRailEvents().events);
    await poll();
    const txid = await world.chain.send(world.payer, 10_000_000n);
    const { vin } = (await world.chain.rpc('getrawtransaction', [txid, true])) as { vin: { txid: string; vout: number }[] };
    await world.chain.mine(LTC_CONFIRMATIONS);
    await poll();
    const order = payOutRequest(world.ltc, 1_000_000n, newLitecoinAddress());
    expect((await rail.payOut(order)).outcome).toBe('accepted');
    await world.chain.rpc('invalidateblock', [
      await world.chain.rpc('getblockhash', [(await world.chain.height()) - LTC_CONFIRMATIONS + 1]),
    ]);
    // Another transaction of the sender spends the same input
    const own = await world.chain.rpc('getnewaddress');
    const raw = await world.chain.rpc('createrawtransaction', [[vin[0]], [{ [String(own)]: 1 }]]);
    const { hex } = (await world.chain.rpc('signrawtransactionwithwallet', [raw])) as { hex: string };
    for (let block = 0; block < LTC_CONFIRMATIONS + 1; block += 1)
      await world.chain.rpc('generateblock', [await world.chain.rpc('getnewaddress'), block === 0 ? [hex] : []]);
    await poll();
    expect(await rail.withdrawPayout?.(order.reference, 'not_sent')).toBe(true);
    expect(await rail.askPayout(order)).toEqual({ outcome: 'failed', reason: 'ended_by_a_person' });
    const { excluded } = await world.db.one(
      as<{ excluded: boolean }>(),
      sql`select excluded_height is not null as excluded from utxo.coins where txid = ${txid}`,
    );
    expect(excluded).toBe(true);
    await world.fund(1, 10_000_000n);
    const again = payOutRequest(world.ltc, 1_000_000n, order.destination['wallet']);
    expect((await rail.payOut(again)).outcome).toBe('accepted');
    await world.chain.mine(LTC_CONFIRMATIONS);
    await poll();
    expect(await rail.askPayout(again)).toMatchObject({ outcome: 'executed' });
    expect(await world.chain.balance(order.destination['wallet'] ?? '')).toBe(1_000_000n);
  });
});
