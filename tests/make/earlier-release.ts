import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '#server/platform/db/migrate.ts';
import { prepareDatabase } from '#server/platform/db/open.ts';
import { root } from '#tests/architecture/files.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

const MIGRATIONS = path.join(root, 'server/platform/db/migrations');
/** A release, named by its newest migration; its rows are in `released-<number>.txt`. */
export type ReleaseName = '0012' | '0075';
const quiet = { info: () => undefined, warn: () => undefined };

export interface EarlierRelease {
  readonly database: TestDatabase;
  /** Time of its newest row. */
  readonly now: number;
  /** Its orders by their result. */
  readonly made: Readonly<Record<string, string>>;
  /** The totals calculated from its own tables. */
  readonly before: MoneyTotals;
}

/** Totals that every schema can give, as sorted lines. */
export interface MoneyTotals {
  readonly balances: readonly string[];
  readonly suspense: readonly string[];
  readonly reserves: readonly string[];
  readonly holds: readonly string[];
  readonly payouts: readonly string[];
}

/**
 * Totals from the released schema: sums of entries, accounts by text, wallets by code. Unconfirmed orders have lost their
 * promise: withdrawals have none.
 */
const RELEASED_QUESTIONS: Readonly<Record<keyof MoneyTotals, string>> = {
  balances: `select concat_ws(' ', account, wallet, sum(amount)) as line from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
    where t.phase in ('posted', 'pending_posted') group by account, wallet having sum(amount) <> 0`,
  suspense: `select concat_ws(' ', t.order_id, account, sum(amount)) as line from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
    where t.phase = 'posted' and account like 'suspense:%' group by t.order_id, account having sum(amount) <> 0`,
  reserves: `select concat_ws(' ', code, posted, held - coalesce((
      select sum(hold_amount) from orders where outcome_code = code and hold_id is not null and status = 'awaiting_confirmation'), 0)) as line from reserves`,
  holds: `select concat_ws(' ', o.id, o.outcome_code, o.hold_amount) as line from orders o where o.hold_id is not null and status <> 'awaiting_confirmation'`,
  payouts: `select concat_ws(' ', order_id, purpose, payment_system_code, amount, state) as line from payouts`,
};

async function readTotals(url: string): Promise<MoneyTotals> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const lines = async (text: string) => (await client.query<{ line: string }>(text)).rows.map(({ line }) => line).sort();
    const { balances, suspense, reserves, holds, payouts } = RELEASED_QUESTIONS;
    return {
      balances: await lines(balances),
      suspense: await lines(suspense),
      reserves: await lines(reserves),
      holds: await lines(holds),
      payouts: await lines(payouts),
    };
  } finally {
    await client.end();
  }
}

async function migrateToRelease(adminUrl: string, newest: ReleaseName): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'razmen-release-'));
  try {
    for (const file of fs.readdirSync(MIGRATIONS).filter((name) => name.slice(0, 4) <= newest))
      fs.copyFileSync(path.join(MIGRATIONS, file), path.join(folder, file));
    await migrate({ adminUrl, log: quiet, folder });
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

async function insertRows(url: string, lines: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const line of lines) {
      const at = line.indexOf(' ');
      const table = client.escapeIdentifier(line.slice(0, at));
      await client.query(`insert into ${table} select * from json_populate_record(null::${table}, $1)`, [line.slice(at + 1)]);
    }
  } finally {
    await client.end();
  }
}

const readRelease = (newest: ReleaseName): readonly string[] =>
  fs
    .readFileSync(path.join(root, `tests/make/released-${newest}.txt`), 'utf8')
    .trimEnd()
    .split('\n');

/** Makes an empty database that of an earlier release, with the rows that its code wrote. */
export async function fillAsReleased(url: string, newest: ReleaseName): Promise<void> {
  await migrateToRelease(url, newest);
  await insertRows(url, readRelease(newest).slice(1));
}

/**
 * A database written by an earlier release's own code, with orders in every state, observations, holds, suspense, pending
 * payouts and refunds, migrated to the current schema.
 */
export async function restoreEarlierRelease(newest: ReleaseName): Promise<EarlierRelease> {
  const [head = ''] = readRelease(newest);
  let before: MoneyTotals | undefined;
  const database = await createTestDatabase({
    fill: async (url) => {
      await fillAsReleased(url, newest);
      before = await readTotals(url);
      await prepareDatabase(url, quiet);
    },
  });
  if (!before) throw new Error('the release was not asked');
  return { database, before, ...(JSON.parse(head) as Pick<EarlierRelease, 'made' | 'now'>) };
}
