import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Db } from '#server/platform/db/db.ts';
import { withDatabase, withRole } from '#server/platform/db/url.ts';
import { createDb, createPool } from '#server/platform/db/pool.ts';
import { TEMPLATE } from './cluster.ts';

export interface TestDatabase {
  /** Connected with the application's role, like the product. */
  readonly db: Db;
  /** Connected as the owner, for what the application may not do. */
  readonly adminDb: Db;
  /** Owner's connection string. */
  readonly url: string;
  /** Connection string that works as the application's role. */
  readonly appUrl: string;
  drop(): Promise<void>;
}

const log = { warn: () => undefined };
/** Longer than in production: tests queue hundreds of queries for ten connections on busy machines. */
const CONNECT_TIMEOUT_MS = 30_000;

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseServerUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

interface TestDatabaseOptions {
  readonly connections?: number;
  /** Prepares an empty database, given its owner's connection string; default: all migrations, no rows. */
  readonly fill?: (url: string) => Promise<void>;
}

/** A new migrated database for this test file. Only in `*.db.test.ts` files; call `drop` in `afterAll`. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(options.fill ? `create database ${name}` : `create database ${name} template ${TEMPLATE}`);
  const url = withDatabase(inject('databaseServerUrl'), name);
  await options.fill?.(url);
  const role = inject('databaseRole') || undefined;
  const pool = { url, log, connectTimeoutMs: CONNECT_TIMEOUT_MS } as const;
  const db = createDb(createPool({ ...pool, max: options.connections ?? 10, ...(role === undefined ? {} : { role }) }));
  const adminDb = createDb(createPool({ ...pool, max: 2 }));
  return {
    db,
    adminDb,
    url,
    appUrl: withRole(url, role),
    async drop() {
      await Promise.all([db.close(), adminDb.close()]);
      await onServer(`drop database if exists ${name} with (force)`);
    },
  };
}
