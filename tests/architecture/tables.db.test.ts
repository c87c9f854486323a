import * as col from '#server/platform/db/columns.ts';
import { rowType } from '#server/platform/db/row.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { backwardReads, ownedTables, secondWriters, SHARED_TABLES } from './tables.ts';

/** Writers and readers that do not follow the rule yet. Entries are only removed. */
const KNOWN_SECOND_WRITERS = ['payment-systems wallets', 'sandbox partner_keys', 'sandbox partners', 'sandbox users'];
const KNOWN_BACKWARD_READS = [
  'accounts card_verifications',
  'accounts erasures',
  'approvals deposits',
  'approvals orders',
  'approvals withdrawals',
  'customers orders',
  'customers security_events',
  'customers users',
  'earnings order_results',
  'ledger deposits',
  'ledger earning_terms',
  'ledger earnings',
  'ledger order_events',
  'ledger orders',
  'ledger payouts',
  'ledger referral_totals',
  'ledger referrals',
  'ledger withdrawal_events',
  'ledger withdrawals',
  'limits orders',
  'limits payouts',
  'limits reserves',
  'limits withdrawals',
  'mails orders',
  'market orders',
  'orders cheques',
  'orders destination_requests',
  'orders payout_tasks',
  'orders payouts',
  'partners order_results',
  'payment-systems ledger_entries',
  'payment-systems orders',
  'payment-systems rail_checks',
  'payment-systems reserves',
  'payment-systems slot_rules',
  'payment-systems slots',
  'payment-systems wallets',
  'payment-systems withdrawals',
  'payout-tasks withdrawals',
  'payouts deposits',
  'referrals card_verifications',
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const TableRow = rowType({ name: col.text });

describe('tables', () => {
  it('each has one owner: a module, or the platform', async () => {
    const rows = await database.adminDb.many(
      TableRow,
      sql`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    );
    const names = rows.map(({ name }) => name).filter((name) => !SHARED_TABLES.includes(name) && name !== 'migrations');
    expect([...ownedTables].toSorted()).toEqual(names.toSorted());
  });

  it('only their owner writes them, and the erasure of personal data', () => {
    expect(secondWriters).toEqual(KNOWN_SECOND_WRITERS);
  });

  it('only later modules read them', () => {
    expect(backwardReads).toEqual(KNOWN_BACKWARD_READS);
  });
});
