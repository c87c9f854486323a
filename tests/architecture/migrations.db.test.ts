import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMigrations } from '#server/platform/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { fillAsReleased } from '#tests/make/earlier-release.ts';

/** Migrations up to this one were applied before the rules of this test. */
const BEFORE_RULES = '0710';

/** Allowed steps: what the release before no longer uses, with the migration of the release that stopped using it. */
const CONTRACTS: Readonly<Record<string, string>> = {};

interface Table {
  readonly name: string;
  readonly file: number;
  readonly scans: number;
  readonly written: number;
  readonly stops_writers: boolean;
}

/** All tables, with what this session has done to them and the locks of its transaction. */
const TABLES = `
  select c.relname as name, c.relfilenode as file, coalesce(s.seq_scan, 0)::int as scans,
    coalesce(s.n_tup_upd + s.n_tup_del, 0)::int as written,
    exists (select from pg_locks l where l.relation = c.oid and l.pid = pg_backend_pid()
      and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')) as stops_writers
  from pg_class c left join pg_stat_xact_user_tables s on s.relid = c.oid
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`;

interface Column {
  readonly name: string;
  readonly type: string;
  /** An insert that does not name the column fails. */
  readonly is_required: boolean;
}

const COLUMNS = `
  select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull and not a.atthasdef and a.attidentity = '' as is_required
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where a.attnum > 0 and not a.attisdropped and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`;

interface Schema {
  readonly tables: ReadonlyMap<string, Table>;
  readonly columns: ReadonlyMap<string, Column>;
}

const byName = <Row extends { readonly name: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.name, row]));

const readSchema = async (client: pg.Client): Promise<Schema> => ({
  tables: byName((await client.query<Table>(TABLES)).rows),
  columns: byName((await client.query<Column>(COLUMNS)).rows),
});

/** Steps on existing tables that take as long as the table is large. */
function slowSteps(before: Schema, after: Schema): readonly string[] {
  return [...before.tables].flatMap(([name, earlier]) => {
    const table = after.tables.get(name);
    if (table === undefined) return [];
    return [
      ...(table.file === earlier.file ? [] : [`rewrites ${name}`]),
      ...(table.stops_writers && table.scans > earlier.scans ? [`reads ${name} while its writers wait`] : []),
      ...(table.written > earlier.written ? [`changes rows of ${name}`] : []),
    ];
  });
}

/** Changes that make statements of the release before this one fail. */
function brokenStatements(before: Schema, after: Schema): readonly string[] {
  const removed = [...before.columns.keys()].filter((name) => !after.columns.has(name)).map((name) => `removes ${name}`);
  const changed = [...after.columns].flatMap(([name, { type, is_required: isRequired }]) => {
    const earlier = before.columns.get(name);
    const isNewTable = !before.tables.has(name.split('.')[0] ?? '');
    return [
      ...(earlier === undefined || earlier.type === type ? [] : [`changes the type of ${name}`]),
      ...(isNewTable || !isRequired || earlier?.is_required === true ? [] : [`requires ${name}`]),
    ];
  });
  return [...removed, ...changed];
}

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase({ fill: async (url) => await fillAsReleased(url, '0075') });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const isConcurrent = (text: string): boolean => /^create index concurrently /m.test(text);

/** Runs a migration in a transaction and returns what it does that a shop which serves cannot bear. */
async function inspect(text: string, end: 'commit' | 'rollback'): Promise<readonly string[]> {
  await client.query('begin');
  const before = await readSchema(client);
  await client.query(text);
  const after = await readSchema(client);
  await client.query(end);
  return [...slowSteps(before, after), ...brokenStatements(before, after)];
}

/** Indexes of large tables: no transaction is allowed around them, and writers do not wait. */
async function createConcurrently(text: string): Promise<void> {
  for (const statement of text.replace(/^--.*$/gm, '').split(';')) await client.query(statement);
}

test('no new migration stops writers for long or breaks the release before it', async () => {
  const found: string[] = [];
  for (const { name, text } of readMigrations().filter((each) => each.name.slice(0, 4) > '0075')) {
    if (isConcurrent(text)) await createConcurrently(text);
    else if (name.slice(0, 4) <= BEFORE_RULES) await client.query(text);
    else found.push(...(await inspect(text, 'commit')).map((step) => `${name} ${step}`));
  }
  expect(found.filter((step) => CONTRACTS[step] === undefined)).toEqual([]);
  expect(Object.keys(CONTRACTS).filter((step) => !found.includes(step))).toEqual([]);
});

test('each kind of harmful statement is found', async () => {
  const harmful: readonly (readonly [string, readonly string[]])[] = [
    ['alter table orders alter column email type varchar(400)', ['rewrites orders', 'changes the type of orders.email']],
    ['alter table orders add column seen_at timestamptz not null default clock_timestamp()', ['rewrites orders']],
    ['alter table orders add constraint amount check (income_amount > 0)', ['reads orders while its writers wait']],
    ['create index added on ledger_entries (amount)', ['reads ledger_entries while its writers wait']],
    ['update deposits set amount = amount', ['changes rows of deposits']],
    ['alter table orders drop column email', ['removes orders.email']],
    [
      'alter table orders add column note text not null default 0; alter table orders alter column note drop default',
      ['requires orders.note'],
    ],
  ];
  for (const [text, steps] of harmful) expect(await inspect(text, 'rollback'), text).toEqual(expect.arrayContaining([...steps]));
  const harmless = `
    alter table orders add column note text not null default '';
    alter table orders add constraint amount check (income_amount > 0) not valid;
    create table order_notes (order_id text primary key references orders, note text not null)`;
  expect(await inspect(harmless, 'rollback')).toEqual([]);
});
