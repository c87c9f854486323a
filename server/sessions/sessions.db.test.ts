import { makeCaptcha } from '#tests/make/captcha.ts';
import { statementsOf } from '#tests/make/count-statements.ts';
import { as } from '#tests/make/rows.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Live } from '#server/platform/live.ts';
import { noRateLimits } from '#server/platform/http/rate-limits.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { systemRandom } from '#server/platform/random.ts';
import { ensureOwner } from '#server/users/create-operator.ts';
import { verifyPassword } from '#server/users/hash-password.ts';
import { createTestApp, TEST_ORIGIN, type TestApp } from '#tests/make/app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { officeExample } from '#tests/make/example-routes.ts';
import { accept } from '#core/result.ts';
import { route } from '#server/platform/http/route.ts';
import { endAllSessions, untilSignedOut } from './end-sessions.ts';
import { sessionVisitors } from './visitor.ts';
import { purgeSessions } from './module.ts';
import { sessionRoutes } from './routes.ts';

const HEADERS = { 'content-type': 'application/vnd.api+json', 'site-locale': 'en' };
const OWNER = { email: 'Owner@Example.com', password: 'Correct horse 1' };

let database: TestDatabase;
let test_: TestApp;
let now = Date.now();
const clock = { now: () => now };

async function appOn(publicUrl: string, limits = noRateLimits) {
  const deps = {
    db: database.db,
    clock,
    random: systemRandom,
    settings: { publicUrl, mode: 'demo', rateLimits: 'off', supportEmail: null },
    limits,
    secrets: createSecrets('a secret of tests, 32 characters'),
    live: { hint: () => undefined },
    notifyUser: async () => undefined,
  } as const;
  return createTestApp(
    [...sessionRoutes({ ...deps, captcha: makeCaptcha(deps) }), route(officeExample, async () => accept({ data: [] }))],
    {
      db: database.db,
      clock,
      limits,
      authenticator: sessionVisitors(deps),
      settings: deps.settings,
    },
  );
}

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureOwner({ db: database.db, clock, random: systemRandom }, OWNER);
  test_ = await appOn(TEST_ORIGIN);
});
afterAll(async () => {
  await test_.close();
  await database.drop();
});

const signIn = (attributes: Record<string, unknown>, headers: Record<string, string> = {}, app = test_) =>
  app.app.inject({
    method: 'POST',
    url: '/api/v1/sessions',
    headers: { ...HEADERS, ...headers },
    payload: JSON.stringify(attributes),
    remoteAddress: '10.0.0.1',
  });
const current = (cookie: string) => test_.app.inject({ url: '/api/v1/sessions/current', headers: { cookie } });
const cookieOf = (reply: { headers: Record<string, unknown> }) => String(reply.headers['set-cookie']).split(';')[0] ?? '';
const withoutIds = (body: string) => body.replaceAll(/"id":"[^"]+"/g, '');

describe('signing in', () => {
  test('opens a session that names its user', async () => {
    const reply = await signIn({ email: 'owner@example.com', password: OWNER.password });
    expect(reply.statusCode).toBe(201);
    expect(String([reply.headers['set-cookie']].flat()[0])).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(reply.json().included[0]).toMatchObject({ type: 'users', attributes: { email: OWNER.email, role: 'owner' } });
    expect(reply.body).not.toMatch(/password|argon/);
    expect((await current(cookieOf(reply))).json().data.attributes.email).toBe(OWNER.email);
  });

  test('wrong password, unknown e-mail, other case of the password: one and the same response (R29)', async () => {
    const replies = [
      await signIn({ email: OWNER.email, password: 'wrong' }),
      await signIn({ email: 'nobody@example.com', password: OWNER.password }),
      await signIn({ email: OWNER.email, password: OWNER.password.toUpperCase() }),
      await signIn({ email: OWNER.email, password: ` ${OWNER.password}` }),
    ];
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
    expect(new Set(replies.map(({ body }) => withoutIds(body))).size).toBe(1);
    expect(replies.map(({ headers }) => headers['set-cookie'])).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('ends the session the client sent; the cookie is new each time (R30)', async () => {
    const first = cookieOf(await signIn(OWNER));
    const second = cookieOf(await signIn(OWNER, { cookie: first }));
    expect(second).not.toBe(first);
    expect((await current(first)).json().data).toBeNull();
    expect((await current(second)).json().data).not.toBeNull();
  });

  test('opens no session with a password that is changed during the call', async () => {
    const waits = sql`select pid from pg_locks where not granted`;
    const signingIn = await database.db.tx(async (tx) => {
      await tx.run(sql`update users set password_hash = password_hash || 'x' where email = ${OWNER.email}`);
      const reply = signIn({ email: OWNER.email, password: OWNER.password });
      const isOver = reply.then(() => true);
      while (!(await Promise.race([isOver, database.db.maybe(AnyRow, waits)])));
      await tx.run(sql`delete from sessions`);
      return { reply };
    });
    expect((await signingIn.reply).statusCode).toBe(401);
    expect(await database.db.many(AnyRow, sql`select * from sessions`)).toEqual([]);
    await database.db.run(sql`update users set password_hash = left(password_hash, -1) where email = ${OWNER.email}`);
  });

  test('a planted cookie opens no session', async () => {
    for (const value of ['session=', 'session=x', `session=${'a'.repeat(43)}`, 'session=%00', 'session=%zz'])
      expect((await current(value)).json().data).toBeNull();
  });

  test('over https the cookie is bound to the host', async () => {
    const secure = await appOn('https://example.com');
    const reply = await signIn(OWNER, {}, secure);
    expect(String([reply.headers['set-cookie']].flat()[0])).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const { data } = (await secure.app.inject({ url: '/api/v1/sessions/current', headers: { cookie: cookieOf(reply) } })).json();
    expect(data.attributes.role).toBe('owner');
    await secure.close();
  });

  test('no part of a token is stored in the table', async () => {
    const token = cookieOf(await signIn(OWNER)).slice('session='.length);
    const rows = await database.db.many(as<{ row: string }>(), sql`select s::text as row from sessions s`);
    for (const { row } of rows) expect(row).not.toContain(token);
  });
});

describe('a session', () => {
  test('is ended by signing out, which clears the referral cookie and browser storage', async () => {
    const cookie = cookieOf(await signIn(OWNER));
    const reply = await test_.app.inject({ method: 'DELETE', url: '/api/v1/sessions', headers: { ...HEADERS, cookie } });
    expect(reply.statusCode).toBe(204);
    expect(reply.headers['set-cookie']).toEqual([
      'session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      'referal_hash=; Max-Age=0; Path=/',
    ]);
    expect(reply.headers['clear-site-data']).toBe('"cache", "storage"');
    expect((await current(cookie)).json().data).toBeNull();
  });

  test('ends when it expires, and is then deleted', async () => {
    const cookie = cookieOf(await signIn(OWNER));
    await database.db.run(sql`update users set role = 'customer'`);
    now += 11 * 3_600_000;
    expect((await current(cookie)).json().data).not.toBeNull();
    now += 2 * 3_600_000;
    expect((await current(cookie)).json().data).toBeNull();
    await purgeSessions({ db: database.db, clock });
    expect(await database.db.many(AnyRow, sql`select token_hash from sessions`)).toEqual([]);
    await database.db.run(sql`update users set role = 'owner'`);
  });

  test('of a customer does not open the office; a changed role counts at once', async () => {
    const cookie = cookieOf(await signIn(OWNER));
    const office = async () => (await test_.app.inject({ url: '/api/office/v1/examples', headers: { cookie } })).statusCode;
    expect(await office()).toBe(200);
    await database.db.run(sql`update users set role = 'customer'`);
    expect(await office()).toBe(403);
    await database.db.run(sql`update users set role = 'owner'`);
    expect((await test_.app.inject('/api/office/v1/examples')).statusCode).toBe(401);
  });
});

describe('the first owner', () => {
  test('is created once, also by two simultaneous starts; a password is generated when none is given', async () => {
    const ownDatabase = await createTestDatabase();
    const deps = { db: ownDatabase.db, clock, random: systemRandom };
    const made = (await Promise.all([ensureOwner(deps), ensureOwner(deps)])).filter((owner) => owner !== undefined);
    expect(made).toHaveLength(1);
    expect(made[0]?.generatedPassword).toMatch(/^[\w-]{20}$/);
    const user = await ownDatabase.db.one(as<{ password_hash: string }>(), sql`select password_hash from users`);
    expect(await verifyPassword(made[0]?.generatedPassword ?? '', user.password_hash)).toBe(true);
    expect(await ensureOwner(deps, OWNER)).toBeUndefined();
    await ownDatabase.drop();
  });
});

test('connections of a session close when the session ends, and stay open while it is live', async () => {
  const listeners = new Set<(userId: string) => void>();
  const live = {
    subscribe: (_channel: string, listener: (userId: string) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Live;
  const settings = { publicUrl: TEST_ORIGIN, mode: 'demo', rateLimits: 'off', supportEmail: null } as const;
  const cookie = cookieOf(await signIn(OWNER));
  const visitors = sessionVisitors({ db: database.db, clock, settings });
  const visitor = await visitors.authenticate(cookie.slice('session='.length), { isUserAction: false });
  if (visitor.kind !== 'user') throw new Error('nobody is signed in');
  const deps = { db: database.db, clock, settings, live };
  const left = new AbortController();
  const [open, other] = [0, 1, 2].map(() => untilSignedOut(deps, visitor, left.signal));
  const stays = untilSignedOut(deps, { ...visitor, userId: systemRandom.uuid() }, left.signal);
  if (!(open && other)) throw new Error('no connection');
  const cut = Promise.all([open, other].map((one) => new Promise<void>((resolve) => one.addEventListener('abort', () => resolve()))));
  const publish = () => listeners.forEach((listener) => listener(visitor.userId));
  const statements = await statementsOf(async () => {
    publish();
    await visitors.authenticate(cookie.slice('session='.length), { isUserAction: false });
  });
  // One for all connections, one for the call
  expect(statements).toHaveLength(2);
  expect([open.aborted, listeners.size]).toEqual([false, 1]);
  await database.db.tx(async (tx) => await endAllSessions({ live: { hint: () => undefined } }, tx, visitor.userId));
  publish();
  await cut;
  expect([stays.aborted, listeners.size]).toEqual([false, 1]);
  // No subscription remains after the connections are closed, and none begins for a client that has left
  left.abort();
  expect(untilSignedOut(deps, visitor, left.signal).aborted).toBe(true);
  expect(listeners.size).toBe(0);
});
