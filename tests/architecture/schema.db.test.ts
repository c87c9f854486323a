import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { schemaDocument } from './schema-document.ts';

const FILE = new URL('../../docs/schema.sql', import.meta.url);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

it('docs/schema.sql is the migrated database (WRITE_SCHEMA=1 writes it)', async () => {
  const schema = await schemaDocument(database.adminDb);
  if (process.env['WRITE_SCHEMA'] === '1') writeFileSync(FILE, schema);
  expect(readFileSync(FILE, 'utf8')).toBe(schema);
});
