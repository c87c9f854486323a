import { afterEach, beforeEach, expect, it } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { as } from '#tests/make/rows.ts';
import { BOOKS_CHAIN, BOOKS_SCRIPT, createUtxoBooks, type UtxoBooks } from '#tests/make/utxo-books.ts';
import { currentAndFutureCoins } from './coin-store.ts';
import { findPayout } from './payout-store.ts';
import { endExcluded, settlePayout } from './settle-payout.ts';

let database: TestDatabase;
let books: UtxoBooks;
beforeEach(async () => {
  database = await createTestDatabase();
  books = await createUtxoBooks(database.db);
});
afterEach(async () => await database.drop());

const end = async (reference: string) => await endExcluded(database.db, await books.recorded(reference), 'not_sent');
const stateOf = async (reference: string) => (await findPayout(database.db, reference))?.state;
const assigned = async () =>
  (
    await database.db.many(
      as<{ coin: string }>(),
      sql`select txid || ' ' || spender as coin from utxo.coins where spender is not null and spent_by is null order by 1`,
    )
  ).map(({ coin }) => coin);
const future = async () =>
  (await currentAndFutureCoins(database.db, { chain: BOOKS_CHAIN, script: BOOKS_SCRIPT }))
    .map(({ txid, vout }) => `${txid}:${vout}`)
    .toSorted();

/** Payout `b` spends the change of `a1` and a coin of its own; a reorganisation takes `a1` out of the chain. */
async function spendChangeThatIsLost(confirmations: { readonly a: number; readonly b: number }): Promise<void> {
  await books.mine({ coins: ['c1', 'c2'] });
  await books.sign({ txid: 'a1', inputs: ['c1:0'], change: 500n }, { a: confirmations.a });
  await books.replace('a', { txid: 'a2', change: 400n });
  await books.mine({ transactions: ['a1'] });
  await books.sign({ txid: 'b1', inputs: ['a1:1', 'c2:0'], change: 300n }, { b: confirmations.b });
  await books.discard(1);
}

it('a payout that spends change of a version that lost ends, and frees its other coins, once the other version is final', async () => {
  await spendChangeThatIsLost({ a: 2, b: 2 });
  expect([await end('b'), await end('a')]).toEqual([false, false]);
  await books.mine({ transactions: ['a2'] });
  expect([await end('b'), await assigned()]).toEqual([false, ['a1 b1', 'c2 b1']]);
  await books.mine();
  expect(await future()).toEqual(['a2:1']);
  expect([await end('b'), await assigned()]).toEqual([true, []]);
  expect(await findPayout(database.db, 'b')).toMatchObject({ state: 'failed', reason: 'ended_by_a_person', reported: 'failed' });
  expect(await future()).toEqual(['a2:1', 'c2:0']);
  expect([await settlePayout(database.db, 'a'), await stateOf('a')]).toEqual([true, 'executed']);
});

it.each([
  { a: 1, b: 3 },
  { a: 3, b: 1 },
])('is final with the confirmations of the payout that needs more: %o', async (confirmations) => {
  await spendChangeThatIsLost(confirmations);
  await books.mine({ transactions: ['a2'] });
  await books.mine();
  expect(await end('b')).toBe(false);
  await books.mine();
  expect(await end('b')).toBe(true);
});

it('does not end when the version whose change it spends is mined again', async () => {
  await spendChangeThatIsLost({ a: 1, b: 1 });
  await books.mine({ transactions: ['a1'] });
  await books.mine();
  expect([await end('b'), await assigned()]).toEqual([false, ['a1 b1', 'c2 b1']]);
  await books.mine({ transactions: ['b1'] });
  expect(await settlePayout(database.db, 'b')).toBe(true);
});

it.each([false, true])(
  'ends when a foreign transaction has spent the coins of the other payout, ended by an operator: %o',
  async (isEnded) => {
    await spendChangeThatIsLost({ a: 1, b: 2 });
    await books.mine({ spends: { 'c1:0': 'foreign' } });
    if (isEnded) expect(await end('a')).toBe(true);
    expect([await end('b'), await stateOf('b')]).toEqual([false, 'recorded']);
    await books.mine();
    expect(await end('b')).toBe(true);
    expect(await future()).toEqual(['c2:0']);
  },
);

it('payouts that spend change of it end as well; those of one transaction free its coins together', async () => {
  await books.mine({ coins: ['c1', 'c2', 'c3'] });
  await books.sign({ txid: 'a1', inputs: ['c1:0'], change: 500n }, { a: 1 });
  await books.replace('a', { txid: 'a2' });
  await books.mine({ transactions: ['a1'] });
  await books.sign({ txid: 'b1', inputs: ['a1:1', 'c2:0'], change: 300n }, { b: 1 });
  await books.mine({ transactions: ['b1'] });
  await books.sign({ txid: 'd1', inputs: ['b1:1', 'c3:0'], change: 200n }, { d: 1, e: 1 });
  await books.discard(2);
  expect([await end('d'), await future()]).toEqual([false, ['d1:1']]);
  await books.mine({ transactions: ['a2'] });
  expect(await end('d')).toBe(true);
  expect(await assigned()).toEqual(['a1 b1', 'b1 d1', 'c2 b1', 'c3 d1']);
  expect([await end('e'), await end('b')]).toEqual([true, true]);
  expect(await assigned()).toEqual([]);
  expect(await future()).toEqual(['c2:0', 'c3:0']);
});

it('change that no payout spends yet is counted once while its transaction may be mined, and not once it never can', async () => {
  await books.mine({ coins: ['c1'] });
  await books.sign({ txid: 'a1', inputs: ['c1:0'], change: 500n }, { a: 2 });
  expect(await future()).toEqual(['a1:1']);
  await books.mine({ transactions: ['a1'] });
  await books.discard(1);
  expect(await future()).toEqual(['a1:1']);
  await books.replace('a', { txid: 'a2', change: 400n });
  await books.mine({ transactions: ['a2'] });
  await books.mine();
  expect(await future()).toEqual(['a2:1']);
});
