import { as } from '#tests/make/rows.ts';
import { AnyRow } from '#server/platform/db/row.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('values', () => {
  it('keeps numbers beyond 2^53 and days as text', async () => {
    const row = await database.db.one(
      AnyRow,
      sql`select 123456789012345678901234567890::numeric as n, ${2n ** 62n}::int8 as i, '2026-11-01'::date as d, now() as t`,
    );
    expect(row).toEqual({ n: '123456789012345678901234567890', i: String(2n ** 62n), d: '2026-11-01', t: expect.any(Date) });
  });

  it('lower-cases Cyrillic and sorts it by the Russian alphabet', async () => {
    expect(await database.db.one(AnyRow, sql`select lower('ПРИВЕТ') as low, 'Ёж' < 'Жук' collate "ru-x-icu" as sorted`)).toEqual({
      low: 'привет',
      sorted: true,
    });
  });
});

describe('transactions', () => {
  it('rolls back what a throw interrupts and gives the connection back', async () => {
    const work = database.db.tx(async (tx) => {
      await tx.run(sql`insert into settings (key, value) values ('rolled-back', '1')`);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await database.db.maybe(AnyRow, sql`select 1 from settings where key = 'rolled-back'`)).toBeUndefined();
  });

  it('runs a deadlocked transaction again until both are done', async () => {
    await database.db.run(sql`insert into settings (key, value) values ('a', '0'), ('b', '0')`);
    const add = (first: string, second: string) =>
      database.db.tx(async (tx) => {
        await tx.run(sql`update settings set value = to_jsonb((value #>> '{}')::int + 1) where key = ${first}`);
        await tx.run(sql`select pg_sleep(0.2)`);
        await tx.run(sql`update settings set value = to_jsonb((value #>> '{}')::int + 1) where key = ${second}`);
      });
    await Promise.all([add('a', 'b'), add('b', 'a')]);
    expect(await database.db.many(AnyRow, sql`select value from settings where key in ('a', 'b')`)).toEqual([{ value: 2 }, { value: 2 }]);
  });

  it('survives the loss of a connection in the middle', async () => {
    const work = database.db.tx(async (tx) => {
      const { pid } = await tx.one(as<{ pid: number }>(), sql`select pg_backend_pid() as pid`);
      await database.adminDb.run(sql`select pg_terminate_backend(${pid})`);
      await tx.run(sql`select 1`);
    });
    await expect(work).rejects.toThrow();
    expect(await database.db.one(AnyRow, sql`select 1 as one`)).toEqual({ one: 1 });
  });
});

describe('the application role', () => {
  const appendOnly = ['ledger_transfers', 'ledger_entries', 'audit_log', 'order_events'];

  it.each(appendOnly)('may add to %s and never change or remove', async (table) => {
    const rights = await database.db.one(
      AnyRow,
      sql`select current_user::text as who, has_table_privilege(${table}, 'insert') as i, has_table_privilege(${table}, 'select') as s,
          has_table_privilege(${table}, 'update') as u, has_table_privilege(${table}, 'delete') as d, has_table_privilege(${table}, 'truncate') as t`,
    );
    expect(rights).toEqual({ who: 'razmen_app', i: true, s: true, u: false, d: false, t: false });
  });

  it('cannot change the schema or the list of migrations', async () => {
    await expect(database.db.run(sql`create table mine (id int)`)).rejects.toMatchObject({ code: '42501' });
    await expect(database.db.run(sql`delete from migrations`)).rejects.toMatchObject({ code: '42501' });
    await expect(database.db.run(sql`alter table orders disable trigger all`)).rejects.toMatchObject({ code: '42501' });
  });

  it('even the owner is stopped by the trigger', async () => {
    await expect(database.adminDb.run(sql`truncate ledger_transfers cascade`)).rejects.toThrow(/append-only/);
  });
});
