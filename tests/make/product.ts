import fs from 'node:fs';
import { vi } from 'vitest';
import { auditLedger, type Finding } from '#server/reconciliation/audit-ledger.ts';
import { type Api, createApi } from './call-api.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { makeFolder, type RunningApp, startApp } from './process.ts';

export const OWNER = { email: 'owner@exchange.test', password: 'vX7-mq2-Lp9-zT4' } as const;

export interface ProductProcess extends RunningApp {
  readonly api: Api;
}

/** The whole product: real processes on one real database. */
export interface Product {
  readonly database: TestDatabase;
  /** Folder of the processes' files. */
  readonly dataDir: string;
  /** Starts one more process and waits until it serves. */
  start(env?: Readonly<Record<string, string>>): Promise<ProductProcess>;
  /** Violations of the ledger's equations. */
  audit(): Promise<readonly Finding[]>;
  /** JSON:API violations and logged faults of all processes. */
  findings(): readonly string[];
  /** Ends every process; throws when the books are wrong. */
  close(): Promise<void>;
}

/** Log lines of level "error". */
export const errorsIn = (output: string): readonly string[] => output.split('\n').filter((line) => /"level":(?:"error"|50)\b/.test(line));

export async function createProduct(): Promise<Product> {
  const database = await createTestDatabase();
  const dataDir = makeFolder();
  const running: ProductProcess[] = [];
  return {
    database,
    dataDir,
    async start(env = {}) {
      const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password };
      const app = await startApp({ ...settings, RATE_LIMITS: 'off', ...env });
      const started = { ...app, api: createApi(app.url) };
      running.push(started);
      return started;
    },
    audit: () => auditLedger(database.db),
    findings: () => running.flatMap((app) => [...app.api.findings, ...errorsIn(app.output())]),
    async close() {
      await Promise.all(running.map((app) => app.kill()));
      const breaches = await auditLedger(database.db);
      await database.drop();
      fs.rmSync(dataDir, { recursive: true, force: true });
      if (breaches.length > 0) throw new Error(`The books of this test do not hold: ${JSON.stringify(breaches)}`);
    },
  };
}

/** Retries `check` until it no longer throws, for asynchronous effects. */
export const until = <T>(check: () => Promise<T> | T, timeout = 60_000): Promise<T> => vi.waitFor(check, { timeout, interval: 100 });
