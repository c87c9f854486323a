import { as } from '#tests/make/rows.ts';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSecrets } from '#server/platform/secrets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { reseal, SEALED_COLUMNS } from './reseal.ts';

const [OLD, NEW] = ['the first secret of this installation', 'the second secret of this installation'];
const before = createSecrets(OLD);
const after = createSecrets(NEW, [OLD]);
const onlyNew = createSecrets(NEW);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

const insertSealed = (key: string, sealed: Buffer) =>
  database.db.run(sql`
    insert into idempotency_keys (scope, key, request_hash, status, response_sealed)
      values ('guest', ${key}, ${Buffer.of(1)}, 201, ${sealed})`);
const readAll = () =>
  database.db.many(as<{ key: string; sealed: Buffer }>(), sql`select key, response_sealed as sealed from idempotency_keys order by key`);

describe('reseal', () => {
  test('lists every encrypted column of the database with its primary key', async () => {
    const columns = await database.adminDb.many(
      as<{ name: string }>(),
      sql`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like '%sealed%' order by 1`,
    );
    expect(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(columns.map(({ name }) => name));
    for (const { table, keys } of SEALED_COLUMNS) {
      const primary = await database.adminDb.many(
        as<{ name: string }>(),
        sql`
        select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indisprimary and i.indrelid = ${table}::regclass`,
      );
      expect([...keys].toSorted(), `of ${table}`).toEqual(primary.map(({ name }) => name).toSorted());
    }
  });

  test('processes all batches, skips new and unreadable values, and can be repeated', async () => {
    for (let n = 0; n < 430; n++) await insertSealed(`k${String(n).padStart(3, '0')}`, before.seal(`answer ${n}`));
    await insertSealed('m-new', after.seal('already new'));
    await insertSealed('z-lost', createSecrets('the secret of somebody else').seal('lost'));
    const ofKeys = (results: Awaited<ReturnType<typeof reseal>>) => results.find(({ column }) => column.startsWith('idempotency_keys'));
    expect(ofKeys(await reseal({ db: database.db, secrets: after }))).toMatchObject({
      resealed: 430,
      alreadyNew: 1,
      lost: ['guest z-lost'],
    });
    const rows = (await readAll()).filter(({ key }) => key !== 'z-lost');
    expect(rows.map(({ sealed }) => onlyNew.unseal(sealed))).toEqual([
      ...Array.from({ length: 430 }, (_, n) => `answer ${n}`),
      'already new',
    ]);
    expect(ofKeys(await reseal({ db: database.db, secrets: after }))).toMatchObject({ resealed: 0, alreadyNew: 431 });
  });
});
