import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#core/time.ts';
import { approve } from '#server/approvals/decide-approval.ts';
import { APPROVAL_EXECUTORS } from '#tests/make/registries.ts';
import { sessionVisitors } from '#server/sessions/visitor.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { acceptStaffInvitation } from './invitations.ts';
import { invitationUrl } from './invitation-mail.ts';
import { officeStaffRoutes } from './office-routes.ts';
import { invitationRoutes } from './routes.ts';
import { findInvitation } from './store.ts';

let world: World;
let office: Office;
let owner: Person;

beforeAll(async () => {
  world = await createWorld();
  const deps = { ...world.deps, notifyUser: async () => undefined, isMailed: false };
  office = await createOffice(world, [...officeStaffRoutes(deps), ...invitationRoutes(world.deps)]);
});
afterAll(async () => {
  await office.close();
  await world.close();
});
beforeEach(async () => {
  const { db } = world.deps;
  await db.run(sql`update users set role = 'customer' where role = 'owner'`);
  await db.run(sql`delete from mail_news`);
  await db.run(sql`delete from approvals`);
  owner = await office.person('owner');
});

const url = '/api/office/v1';
const NEW = { full_name: 'Анна', password: 'Correct horse 1' };
const tokenOf = (link: unknown): string => String(link).split('/').at(-1) ?? '';

async function inviteAs(person: Person, email: string, role = 'cashier') {
  const answer = await person.send<{ link: string | null }>('POST', `${url}/invitations`, { email, role, locale: 'ru' });
  return {
    answer,
    ...(answer.status === 201 && !answer.raw.toString().startsWith('{"data":null')
      ? { token: tokenOf(answer.one.attributes.link), id: answer.one.id }
      : { token: '', id: '' }),
  };
}
const acceptAs = (token: string, more: object = {}) =>
  office.guest.send('POST', `/api/v1/invitations/${token}/accept`, { ...NEW, ...more });

describe('an invitation', () => {
  test('is mailed, can be used once, and creates a colleague with that role', async () => {
    const { token, id } = await inviteAs(owner, 'anna@example.com');
    const news = await world.deps.db.many(as<{ recipient: string }>(), sql`select recipient from mail_news where kind = 'invitation'`);
    expect(news).toEqual([{ recipient: 'anna@example.com' }]);
    expect((await office.guest.send('GET', `/api/v1/invitations/${token}`)).one.attributes).toMatchObject({
      email: 'anna@example.com',
      role: 'cashier',
    });
    const rows = await world.deps.db.many(as<{ row: string }>(), sql`select i::text as row from invitations i where id = ${id}`);
    expect(rows[0]?.row).not.toContain(token.split('.')[1]);
    const tries = await Promise.all([acceptAs(token), acceptAs(token), acceptAs(token)]);
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
    const staff = (await owner.send<{ email: string; role: string }>('GET', `${url}/staff`)).rows;
    expect(staff.find(({ attributes }) => attributes.email === 'anna@example.com')?.attributes).toMatchObject({
      role: 'cashier',
      has_second_factor: false,
    });
    expect((await inviteAs(owner, 'ANNA@example.com')).answer.error.source).toEqual({ pointer: '/data/attributes/email' });
  });

  test('is invalid once a newer one was sent, it was withdrawn, or 72 hours have passed', async () => {
    const first = await inviteAs(owner, 'boris@example.com');
    const second = await inviteAs(owner, 'boris@example.com');
    expect((await acceptAs(first.token)).status).toBe(404);
    const third = await owner.send<{ link: string }>('POST', `${url}/invitations/${second.id}/resend`);
    expect((await acceptAs(second.token)).status).toBe(404);
    const token = tokenOf(third.one.attributes.link);
    expect((await office.guest.send('GET', `/api/v1/invitations/${token}`)).status).toBe(200);
    await world.deps.db.run(sql`update invitations set expires_at = ${new Date(world.deps.clock.now())} where id = ${second.id}`);
    expect((await acceptAs(token)).status).toBe(404);
    const last = await inviteAs(owner, 'boris@example.com');
    expect((await owner.send('DELETE', `${url}/invitations/${last.id}`)).status).toBe(204);
    expect((await acceptAs(last.token)).status).toBe(404);
    expect((await owner.send('DELETE', `${url}/invitations/${last.id}`)).status).toBe(404);
  });

  test('is valid for 72 hours, and not with a changed signature or id', async () => {
    const { token, id } = await inviteAs(owner, 'clara@example.com');
    const row = await findInvitation(world.deps.db, id);
    expect(row && row.expires_at.getTime() - row.sent_at.getTime()).toBe(72 * HOUR_MS);
    for (const wrong of [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.replace(/^[0-9a-f]{8}/, '00000000'),
      'x',
      `${id}.`,
    ])
      expect((await acceptAs(wrong)).status).toBe(404);
  });

  test('requires a password by the rules', async () => {
    const { token } = await inviteAs(owner, 'dora@example.com');
    expect((await acceptAs(token, { password: 'Short1' })).error).toMatchObject({ code: 'too_short' });
    expect((await acceptAs(token, { password: 'Password1' })).error).toMatchObject({ code: 'invalid_format' });
    expect((await acceptAs(token)).status).toBe(200);
  });

  test('waits for a second owner if there is one', async () => {
    const second = await office.person('owner');
    const { answer } = await inviteAs(owner, 'egor@example.com', 'owner');
    expect(answer.status).toBe(201);
    expect(JSON.parse(answer.raw.toString()).data).toBeNull();
    const list = () => world.deps.db.many(as<{ id: string }>(), sql`select id from invitations where email = 'egor@example.com'`);
    expect(await list()).toEqual([]);
    await approveAll(second);
    const [made] = await list();
    const row = await findInvitation(world.deps.db, made?.id ?? '');
    if (row === undefined) throw new Error('no invitation');
    const taken = await world.deps.db.tx((tx) =>
      acceptStaffInvitation(world.deps, tx, { token: tokenOf(invitationUrl(world.deps, row)), fullName: 'Егор', password: NEW.password }),
    );
    expect(taken.ok).toBe(true);
  });
});

test('an owner who has disabled the second owner cannot choose the next one at once: the invitation waits a day', async () => {
  const { db } = world.deps;
  await office.person('owner');
  const others = await db.many(as<{ id: string }>(), sql`select id from users where role = 'owner' and id <> ${owner.id}`);
  expect(others.length).toBeGreaterThan(0);
  for (const { id } of others) expect((await owner.send('POST', `${url}/staff/${id}/disable`, { note: 'mine now' })).status).toBe(200);
  const { answer } = await inviteAs(owner, 'second-me@example.com', 'owner');
  expect(JSON.parse(answer.raw.toString()).data).toBeNull();
  const [waiting] = await db.many(
    as<{ effective_at: Date | null }>(),
    sql`select effective_at from approvals where kind = 'invite_staff' and subject = 'second-me@example.com' and state = 'open'`,
  );
  expect(waiting?.effective_at?.getTime()).toBe(world.deps.clock.now() + 24 * HOUR_MS);
  await db.run(sql`update users set disabled_at = null where id = any(${others.map(({ id }) => id)}::uuid[])`);
});

async function approveAll(by: Person) {
  const { db } = world.deps;
  const open = await db.many(as<{ id: string; hash: string }>(), sql`select id, hash from approvals where state = 'open'`);
  const operator = { userId: by.id, role: 'owner', email: 'o@example.com' } as const;
  return Promise.all(
    open.map(({ id, hash }) => db.tx((tx) => approve(world.deps, tx, APPROVAL_EXECUTORS, { id, hash, note: null, operator }))),
  );
}
const roleOf = async ({ id }: Person) =>
  (await world.deps.db.one(as<{ role: string }>(), sql`select role from users where id = ${id}`)).role;

describe('a colleague', () => {
  test('gets another role only once a second owner approves', async () => {
    const [second, cashier] = [await office.person('owner'), await office.person('cashier')];
    const proposed = await owner.send<{ waiting: unknown }>('POST', `${url}/staff/${cashier.id}/role`, {
      role: 'treasurer',
      note: 'she learned it',
    });
    expect(proposed.one.attributes.waiting).toEqual({ role: 'treasurer', is_enabled: null });
    expect(await roleOf(cashier)).toBe('cashier');
    expect((await approveAll(owner)).map((done) => done.ok)).toEqual([false]);
    expect((await approveAll(second)).map((done) => done.ok)).toEqual([true]);
    expect(await roleOf(cashier)).toBe('treasurer');
  });

  test('is disabled at once: sessions, leases and proposals end; an approval enables the account again', async () => {
    const second = await office.person('owner');
    const cashier = await office.person('cashier');
    const { db } = world.deps;
    const token = 'a'.repeat(43);
    const { sessionTokenHash } = await import('#server/sessions/caller.ts');
    const hash = sessionTokenHash(token);
    await db.run(sql`insert into sessions (token_hash, user_id, active_at, last_seen_at, created_at, expires_at)
      values (${hash}, ${cashier.id}, ${new Date(world.deps.clock.now())}, ${new Date(world.deps.clock.now())},
        ${new Date(world.deps.clock.now())}, 'infinity')`);
    await db.run(sql`insert into leases (subject_kind, subject_id, operator_id, until) values ('order', 'o1', ${cashier.id}, 'infinity')`);
    const visitors = sessionVisitors({ ...world.deps, settings: { ...world.deps.settings, mode: 'demo' } });
    expect((await visitors.authenticate(token, { isUserAction: false })).kind).toBe('user');
    expect((await owner.send('POST', `${url}/staff/${cashier.id}/disable`, { note: '' })).error.code).toBe('required');
    const done = await owner.send<{ is_disabled: boolean; sessions: unknown[] }>('POST', `${url}/staff/${cashier.id}/disable`, {
      note: 'left',
    });
    expect(done.one.attributes).toMatchObject({ is_disabled: true, sessions: [] });
    expect((await visitors.authenticate(token, { isUserAction: false })).kind).toBe('guest');
    expect(await db.many(as<object>(), sql`select 1 from leases where operator_id = ${cashier.id}`)).toEqual([]);
    await owner.send('POST', `${url}/staff/${cashier.id}/role`, { is_enabled: true, note: 'came back' });
    await approveAll(second);
    const seen = await owner.send<{ is_disabled: boolean }>('GET', `${url}/staff/${cashier.id}`);
    expect(seen.one.attributes.is_disabled).toBe(false);
  });

  test('who is changed is never the operator, nor the last owner', async () => {
    for (const [path, body] of [
      ['role', { role: 'auditor', note: 'x' }],
      ['disable', { note: 'x' }],
      ['reset_factor', undefined],
    ] as const)
      expect((await owner.send('POST', `${url}/staff/${owner.id}/${path}`, body)).status, path).toBe(403);
    const second = await office.person('owner');
    const both = await Promise.all([
      owner.send('POST', `${url}/staff/${second.id}/disable`, { note: 'x' }),
      second.send('POST', `${url}/staff/${owner.id}/disable`, { note: 'x' }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('is managed by owners only, and seen by auditors', async () => {
    const [cashier, auditor] = [await office.person('cashier'), await office.person('auditor')];
    expect((await cashier.send('GET', `${url}/staff`)).status).toBe(403);
    expect((await auditor.send('GET', `${url}/staff/${cashier.id}`)).status).toBe(200);
    expect((await auditor.send('POST', `${url}/staff/${cashier.id}/sign_out`)).status).toBe(403);
    expect((await owner.send('GET', `${url}/staff/00000000-0000-4000-8000-000000000000`)).status).toBe(404);
  });

  test('every action on a colleague leaves one audit entry', async () => {
    const { db } = world.deps;
    const cashier = await office.person('cashier');
    const count = async () => (await db.one(as<{ total: number }>(), sql`select count(*)::int as total from audit_log`)).total;
    const commands: readonly (readonly [string, object | undefined])[] = [
      [`staff/${cashier.id}/sign_out`, undefined],
      [`staff/${cashier.id}/reset_factor`, undefined],
      [`staff/${cashier.id}/role`, { role: 'support', note: 'x' }],
      [`staff/${cashier.id}/disable`, { note: 'x' }],
      ['invitations', { email: 'fedor@example.com', role: 'support', locale: 'en' }],
    ];
    for (const [path, body] of commands) {
      const before = await count();
      const { status } = await owner.send('POST', `${url}/${path}`, body);
      expect([status < 300, (await count()) - before], path).toEqual([true, 1]);
    }
  });
});
