import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { BOOKS_RAIL, createUtxoBooks, type UtxoBooks } from '#tests/make/utxo-books.ts';
import { lostPayouts } from './lost-payouts.ts';
import { settlePayout } from './settle-payout.ts';

let database: TestDatabase;
let books: UtxoBooks;
beforeEach(async () => {
  database = await createTestDatabase();
  books = await createUtxoBooks(database.db);
  await books.mine({ coins: ['c1', 'c2'] });
  await books.sign({ txid: 'a1', inputs: ['c1:0'], change: 500n }, { a: 2, b: 1 });
  await books.mine({ transactions: ['a1'] });
  await books.mine();
  expect([await settlePayout(database.db, 'a'), await settlePayout(database.db, 'b')]).toEqual([true, true]);
});
afterEach(async () => await database.drop());

const lost = async () => [...(await lostPayouts(database.db, BOOKS_RAIL))].toSorted(([a], [b]) => a.localeCompare(b));
const SENT_AGAIN = 'its transaction is sent again';
const EXCLUDED = 'another transaction has spent its coins';

it('executed payouts are lost from the reorganisation until their transaction is final again', async () => {
  expect(await lost()).toEqual([]);
  await books.discard(2);
  expect(await lost()).toEqual([
    ['a', SENT_AGAIN],
    ['b', SENT_AGAIN],
  ]);
  await books.mine({ transactions: ['a1'] });
  expect(await lost()).toEqual([['a', SENT_AGAIN]]);
  await books.mine();
  expect(await lost()).toEqual([]);
  // Not for the blocks after it
  await books.discard(1);
  expect(await lost()).toEqual([]);
});

it('one whose coins another transaction has spent for good stays lost, with that cause', async () => {
  await books.discard(2);
  await books.mine({ spends: { 'c1:0': 'foreign' } });
  expect(await lost()).toEqual([
    ['a', SENT_AGAIN],
    ['b', EXCLUDED],
  ]);
  await books.mine();
  expect(await lost()).toEqual([
    ['a', EXCLUDED],
    ['b', EXCLUDED],
  ]);
});
