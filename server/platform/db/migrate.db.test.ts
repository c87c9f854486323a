import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { withDatabase } from '#server/platform/db/url.ts';
import { grantApplicationRole, migrate, readMigrations } from './migrate.ts';

const log = { info: () => undefined };
const name = `migrate_${process.pid}`;
let server: pg.Client;
let folder = '';
let url = '';

beforeAll(async () => {
  server = new pg.Client({ connectionString: inject('databaseServerUrl') });
  await server.connect();
});
afterAll(() => server.end());
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'razmen-migrations-'));
  await server.query(`create database ${name}`);
  url = withDatabase(inject('databaseServerUrl'), name);
});
afterEach(async () => {
  await server.query(`drop database ${name} with (force)`);
  fs.rmSync(folder, { recursive: true });
});

const write = (file: string, text: string): void => fs.writeFileSync(path.join(folder, file), text);
const run = () => migrate({ adminUrl: url, log, folder });

async function query<Row extends object>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

describe('migrations', () => {
  it('run once and in order, with any number of processes', async () => {
    write('0002_rows.sql', 'insert into things values (1)');
    write('0001_things.sql', 'create table things (id int)');
    await Promise.all([run(), run(), run()]);
    await run();
    expect(await query('select id from things')).toEqual([{ id: 1 }]);
  });

  it('leave no part of a migration that failed', async () => {
    write('0001_things.sql', 'create table things (id int); insert into things values (1/0)');
    await expect(run()).rejects.toThrow(/division by zero/);
    expect(await query("select to_regclass('things') as things")).toEqual([{ things: null }]);
  });

  it('are refused if an applied migration was changed', async () => {
    write('0001_things.sql', 'create table things (id int)');
    await run();
    write('0001_things.sql', 'create table things (id bigint)');
    await expect(run()).rejects.toThrow(/0001_things.sql was changed/);
  });

  describe('with a concurrent index', () => {
    const INDEX = 'create index concurrently if not exists things_id on things (id);\n';
    const isValid = async () => await query(`select indisvalid as is_valid from pg_index where indexrelid = to_regclass('things_id')`);

    it('run once, with any number of processes', async () => {
      write('0001_things.sql', 'create table things (id int)');
      write('0002_index.sql', `-- A large table\n${INDEX}`);
      await Promise.all([run(), run(), run()]);
      expect(await isValid()).toEqual([{ is_valid: true }]);
      expect(await query('select name from migrations order by name')).toHaveLength(2);
    });

    it('create again what an interrupted attempt left', async () => {
      write('0001_things.sql', 'create table things (id int)');
      await run();
      await query('create index things_id on things (id)');
      await query(`update pg_index set indisvalid = false where indexrelid = 'things_id'::regclass`);
      write('0002_index.sql', INDEX);
      await run();
      expect(await isValid()).toEqual([{ is_valid: true }]);
    });

    it('create again what was left in another schema', async () => {
      write('0001_things.sql', 'create schema far; create table far.things (id int)');
      await run();
      await query('create index far_things_id on far.things (id)');
      await query(`update pg_index set indisvalid = false where indexrelid = 'far.far_things_id'::regclass`);
      write('0002_index.sql', 'create index concurrently if not exists far_things_id on far.things (id);\n');
      await run();
      expect(await query(`select indisvalid as is_valid from pg_index where indexrelid = 'far.far_things_id'::regclass`)).toEqual([
        { is_valid: true },
      ]);
    });

    it('have nothing else', async () => {
      write('0001_things.sql', `create table things (id int);\n${INDEX}`);
      await expect(run()).rejects.toThrow(/nothing else: create table/);
    });
  });

  it('have unique numbers', () => {
    write('0001_a.sql', '');
    write('0001_b.sql', '');
    expect(() => readMigrations(folder)).toThrow(/number 0001/);
  });
});

describe('the application role', () => {
  it('is left out with a warning if the server does not permit creating it', async () => {
    const user = `${name}_user`;
    await server.query(`create role ${user} login password 'test'`);
    await server.query(`alter database ${name} owner to ${user}`);
    const client = new pg.Client({ connectionString: url.replace(/\/\/[^@]*@/, `//${user}:test@`) });
    await client.connect();
    const warn = vi.fn();
    try {
      expect(await grantApplicationRole(client, { warn })).toBeUndefined();
    } finally {
      await client.end();
      await server.query(`alter database ${name} owner to current_user`);
      await server.query(`drop owned by ${user}; drop role ${user}`);
    }
    expect(warn).toHaveBeenCalledWith(expect.objectContaining({ code: '42501' }), 'application_role_unavailable');
  });
});
