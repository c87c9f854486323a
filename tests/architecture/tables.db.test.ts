import { col, rowType, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { backwardReads, ownedTables, secondWriters, SHARED_TABLES } from './tables.ts';

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
    expect(secondWriters).toEqual([]);
  });

  it('only later modules read them', () => {
    expect(backwardReads).toEqual([]);
  });
});
