import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { isMigrated } from '#server/platform/db/migrate.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'razmen-audit-'));
let empty: TestDatabase;
beforeAll(async () => {
  empty = await createTestDatabase({ fill: async () => undefined });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await empty.drop();
});

const audit = async (env: Readonly<Record<string, string>>) =>
  await promisify(execFile)(process.execPath, ['scripts/audit.ts'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { PATH: process.env['PATH'], ...env },
  });

it('refuses an empty data folder and an empty database, and creates nothing in them', async () => {
  const dataDir = path.join(folder, 'data');
  await expect(audit({ DATA_DIR: dataDir })).rejects.toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(dataDir) });
  expect(existsSync(dataDir)).toBe(false);
  await expect(audit({ DATABASE_URL: empty.url, DATA_DIR: dataDir })).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('DATABASE_URL'),
  });
  expect(await isMigrated(empty.url)).toBe(false);
});
