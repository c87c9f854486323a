import { as } from '#tests/make/rows.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApprovalAttributes } from '#contract/office/orders/approvals.ts';
import type { ReservePostingAttributes, ReservePreviewAttributes } from '#contract/office/money/ledger.ts';
import { HOUR_MS } from '#core/time.ts';
import { APPROVAL_EXECUTORS } from '#tests/make/registries.ts';
import { officeLedgerRoutes } from '#server/ledger/office-routes.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeApprovalRoutes } from './office-routes.ts';
import { findWaiting } from './store.ts';

const APPROVALS = '/api/office/v1/approvals';
const POSTINGS = '/api/office/v1/reserve_postings';

let world: World;
let office: Office;
let proposer: Person;
let second: Person;

beforeAll(async () => {
  world = await createWorld({ reserve: 1_000_000n });
  office = await createOffice(world, [...officeLedgerRoutes(world.deps), ...officeApprovalRoutes(world.deps, APPROVAL_EXECUTORS)]);
  proposer = await office.person('treasurer', 'first');
  second = await office.person('owner', 'second');
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await office.close();
  await world.close();
});

const treasury = async (): Promise<string> =>
  (
    await world.deps.db.one(
      as<{ total: string }>(),
      sql`select trim_scale(sum(amount))::text as total from ledger_entries where account_kind = 'treasury' and wallet = 'SBERRUB'`,
    )
  ).total;
const propose = async (amount: string, kind = 'deposit') =>
  await proposer.send<ReservePostingAttributes>('POST', POSTINGS, { payment_system_id: 'SBERRUB', kind, amount, reason: 'new float' });
const read = async (person: Person, id: string | null) =>
  (await person.send<ApprovalAttributes>('GET', `${APPROVALS}?filter[state]=all`)).rows.find((row) => row.id === id);
const decide = async (person: Person, verb: 'approve' | 'decline', id: string | null, hash?: string) =>
  await person.send<ApprovalAttributes>('POST', `${APPROVALS}/${id}/${verb}`, {
    hash: hash ?? (await read(person, id))?.attributes.hash ?? '',
    note: 'seen',
  });
const auditOf = async (id: string | null) =>
  await world.deps.db.many(
    AnyRow,
    sql`select actor_id, action, subject_type, subject_id from audit_log where detail ->> 'approval_id' = ${id} order by at`,
  );

test('a preview shows before, after and per cent, and changes nothing', async () => {
  const before = await treasury();
  const preview = await proposer.send<ReservePreviewAttributes>('POST', `${POSTINGS}/preview`, {
    payment_system_id: 'SBERRUB',
    kind: 'withdrawal',
    amount: '2 500',
  });
  expect(preview.one.attributes).toMatchObject({ before: '10000', after: '7500', change_percent: '-25', needs_second_person: false });
  expect(await treasury()).toBe(before);
});

test('a very large posting waits for a second person and is posted once, with an audit entry per action', async () => {
  const before = await treasury();
  const answer = await propose('5000.01');
  const { state, approval_id: id } = answer.one.attributes;
  expect([answer.status, state]).toEqual([201, 'proposed']);
  expect(await treasury()).toBe(before);
  expect((await read(second, id))?.attributes).toMatchObject({
    kind: 'post_reserve',
    subject: 'SBERRUB',
    state: 'open',
    is_mine: false,
    may_approve: true,
    note: 'new float',
    payload: { before: '10000', after: '15000.01', change_percent: '50', amount: '5000.01' },
  });
  // A duplicate of an open proposal is refused for every operator
  expect(await propose('5000.01')).toMatchObject({ status: 409, error: { code: 'approval_conflict', meta: { approval_id: id } } });
  const approved = await decide(second, 'approve', id);
  expect(approved.one.attributes).toMatchObject({ state: 'approved', decided_by: 'second', decision_note: 'seen', may_approve: false });
  expect(await treasury()).toBe('1500001');
  expect(await auditOf(id)).toEqual([
    { actor_id: proposer.id, action: 'approval.propose', subject_type: 'reserve', subject_id: 'SBERRUB' },
    { actor_id: second.id, action: 'approval.approve', subject_type: 'reserve', subject_id: 'SBERRUB' },
  ]);
  expect(await decide(second, 'approve', id)).toMatchObject({ status: 409, error: { code: 'approval_conflict' } });
  expect(await treasury()).toBe('1500001');
});

test('the proposer cannot approve in any session, and may withdraw', async () => {
  const before = await treasury();
  const { approval_id: id } = (await propose('9000')).one.attributes;
  expect(await decide(proposer, 'approve', id)).toMatchObject({ status: 403, error: { code: 'access_denied' } });
  expect((await decide(proposer, 'decline', id)).one.attributes).toMatchObject({ state: 'declined', is_mine: true });
  expect(await decide(second, 'approve', id)).toMatchObject({ status: 409, error: { code: 'approval_conflict' } });
  expect(await treasury()).toBe(before);
});

test('own proposals and all others are separate lists for each operator', async () => {
  const { approval_id: id } = (await propose('9003')).one.attributes;
  const listed = async (person: Person, whose: string) => {
    const { rows } = await person.send<ApprovalAttributes>('GET', `${APPROVALS}?filter[proposer]=${whose}`);
    return rows.map((row) => ({ id: row.id, isMine: row.attributes.is_mine }));
  };
  expect(await listed(proposer, 'me')).toEqual([{ id, isMine: true }]);
  expect(await listed(proposer, 'others')).toEqual([]);
  expect(await listed(second, 'me')).toEqual([]);
  expect(await listed(second, 'others')).toEqual([{ id, isMine: false }]);
  expect((await proposer.send('GET', `${APPROVALS}?filter[proposer]=anyone`)).status).toBe(400);
  await decide(proposer, 'decline', id);
  expect(await listed(proposer, 'me')).toEqual([]);
});

test('a proposal that was changed, has expired or is not what was seen is refused', async () => {
  const before = await treasury();
  const { approval_id: id } = (await propose('9001')).one.attributes;
  expect(await decide(second, 'approve', id, '0'.repeat(64))).toMatchObject({ status: 409, error: { code: 'approval_conflict' } });
  await world.database.adminDb.run(sql`update approvals set payload = replace(payload, '9001', '99001') where id::text = ${id}`);
  expect(await decide(second, 'approve', id)).toMatchObject({ status: 409, error: { code: 'approval_conflict' } });
  const { approval_id: late } = (await propose('9002')).one.attributes;
  const { hash = '' } = (await read(second, late))?.attributes ?? {};
  await world.pass(25 * HOUR_MS);
  expect((await read(second, late))?.attributes).toMatchObject({ state: 'expired', may_approve: false });
  expect(await decide(second, 'approve', late, hash)).toMatchObject({ status: 409, error: { code: 'approval_conflict' } });
  expect(await treasury()).toBe(before);
});

test('a refusal by the executor leaves the proposal open and changes nothing', async () => {
  const { approval_id: id } = (await propose('14000', 'withdrawal')).one.attributes;
  const before = await treasury();
  await world.order();
  expect(await decide(second, 'approve', id)).toMatchObject({ status: 422, error: { code: 'has_no_reserves' } });
  expect((await read(second, id))?.attributes).toMatchObject({ state: 'open' });
  expect(await treasury()).toBe(before);
});

test('of many approvals at once one executes', async () => {
  const before = BigInt(await treasury());
  const others = await Promise.all(Array.from({ length: 8 }, async (_, index) => await office.person('treasurer', `other-${index}`)));
  const { approval_id: id } = (await propose('9003')).one.attributes;
  const { hash = '' } = (await read(second, id))?.attributes ?? {};
  const answers = await Promise.all(others.map(async (person) => await decide(person, 'approve', id, hash)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(BigInt(await treasury()) - before).toBe(900_300n);
});

test('of many equal proposals at once one is stored; it can be proposed again once declined or expired', async () => {
  const owner = await office.person('owner', 'another owner');
  const body = { payment_system_id: 'SBERRUB', kind: 'deposit', amount: '90100', reason: 'float' };
  const both = [proposer, owner].flatMap((person) => Array.from({ length: 4 }, () => person));
  const answers = await Promise.all(both.map(async (person) => await person.send<ReservePostingAttributes>('POST', POSTINGS, body)));
  const [made, ...others] = answers.toSorted((a, b) => a.status - b.status);
  const id = made?.one.attributes.approval_id ?? '';
  expect([made?.status, ...others.map(({ status }) => status)]).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
  for (const { error } of others) expect(error).toMatchObject({ code: 'approval_conflict', meta: { approval_id: id } });
  expect(others[0]?.error['detail']).toMatch(/already waiting for approval/);
  const open = (await read(second, id))?.attributes;
  expect(open).toMatchObject({ state: 'open' });
  expect((await decide(second, 'decline', id)).status).toBe(200);
  const again = (await propose('90100')).one.attributes.approval_id;
  await world.pass(25 * HOUR_MS);
  const anew = (await propose('90100')).one.attributes.approval_id;
  expect(new Set([id, again, anew]).size).toBe(3);
});

test('only permitted roles may propose and decide', async () => {
  const { approval_id: id } = (await propose('19004')).one.attributes;
  const auditor = await office.person('auditor');
  expect((await read(auditor, id))?.attributes).toMatchObject({ state: 'open', may_approve: false });
  expect(await decide(auditor, 'approve', id)).toMatchObject({ status: 403 });
  expect(await decide(await office.person('support'), 'approve', id, 'x')).toMatchObject({ status: 403 });
  expect((await office.guest.send('GET', APPROVALS)).status).toBe(401);
  const { meta } = await second.send('GET', APPROVALS);
  expect(meta['open']).toBeGreaterThan(0);
});

test('of many open proposals a run checks a hundred, and leaves none unchecked', async () => {
  const { adminDb } = world.database;
  await adminDb.run(sql`
    insert into approvals (id, kind, subject, payload, hash, note, needs, proposed_at, expires_at)
    select gen_random_uuid(), 'pay_out', 'many ' || n, '{}', n::text, '', 1, now() - n * interval '1 second', now() + interval '90 days'
    from generate_series(1, 400) n`);
  const found = new Set<string>();
  for (let run = 0; run < 100; run += 1) {
    const rows = await findWaiting(world.deps.db, ['pay_out'], world.deps.clock.now());
    expect(rows.length).toBe(100);
    for (const { subject } of rows) found.add(subject);
  }
  expect([...found].filter((subject) => subject.startsWith('many '))).toHaveLength(400);
  await adminDb.run(sql`delete from approvals where subject like 'many %'`);
});
