import os from 'node:os';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openDatabase } from './open.ts';
import { withDatabase, withRole } from './url.ts';

const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const name = `open_${process.pid}`;
let server: pg.Client;

beforeAll(async () => {
  server = new pg.Client({ connectionString: inject('databaseServerUrl') });
  await server.connect();
  await server.query(`create database ${name}`);
});
afterAll(async () => {
  await server.query(`drop database ${name} with (force)`);
  await server.end();
});

it('refuses a server with another default isolation level', async () => {
  await server.query(`alter database ${name} set default_transaction_isolation = 'serializable'`);
  const databaseUrl = withDatabase(inject('databaseServerUrl'), name);
  await expect(openDatabase({ databaseUrl, dataDir: os.tmpdir(), log })).rejects.toThrow(/DATABASE_URL.*serializable/);
});

it('writes connection strings of every kind', () => {
  expect(withDatabase('postgres://u:p@h:5432/postgres', 'x')).toBe('postgres://u:p@h:5432/x');
  expect(withDatabase('postgresql://u@/postgres?host=%2Ftmp', 'x')).toBe('postgresql://u@/x?host=%2Ftmp');
  expect(withRole('postgres://h/x', 'r')).toBe('postgres://h/x?options=-c%20role%3Dr');
  expect(withRole('postgres://h/x?a=b', 'r')).toBe('postgres://h/x?a=b&options=-c%20role%3Dr');
  expect(withRole('postgres://h/x', undefined)).toBe('postgres://h/x');
});
