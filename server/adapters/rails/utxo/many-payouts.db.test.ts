import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Queryable, sql } from '#server/platform/db/db.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { rowsRead } from '#tests/make/rows-read.ts';
import { BOOKS_CHAIN, BOOKS_RAIL, BOOKS_SCRIPT, createUtxoBooks, type UtxoBooks } from '#tests/make/utxo-books.ts';
import { unspentOutpoints } from './chain-store.ts';
import { currentAndFutureCoins } from './coin-store.ts';
import { markPayoutReported, unreportedPayouts } from './payout-store.ts';
import { settlePayout } from './settle-payout.ts';

let database: TestDatabase;
let books: UtxoBooks;

const FINISHED = 20_000;

/** Payouts that are finished and reported, each with a mined transaction that spent one coin and a version that lost for one in twenty. */
async function insertFinished(): Promise<void> {
  const db = database.adminDb;
  const at = new Date();
  await db.run(sql`
    insert into utxo.transactions (txid, chain, raw_tx, fee, change, inputs, root, version, raise_from, block_height,
      broadcast_at, created_at)
    select 'done-' || n, ${BOOKS_CHAIN}, '00', 1, 5, array['coin-' || n || ':0'], 'done-' || n, 1, 0, n % 90, ${at}, ${at}
    from generate_series(1, ${FINISHED}::int) n`);
  await db.run(sql`
    insert into utxo.transactions (txid, chain, raw_tx, fee, change, inputs, root, version, raise_from, created_at)
    select 'lost-' || n, ${BOOKS_CHAIN}, '00', 1, 5, array['coin-' || n || ':0'], 'done-' || n, 2, 0, ${at}
    from generate_series(1, ${FINISHED}::int, 20) n`);
  await db.run(sql`
    insert into utxo.coins (chain, txid, vout, script, amount, is_coinbase, block_height, spender, spent_by, spent_height)
    select ${BOOKS_CHAIN}, 'coin-' || n, 0, ${BOOKS_SCRIPT}, 1000, false, 1, 'done-' || n, 'done-' || n, n % 90
    from generate_series(1, ${FINISHED}::int) n`);
  await db.run(sql`
    insert into utxo.payouts (reference, rail, payment_system_code, destination, amount, required_confirmations, state, txid, reported,
      created_at)
    select 'done-' || n, ${BOOKS_RAIL}, 'LTC', 'address', 1000, 2, 'executed', 'done-' || n, 'executed',
      ${at}::timestamptz - n * interval '1 minute'
    from generate_series(1, ${FINISHED}::int) n`);
  for (const table of ['transactions', 'coins', 'payouts']) await db.run(sql([`analyze utxo.${table}`]));
}

const referencesToPoll = async () => (await unreportedPayouts(database.db, BOOKS_RAIL)).map(({ reference }) => reference);

beforeAll(async () => {
  database = await createTestDatabase();
  await insertFinished();
  books = await createUtxoBooks(database.db);
  await books.mine({ coins: ['c1', 'c2', 'c3'] });
  await books.sign({ txid: 'a1', inputs: ['c1:0'], change: 10n }, { a: 1 });
  await books.sign({ txid: 'b1', inputs: ['c2:0'], change: 10n }, { b: 1 });
});
afterAll(async () => await database.drop());

it('each second only payouts are read that are open, unreported, or that a reorganisation took out of the chain', async () => {
  expect(await referencesToPoll()).toEqual(['a', 'b']);
  await books.mine({ transactions: ['a1'] });
  expect(await settlePayout(database.db, 'a')).toBe(true);
  expect(await referencesToPoll()).toEqual(['a', 'b']);
  await markPayoutReported(database.db, 'a', 'executed');
  expect(await referencesToPoll()).toEqual(['b']);
  await books.discard(1);
  expect(await referencesToPoll()).toEqual(['a', 'b']);
  await books.mine({ transactions: ['a1'] });
  expect(await referencesToPoll()).toEqual(['b']);
});

it.each([
  ['the poll', (db: Queryable) => unreportedPayouts(db, BOOKS_RAIL)],
  ['the search for coins to wait for', (db: Queryable) => currentAndFutureCoins(db, { chain: BOOKS_CHAIN, script: BOOKS_SCRIPT })],
  ['reading a block', (db: Queryable) => unspentOutpoints(db, BOOKS_CHAIN)],
])('%s reads few rows, however many payouts are finished', async (_, work) => {
  const read = Object.values(await rowsRead(database.adminDb, work)).reduce((sum, count) => sum + count, 0);
  expect(read).toBeLessThanOrEqual(20);
});
