import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListPage } from '#server/platform/db/list-page.ts';
import { sql } from '#server/platform/db/db.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { ListPart } from '#server/platform/http/pagination.ts';
import type { SignedIn } from '#server/platform/http/route.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { as } from '#tests/make/rows.ts';
import { csvFile } from './csv-file.ts';

const quiet = () => undefined;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

/** A list of numbers whose place is the number; `reads` counts queries. */
function numbers(count: number) {
  const list = {
    reads: 0,
    read: async (part: ListPart): Promise<ListPage<number>> => {
      list.reads += 1;
      const first = part.from === undefined ? 0 : Number(part.from.place[0]) + 1;
      const rows = Array.from({ length: Math.min(part.limit, count - first) }, (_, i) => first + i);
      return { rows, ends: { before: null, after: first + rows.length < count ? [String(rows.at(-1))] : null } };
    },
  };
  return list;
}
const visitor = (userId: string): SignedIn => ({
  kind: 'user',
  userId,
  sessionId: 'none',
  role: 'owner',
  email: 'o@x.test',
  hasVerifiedEmail: true,
});
const silent = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const live = { subscribe: () => quiet, notify: async () => undefined } as never;

const exportOf = async (list: ReturnType<typeof numbers>, { userId = 'o1', signal = new AbortController().signal, isHead = false } = {}) =>
  await csvFile(
    {
      db: database.db,
      random: systemRandom,
      secrets: createSecrets('a secret of tests, 32 characters'),
      clock: systemClock,
      log: silent,
      live,
      settings: {} as never,
    },
    { visitor: visitor(userId), query: { q: 'anna@example.org', status: 'completed' }, signal, isHead },
    { name: 'numbers', columns: ['n', 'note'], read: list.read, cellsOf: (n) => [n, n === 2 ? '=1+1' : null] },
  );

let operators = 0;

async function fileOf(list: ReturnType<typeof numbers>) {
  const file = await exportOf(list, { userId: `reader ${(operators += 1)}` });
  if (!file.ok) throw new Error('refused');
  return file.value;
}

test('every row of a long list is written once, in order, and no cell is a formula', async () => {
  const { bytes, fileName } = await fileOf(numbers(2_500));
  const lines = (await text(bytes)).trimEnd().split('\r\n');
  expect(fileName).toBe('numbers.csv');
  expect(lines.slice(0, 4)).toEqual(['n,note', '0,', '1,', "2,'=1+1"]);
  expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(Array.from({ length: 2_500 }, (_, n) => n));
});

test('a list is read as far as its file is', async () => {
  const list = numbers(1_000_000);
  const { bytes } = await fileOf(list);
  const first = await bytes[Symbol.asyncIterator]().next();
  expect(first.done).toBe(false);
  bytes.destroy();
  expect(list.reads).toBeLessThan(10);
  expect(bytes.destroyed).toBe(true);
});

test('an empty list is a file with its columns', async () => {
  expect((await buffer((await fileOf(numbers(0))).bytes)).toString()).toBe('\uFEFFn,note\r\n');
});

test('a failure of the first part is an error, and one of a later part breaks the file off', async () => {
  const fails = async () => await Promise.reject(new Error('gone'));
  await expect(fileOf({ reads: 0, read: fails })).rejects.toThrow('gone');
  const list = numbers(5_000);
  const { bytes } = await fileOf({ reads: 0, read: async (part) => await (part.from === undefined ? list.read(part) : fails()) });
  await expect(text(bytes)).rejects.toThrow('gone');
});

test('an export is recorded with its filters, without the searched text', async () => {
  const rows = await database.db.many(
    as<{ action: string; subject_id: string; detail: unknown }>(),
    sql`
    select action, subject_id, detail from audit_log where subject_id = 'numbers' limit 1`,
  );
  expect(rows).toMatchObject([{ action: 'list.export', detail: { status: 'completed' } }]);
  expect(JSON.stringify(rows)).not.toContain('anna');
});

test('the headers of a file are no export: nothing is read, recorded or counted', async () => {
  const list = numbers(10);
  const countOf = async () => (await database.db.one(as<{ count: string }>(), sql`select count(*) from audit_log`)).count;
  const before = await countOf();
  for (let time = 0; time < 2; time += 1)
    expect(await exportOf(list, { userId: 'heads', isHead: true })).toMatchObject({ ok: true, value: { fileName: 'numbers.csv' } });
  expect([list.reads, await countOf()]).toEqual([0, before]);
});

test('an operator reads one file at a time, and a process four', async () => {
  const left = new AbortController();
  const of = async (userId: string) => await exportOf(numbers(1_000_000), { userId, signal: left.signal });
  expect((await of('a')).ok).toBe(true);
  expect(await of('a')).toMatchObject({ ok: false, refusals: [{ code: 'too_many_requests' }] });
  expect(await Promise.all(['b', 'c', 'd'].map(async (id) => (await of(id)).ok))).toEqual([true, true, true]);
  expect((await of('e')).ok).toBe(false);
  // Clients that leave, and operators who are signed out, end their files
  left.abort();
  await expect.poll(async () => (await exportOf(numbers(1), { userId: 'a' })).ok).toBe(true);
});
