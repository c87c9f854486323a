import { createHash } from 'node:crypto';
import { sql, type Sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderNumber } from '#core/order/number.ts';
import { legacyAuditText } from '#core/staff/audit-text.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { insertAudit } from '#server/operators/sealed-detail.ts';
import { systemClock } from '#server/platform/clock.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { as } from '#tests/make/rows.ts';
import { auditHead, chainAudit, resignAuditHead } from './chain-audit.ts';
import { signedHead } from './links.ts';
import { listRecords } from './records-store.ts';
import { appendLinks, listUnchained, saveHead } from './store.ts';
import { verifyAudit } from './verify-audit.ts';

const [SECRET, NEXT] = ['a secret of tests, 32 characters', 'another secret, of 32 characters'];
const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

const depsOf = (secrets = createSecrets(SECRET)) => ({
  db: database.db,
  clock: systemClock,
  random: systemRandom,
  secrets,
  log,
  live: { notify: async () => undefined } as never,
});
const entry = (n: number) => ({
  actorId: `person ${n}`,
  action: 'order.note' as const,
  subjectType: 'order',
  subjectId: `o${n}`,
  detail: { b: n, a: ['я', null] },
});
const write = (n: number) => database.db.tx((tx) => recordAudit(depsOf(), tx, entry(n)));
const verify = (recordedHead?: string) => verifyAudit(depsOf(), recordedHead);

/** A superuser's change, past every trigger. */
async function tamper(statement: Sql): Promise<void> {
  await database.adminDb.tx(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(statement);
  });
}
const idOf = async (n: number) =>
  (await database.db.one(as<{ id: string }>(), sql`select id from audit_log where subject_id = ${`o${n}`}`)).id;

beforeEach(async () => {
  for (const table of ['audit_chain', 'audit_head', 'audit_unchained', 'audit_log', 'incidents'])
    await tamper(sql([`delete from ${table}`]));
  for (let n = 1; n <= 5; n++) await write(n);
  await chainAudit(depsOf());
});

test('entries of an order are found by its short number, and only those of orders', async () => {
  const id = 'np26qs2anvgsskss88ne';
  const about = async (subjectType: string) =>
    await database.db.tx((tx) => recordAudit(depsOf(), tx, { ...entry(7), subjectType, subjectId: id }));
  await about('order');
  await about('slot');
  const { rows } = await listRecords(database.db, { q: orderNumber(id) }, { limit: 10, offset: 0, from: undefined, sort: undefined });
  expect(rows.map((row) => [row.subject_type, row.subject_id])).toEqual([['order', id]]);
});

test('what the service wrote is verified, linked or not yet', async () => {
  expect(await verify()).toEqual([]);
  await write(6);
  expect(await verify()).toEqual([]);
  await chainAudit(depsOf());
  expect(await verify()).toEqual([]);
  expect(await auditHead(depsOf())).toMatch(/^6:[0-9a-f]{64}$/);
});

test('many processes link at once, every row once', async () => {
  await Promise.all(Array.from({ length: 60 }, (_, n) => write(n + 10)));
  await Promise.all(Array.from({ length: 5 }, () => chainAudit(depsOf())));
  await chainAudit(depsOf());
  expect(await verify()).toEqual([]);
  expect(await auditHead(depsOf())).toMatch(/^65:/);
});

describe('a row', () => {
  test.each([
    ['actor', sql`update audit_log set actor_id = 'somebody else' where subject_id = 'o3'`],
    ['detail', sql`update audit_log set detail = '{"b": 4}' where subject_id = 'o3'`],
    ['time', sql`update audit_log set at = at - interval '1 microsecond' where subject_id = 'o3'`],
  ])('changed in its %s is named, and no other', async (_what, statement) => {
    const id = await idOf(3);
    await tamper(statement);
    const found = await verify();
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(id);
    expect(found[0]).toContain('was changed');
  });

  test('removed is reported: in the middle, at the end, and before it was linked', async () => {
    const [middle, end] = [await idOf(2), await idOf(5)];
    await write(6);
    const waiting = await idOf(6);
    await tamper(sql`delete from audit_log where subject_id in ('o2', 'o5', 'o6')`);
    const found = (await verify()).join('\n');
    for (const id of [middle, end, waiting]) expect(found).toMatch(new RegExp(`${id}.*was removed`));
  });

  test('removed with its links is revealed by the head, or by a recorded head if that was forged too', async () => {
    const noted = await auditHead(depsOf());
    await tamper(sql`delete from audit_log where subject_id = 'o5'`);
    await tamper(sql`delete from audit_chain where seq = 5`);
    expect((await verify()).join()).toContain('rows at the end were removed');
    await tamper(sql`update audit_head set (seq, hash) = (select seq, hash from audit_chain where seq = 4)`);
    expect((await verify()).join()).toContain('not signed');
    expect((await verify(noted)).join()).toContain('the head noted as 5 is not in the chain');
  });

  test('inserted is reported: waiting, linked by the service itself, or past the chain', async () => {
    const insert = (id: string, mark: string | null) => sql`
      insert into audit_log (id, actor_id, action, subject_type, subject_id, detail, mark)
      values (${id}, 'nobody', 'order.refund', 'order', 'o9', '{}', ${mark})`;
    const [byHand, past, early] = [systemRandom.uuid(), systemRandom.uuid(), systemRandom.uuid()];
    await database.adminDb.run(insert(byHand, null));
    await database.adminDb.run(insert(early, 'earlier'));
    expect((await verify()).filter((line) => line.includes('the shop did not write it'))).toHaveLength(2);
    await chainAudit(depsOf());
    await tamper(insert(past, null));
    const found = (await verify()).join('\n');
    expect(found).toMatch(new RegExp(`${byHand}.*the shop did not write it`));
    expect(found).toMatch(new RegExp(`${early}.*the shop did not write it`));
    expect(found).toMatch(new RegExp(`${past}.*past the chain`));
    const incidents = await database.db.many(as<{ kind: string }>(), sql`select kind from incidents where closed_at is null`);
    expect(incidents).toEqual([{ kind: 'audit_failed' }]);
  });

  test('cannot be changed or removed with the rights of the application', async () => {
    await expect(database.db.run(sql`update audit_log set actor_id = 'x'`)).rejects.toThrow();
    await expect(database.db.run(sql`delete from audit_chain`)).rejects.toThrow();
  });
});

test('rows older than marks are linked first; later rows with that mark are not accepted', async () => {
  for (const table of ['audit_chain', 'audit_head', 'audit_unchained']) await tamper(sql([`delete from ${table}`]));
  await tamper(sql`update audit_log set mark = 'earlier'`);
  await tamper(sql`insert into audit_unchained select id from audit_log`);
  await chainAudit(depsOf());
  expect(await verify()).toEqual([]);
});

test('rows that an earlier release marked and linked in its own encoding are valid, and a change of them is found', async () => {
  for (const table of ['audit_chain', 'audit_head', 'audit_unchained', 'audit_log']) await tamper(sql([`delete from ${table}`]));
  const { secrets, clock } = depsOf();
  const written = { id: systemRandom.uuid(), ...entry(1), detail: { '9': 1, '10': 2, a: 3 } };
  const mark = secrets.sign('audit row', legacyAuditText(written));
  await database.db.tx((tx) => insertAudit(tx, { ...written, mark }));
  expect(await verify()).toEqual([]);
  const [row] = await listUnchained(database.db, 1);
  const hash = createHash('sha256')
    .update(Buffer.alloc(32))
    .update(JSON.stringify([1, true, row?.at_text, mark, legacyAuditText(written)]))
    .digest();
  await database.db.tx(async (tx) => {
    await appendLinks(tx, [{ seq: 1, auditId: written.id, hash, isOurs: true }], clock.now());
    await saveHead(tx, signedHead(secrets, { seq: 1, hash, takesEarlier: false }), clock.now());
  });
  await write(2);
  await chainAudit(depsOf());
  expect(await verify()).toEqual([]);
  await tamper(sql`update audit_log set detail = '{"9": 1, "10": 2, "a": 4}' where subject_id = 'o1'`);
  expect((await verify()).join()).toContain('was changed');
});

test('a changed secret signs the end again; nothing is linked after a forged end', async () => {
  const both = createSecrets(NEXT, [SECRET]);
  await resignAuditHead(depsOf(both));
  expect(await verifyAudit(depsOf(createSecrets(NEXT)))).toEqual([]);
  await tamper(sql`update audit_head set signature = 'forged'`);
  await write(7);
  await chainAudit(depsOf());
  expect(await auditHead(depsOf())).toMatch(/^5:/);
  expect((await verify()).join()).toContain('not signed');
});
