import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { countUpTo } from './list-page.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

test('counts all rows, or up to one more than the maximum, which means that there are more', async () => {
  const ten = sql`from generate_series(1, 10)`;
  expect([await countUpTo(database.db, ten), await countUpTo(database.db, ten, 10)]).toEqual([10, 10]);
  expect([await countUpTo(database.db, ten, 9), await countUpTo(database.db, ten, 3)]).toEqual([10, 4]);
});
