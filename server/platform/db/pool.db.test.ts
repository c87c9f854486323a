import * as col from './columns.ts';
import { rowType } from './row.ts';
import { as } from '#tests/make/rows.ts';
import { AnyRow } from '#server/platform/db/row.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#server/platform/db/db.ts';
import { createDb, createPool, executeOn } from '#server/platform/db/pool.ts';
import { statementsOf } from '#tests/make/count-statements.ts';
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
  it('rolls back after an exception and releases the connection', async () => {
    const work = database.db.tx(async (tx) => {
      await tx.run(sql`insert into settings (key, value) values ('rolled-back', '1')`);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await database.db.maybe(AnyRow, sql`select 1 from settings where key = 'rolled-back'`)).toBeUndefined();
  });

  it('undoes only the nested work, at any depth, and sends no savepoint for work without statements', async () => {
    const add = async (tx: Tx, key: string) => void (await tx.run(sql`insert into settings (key, value) values (${key}, '1')`));
    const fail = async (tx: Tx, work: () => Promise<void>) =>
      await tx
        .nested(async () => {
          await work();
          throw new Error('no');
        })
        .catch(() => undefined);
    const statements = await statementsOf(
      async () =>
        await database.db.tx(async (tx) => {
          await add(tx, 'outside');
          await tx.nested(async () => undefined);
          await fail(tx, async () => undefined);
          await tx.nested(async () => {
            await fail(tx, async () => await add(tx, 'inner-undone'));
            await add(tx, 'kept');
          });
          await fail(tx, async () => await tx.nested(async () => await add(tx, 'outer-undone')));
          await fail(tx, async () => void (await tx.run(sql`select 1 / 0`)));
          await add(tx, 'after');
        }),
    );
    const keys = await database.db.many(
      as<{ key: string }>(),
      sql`select key from settings where key in ('outside', 'inner-undone', 'kept', 'outer-undone', 'after') order by key`,
    );
    expect(keys.map(({ key }) => key)).toEqual(['after', 'kept', 'outside']);
    expect(statements.filter((text) => text.startsWith('savepoint'))).toHaveLength(5);
  });

  it('does not report a commit if the error of a statement was caught', async () => {
    let isWoken = false;
    const work = database.db.tx(async (tx) => {
      tx.onCommit(() => (isWoken = true));
      await tx.run(sql`insert into settings (key, value) values ('swallowed', '1')`);
      await tx.run(sql`select 1 / 0`).catch(() => undefined);
    });
    await expect(work).rejects.toThrow('rolled back');
    expect(isWoken).toBe(false);
    expect(await database.db.maybe(AnyRow, sql`select 1 from settings where key = 'swallowed'`)).toBeUndefined();
  });

  it('retries a deadlocked transaction until both have succeeded', async () => {
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

  it('survives the loss of a connection during a transaction', async () => {
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
          has_table_privilege(${table}, 'update') as u, has_table_privilege(${table}, 'delete') as d,
            has_table_privilege(${table}, 'truncate') as t`,
    );
    expect(rights).toEqual({ who: 'razmen_app', i: true, s: true, u: false, d: false, t: false });
  });

  it('cannot change the schema or the list of migrations', async () => {
    await expect(database.db.run(sql`create table mine (id int)`)).rejects.toMatchObject({ code: '42501' });
    await expect(database.db.run(sql`delete from migrations`)).rejects.toMatchObject({ code: '42501' });
    await expect(database.db.run(sql`alter table orders disable trigger all`)).rejects.toMatchObject({ code: '42501' });
  });

  it('a trigger stops even the owner', async () => {
    await expect(database.adminDb.run(sql`truncate ledger_transfers cascade`)).rejects.toThrow(/append-only/);
  });
});

describe('behind a pooler that keeps no sessions', () => {
  const SettingsRow = rowType({ who: col.text, zone: col.text, statement: col.text, idle: col.text });
  const read = sql`select current_user::text as who, current_setting('timezone') as zone, current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle`;
  const own = { who: 'razmen_app', zone: 'UTC', statement: '7s', idle: '1min' };

  it('every statement and transaction sends its settings, and leaves neither settings nor prepared statements in the session', async () => {
    const pool = createPool({
      url: database.url,
      role: 'razmen_app',
      isPooled: true,
      max: 1,
      statementTimeoutMs: 7_000,
      log: { warn: () => undefined },
    });
    const db = createDb(pool);
    expect(await db.one(SettingsRow, read)).toEqual(own);
    expect(await db.tx((tx) => tx.one(SettingsRow, read))).toEqual(own);
    // The statements of a library with its own transaction
    await executeOn(pool, `begin; insert into settings (key, value) values ('by', to_jsonb(current_user::text)); commit;`);
    expect(await db.one(AnyRow, sql`select value from settings where key = 'by'`)).toEqual({ value: 'razmen_app' });
    await expect(db.run(sql`select 1 / 0`)).rejects.toMatchObject({ code: '22012' });
    const session = await pool.query(
      `select current_user::text as who, current_setting('statement_timeout') as statement, (select count(*)::int from pg_prepared_statements) as prepared`,
    );
    expect(session.rows).toEqual([{ who: expect.not.stringMatching('razmen_app'), statement: '0', prepared: 0 }]);
    await db.close();
  });
});
