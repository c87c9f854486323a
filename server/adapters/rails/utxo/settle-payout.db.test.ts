import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { as } from '#tests/make/rows.ts';
import { createUtxoBooks, type UtxoBooks } from '#tests/make/utxo-books.ts';
import { findPayout } from './payout-store.ts';
import { endExcluded, settlePayout } from './settle-payout.ts';

let database: TestDatabase;
let books: UtxoBooks;
beforeEach(async () => {
  database = await createTestDatabase();
  books = await createUtxoBooks(database.db);
});
afterEach(async () => await database.drop());

const stateOf = async (reference: string) => (await findPayout(database.db, reference))?.state;
const spenderOf = async (txid: string, vout = 0) =>
  (await database.db.one(as<{ spender: string | null }>(), sql`select spender from utxo.coins where txid = ${txid} and vout = ${vout}`))
    .spender;

/** Waits until so many statements of the database wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  const waiting = sql`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await database.adminDb.one(as<{ count: number }>(), waiting)).count < count) await sleep(5);
}

/** Runs `meanwhile` while another transaction holds the payout's row; the row is released when `released` resolves. */
async function withLockedPayout(reference: string, meanwhile: () => Promise<void>): Promise<void> {
  await database.db.tx(async (tx) => {
    await tx.run(sql`select from utxo.payouts where reference = ${reference} for update`);
    await meanwhile();
  });
}

it('a reorganisation that starts while a payout is settled releases no coin of its transaction', async () => {
  await books.mine({ coins: ['c1'] });
  await books.sign({ txid: 'a1', inputs: ['c1:0'] }, { a: 1 });
  await books.mine({ transactions: ['a1'] });
  let settling: Promise<unknown> = Promise.resolve();
  let discarding: Promise<unknown> = Promise.resolve();
  await withLockedPayout('a', async () => {
    settling = settlePayout(database.db, 'a');
    await untilWaiting(1);
    let isDiscarded = false;
    discarding = books.discard(1).then(() => (isDiscarded = true));
    await Promise.race([untilWaiting(2), discarding]);
    expect(isDiscarded).toBe(false);
  });
  expect(await settling).toBe(true);
  await discarding;
  expect([await stateOf('a'), await spenderOf('c1')]).toEqual(['executed', 'a1']);
});

it('a payout is not settled by a block that a reorganisation is discarding', async () => {
  await books.mine({ coins: ['c1'] });
  await books.sign({ txid: 'a1', inputs: ['c1:0'] }, { a: 1 });
  await books.mine({ transactions: ['a1'] });
  let settling: Promise<boolean> | undefined;
  await database.db.tx(async (tx) => {
    await tx.run(sql`update utxo.chains set scanned_to = scanned_to - 1`);
    await tx.run(sql`update utxo.coins set spent_by = null, spent_height = null`);
    await tx.run(sql`update utxo.transactions set block_height = null`);
    settling = settlePayout(database.db, 'a');
    await Promise.race([untilWaiting(1), settling]);
  });
  expect(await settling).toBe(false);
  expect([await stateOf('a'), await spenderOf('c1')]).toEqual(['recorded', 'a1']);
});

it('a payout is not ended by a foreign transaction that a reorganisation is discarding', async () => {
  await books.mine({ coins: ['c1', 'c2'] });
  await books.sign({ txid: 'a1', inputs: ['c1:0', 'c2:0'] }, { a: 1 });
  const row = await books.recorded('a');
  await database.db.run(sql`update utxo.coins set spent_by = 'foreign', spent_height = 101 where txid = 'c1'`);
  let ending: Promise<boolean> | undefined;
  await database.db.tx(async (tx) => {
    await tx.run(sql`update utxo.chains set scanned_to = scanned_to - 1`);
    await tx.run(sql`update utxo.coins set spent_by = null, spent_height = null where txid = 'c1'`);
    ending = endExcluded(database.db, row, 'not_sent');
    await Promise.race([untilWaiting(1), ending]);
  });
  expect(await ending).toBe(false);
  expect([await stateOf('a'), await spenderOf('c1'), await spenderOf('c2')]).toEqual(['recorded', 'a1', 'a1']);
});

it('coins of a version that lost stay assigned until no payout of the transaction is open', async () => {
  await books.mine({ coins: ['c1', 'c2'] });
  await books.sign({ txid: 'a1', inputs: ['c1:0'] }, { small: 1, large: 2 });
  await books.replace('small', { txid: 'a2', further: 'c2:0' });
  await books.mine({ transactions: ['a1'] });
  expect([await settlePayout(database.db, 'small'), await settlePayout(database.db, 'large')]).toEqual([true, false]);
  expect(await spenderOf('c2')).toBe('a1');
  await books.mine();
  expect(await settlePayout(database.db, 'large')).toBe(true);
  expect([await spenderOf('c1'), await spenderOf('c2')]).toEqual(['a1', null]);
  expect(await settlePayout(database.db, 'large')).toBe(false);
});
