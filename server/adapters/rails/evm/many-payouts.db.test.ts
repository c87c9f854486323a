import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { rowsRead } from '#tests/make/rows-read.ts';
import { insertPayout, unreportedPayouts } from './payout-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

it('each second only open and unreported payouts are read, however many are finished', async () => {
  const { adminDb, db } = database;
  await adminDb.run(sql`
    insert into evm.payouts (reference, rail, chain_id, payment_system_code, destination, amount, required_confirmations, state, sender,
      nonce, raw_tx, tx_hash, max_fee, fee, reported, created_at)
    select 'done-' || n, 'evm', 1, 'ETH', '0x', 1, 1, 'executed', '0x',
      n, '0x', 'hash-' || n, 1, 1, 'executed', now() - n * interval '1 minute'
    from generate_series(1, 20000) n`);
  await adminDb.run(sql`analyze evm.payouts`);
  const terms = { rail: 'evm', paymentSystemCode: 'ETH', contract: null, destination: '0x', amount: 1n, requiredConfirmations: 1 };
  await insertPayout(db, { ...terms, reference: 'open' }, { problem: null, now: Date.now() });
  await insertPayout(db, { ...terms, reference: 'unreported' }, { problem: 'bad_destination', now: Date.now() });
  expect((await unreportedPayouts(db, 'evm')).map(({ reference }) => reference).toSorted()).toEqual(['open', 'unreported']);
  expect(await rowsRead(adminDb, async (counted) => await unreportedPayouts(counted, 'evm'))).toEqual({ payouts: 2 });
});
