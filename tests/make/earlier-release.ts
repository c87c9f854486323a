import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '#server/platform/db/migrate.ts';
import { prepareDatabase } from '#server/platform/db/open.ts';
import { root } from '#tests/house/files.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

const MIGRATIONS = path.join(root, 'server/platform/db/migrations');
const ROWS = path.join(root, 'tests/make/released-0012.txt');
/** The newest migration that the release knew. */
const NEWEST = '0012';
const quiet = { info: () => undefined, warn: () => undefined };

export interface EarlierRelease {
  readonly database: TestDatabase;
  /** The moment of its newest row. */
  readonly now: number;
  /** Its orders by what became of them. */
  readonly made: Readonly<Record<string, string>>;
}

async function migrateToRelease(adminUrl: string): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'razmen-release-'));
  try {
    for (const file of fs.readdirSync(MIGRATIONS).filter((name) => name.slice(0, 4) <= NEWEST))
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

/**
 * A database as the release of migration 0012 left it, written by that release's own code with orders in every state, an
 * operator's words and returned money among them, brought up to today by the migrations alone.
 */
export async function restoreEarlierRelease(): Promise<EarlierRelease> {
  const [head = '', ...lines] = fs.readFileSync(ROWS, 'utf8').trimEnd().split('\n');
  const database = await createTestDatabase({
    fill: async (url) => {
      await migrateToRelease(url);
      await insertRows(url, lines);
      await prepareDatabase(url, quiet);
    },
  });
  return { database, ...(JSON.parse(head) as Pick<EarlierRelease, 'made' | 'now'>) };
}
