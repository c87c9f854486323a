import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditRecordAttributes } from '#contract/office/shop/audit.ts';
import type { OrderAttributes } from '#contract/public/order-attributes.ts';
import { MINUTE_MS } from '#core/time.ts';
import { chainAudit } from '#server/audit-log/chain-audit.ts';
import { officeAuditRoutes } from '#server/audit-log/office-routes.ts';
import { verifyAudit } from '#server/audit-log/verify-audit.ts';
import { listHistory } from '#server/desk/history-store.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { closeIncident } from '#server/incidents/office-routes.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { orderRoutes } from '#server/orders/customer/routes.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createObserver } from '#tests/make/observe.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { eraseDue } from './erase-account.ts';
import { personalDataRoutes } from './routes.ts';

interface Customer {
  readonly person: Person;
  readonly orderId: string;
  readonly canary: string;
}

let world: World;
let office: Office;
let auditor: Person;
let owner: Person;
let [anna, boris]: Customer[] = [];

const both = () => {
  if (anna === undefined || boris === undefined) throw new Error('not made yet');
  return { anna, boris };
};

/** A finished order with staff texts in all places, each with the customer's canary. */
async function writtenAbout(name: string): Promise<Customer> {
  const { deps } = world;
  const person = await office.person('customer', name);
  const canary = `${name}-canary-7731`;
  const orderId = (
    await person.send<OrderAttributes>('POST', '/api/v1/orders', await world.form(), { 'idempotency-key': `key-of-${name}-12345` })
  ).one.id;
  await person.send('POST', `/api/v1/orders/${orderId}/get_requisites`, {});
  await world.drain();
  const observer = await createObserver(world);
  expect(await observer.see(await world.read(orderId), { note: `${canary} seen` })).toMatchObject({ ok: true });
  await world.drain();
  const about = { actorId: owner.id, subjectId: orderId, subjectType: 'order' };
  await deps.db.tx(async (tx) => {
    await recordAudit(deps, tx, { ...about, action: 'order.note', detail: { note: `${canary} called` } });
    await recordAudit(deps, tx, { ...about, action: 'order.note', detail: { note: `${canary} called again`, amount: '1' } });
    const payload = { email: `${canary}@example.org`, amount: '5' };
    await recordAudit(deps, tx, { ...about, action: 'approval.approve', detail: { kind: 'correct_email', payload, note: canary } });
    await recordAudit(deps, tx, { ...about, subjectType: 'user', subjectId: person.id, action: 'customer.note', detail: { note: canary } });
    await tx.run(sql`
      insert into approvals (id, kind, subject, payload, hash, note, needs, proposed_at, expires_at, state, decided_by, decided_at,
        decision_note)
      values (${deps.random.uuid()}, 'extend_rate', ${orderId}, '{}', 'x', ${canary}, 1, now(), now(), 'approved', ${owner.id}, now(),
        ${canary})`);
    const detail = { requisites_masked: { account: canary } };
    await raiseIncident(deps, tx, { kind: 'destination_corrected', subject: orderId, detail });
    const incident = await tx.one(as<{ id: string }>(), sql`select id::text from incidents where subject = ${orderId}`);
    expect(await closeIncident(deps, tx, { id: incident.id, note: canary, operatorId: owner.id })).toMatchObject({ ok: true });
  });
  // A move by hand with its note, as the desk writes it
  await world.database.adminDb.tx(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`update order_events set note = ${canary} where order_id = ${orderId} and version = 1`);
  });
  return { person, orderId, canary };
}

beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, [...personalDataRoutes(world.deps), ...orderRoutes(world.deps), ...officeAuditRoutes(world.deps)]);
  [owner, auditor] = [await office.person('owner'), await office.person('auditor')];
  [anna, boris] = [await writtenAbout('anna'), await writtenAbout('boris')];
  await world.deps.db.run(sql`update users set email_verified_at = now()`);
  await chainAudit(world.deps);
});
afterAll(async () => {
  await office.close();
  await world.close();
});

async function dump(): Promise<string> {
  const { adminDb } = world.database;
  const tables = await adminDb.many(
    as<{ name: string }>(),
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  for (const { name } of tables)
    texts.push((await adminDb.one(as<{ all: string | null }>(), sql([`select json_agg(t)::text as all from "${name}" t`]))).all ?? '');
  return texts.join('\n');
}
const recordsOf = async (subject: string) =>
  (await auditor.send<AuditRecordAttributes>('GET', `/api/office/v1/audit_records?q=${subject}`)).rows.map(({ attributes }) => attributes);
const notesOf = async ({ orderId }: Customer) =>
  (await listHistory(world.deps, world.deps.db, orderId)).flatMap(({ note }) => (note === null ? [] : [note]));

/** A superuser's change, past every trigger. */
const tamper = async (statement: ReturnType<typeof sql>) => await world.database.adminDb.run(statement);

describe('what staff have written about a customer', () => {
  test('is stored apart from the chained rows, and is shown in the log, in its file and in the history of an order', async () => {
    const { anna: one } = both();
    const rows = await world.deps.db.many(as<{ text: string }>(), sql`select detail::text as text from audit_log`);
    expect(rows.filter(({ text }) => text.includes('canary'))).toEqual([]);
    const records = await recordsOf(one.orderId);
    expect(records.map(({ detail }) => detail)).toEqual(
      expect.arrayContaining([
        { note: `${one.canary} called` },
        { note: `${one.canary} called again`, amount: '1' },
        { kind: 'correct_email', note: one.canary, payload: { amount: '5', email: `${one.canary}@example.org` } },
      ]),
    );
    const file = await auditor.send('GET', `/api/office/v1/audit_records.csv?q=${one.orderId}`);
    expect(file.raw.toString()).toContain(`${one.canary} called again`);
    expect(await notesOf(one)).toEqual(expect.arrayContaining([`${one.canary} called`, one.canary]));
    expect(await verifyAudit(world.deps)).toEqual([]);
  });

  test('is reported by the verification if it was changed, exchanged or removed', async () => {
    const { boris: one } = both();
    const words = await world.deps.db.many(
      as<{ audit_id: string; words: Buffer }>(),
      sql`select audit_id, words from audit_words where subject_id = ${one.orderId} order by audit_id`,
    );
    const [first, second] = words;
    const put = async (id: string | undefined, bytes: Buffer | undefined) =>
      await tamper(sql`update audit_words set words = ${bytes} where audit_id = ${id}::uuid`);
    await put(first?.audit_id, second?.words);
    expect((await verifyAudit(world.deps)).join()).toContain('its words were changed or removed');
    await put(first?.audit_id, first?.words);
    await tamper(sql`delete from audit_words where audit_id = ${first?.audit_id}::uuid`);
    expect((await verifyAudit(world.deps)).join()).toContain('its words were changed or removed');
    await tamper(sql`
      insert into audit_words (audit_id, subject_type, subject_id, words)
        values (${first?.audit_id}::uuid, 'order', ${one.orderId}, ${first?.words})`);
    expect(await verifyAudit(world.deps)).toEqual([]);
  });

  test('is destroyed with the customer’s data, and the chain still holds; what is written about others stays (R44)', async () => {
    const { anna: one, boris: other } = both();
    const before = await dump();
    expect([before.includes(one.canary), before.includes(other.canary)]).toEqual([true, true]);
    office.prove(one.person);
    const { email } = await world.deps.db.one(as<{ email: string }>(), sql`select email from users where id = ${one.person.id}`);
    expect((await one.person.send('POST', '/api/v1/user/erasure', { email })).status).toBe(202);
    await world.pass(15 * MINUTE_MS);
    await eraseDue(world.deps);
    const after = await dump();
    expect([after.includes(one.canary), after.includes(other.canary)]).toEqual([false, true]);
    const left = await world.deps.db.many(
      as<object>(),
      sql`select 1 from audit_keys where subject_id in (${one.orderId}, ${one.person.id})
        union all select 1 from audit_words where subject_id in (${one.orderId}, ${one.person.id})`,
    );
    expect(left).toEqual([]);
    expect((await recordsOf(one.orderId)).filter(({ detail }) => detail['erased'] === true)).toHaveLength(4);
    expect(JSON.stringify(await recordsOf(one.orderId))).not.toContain(one.canary);
    expect((await notesOf(one)).filter((note) => note.includes(one.canary))).toEqual([]);
    expect(await notesOf(other)).toContain(`${other.canary} called`);
    await chainAudit(world.deps);
    expect(await verifyAudit(world.deps)).toEqual([]);
  });
});
