import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#core/time.ts';
import { noRateLimits } from '#server/platform/http/rate-limits.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { insertIdentity } from '#server/users/identities.ts';
import { hashPassword } from '#server/users/hash-password.ts';
import { insertUser } from '#server/users/change-user.ts';
import { makeCaptcha } from '#tests/make/captcha.ts';
import { createTestApp, type TestApp } from '#tests/make/app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { as } from '#tests/make/rows.ts';
import { softPasskey } from '#tests/make/soft-passkey.ts';
import { accountRoutes, sessionRoutes } from './routes.ts';
import { disavowalToken } from './disavow.ts';
import { sessionVisitors } from './visitor.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { signInMethodRoutes } from './sign-in-method-routes.ts';

// Passkeys are bound to a host name: at an IP address there are none
const ORIGIN = 'http://localhost:3000';
const PASSWORD = 'Correct horse 1';
const [ANNA, STAFF] = ['7d0f2c1e-7c1d-4b53-9a35-0d7f5a3c1a01', '7d0f2c1e-7c1d-4b53-9a35-0d7f5a3c1a02'];
const secrets = createSecrets('a secret of tests, 32 characters');

let database: TestDatabase;
let test0: TestApp;
let now = Date.now();
const clock = { now: () => now };
const notifications: { topic: string; eventId: string }[] = [];
/** `since` of each revocation of API access. */
const revokedSince: number[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const settings = { publicUrl: ORIGIN, mode: 'production', rateLimits: 'off', supportEmail: null } as const;
  const live = { hint: () => undefined };
  const notifyUser = async (_tx: unknown, news: { topic: string; eventId: string }) => void notifications.push(news);
  const revokeApiAccess = async (_tx: unknown, of: { since: number }) => revokedSince.push(of.since) > 0;
  const deps = { db: database.db, clock, random: systemRandom, secrets, live, settings, limits: noRateLimits, notifyUser, revokeApiAccess };
  const routes = [
    ...sessionRoutes({ ...deps, captcha: makeCaptcha(deps) }),
    ...secondFactorRoutes(deps),
    ...accountRoutes(deps),
    ...signInMethodRoutes(deps),
  ];
  test0 = await createTestApp(routes, { db: database.db, clock, authenticator: sessionVisitors(deps), settings });
  const passwordHash = await hashPassword(PASSWORD);
  for (const [id, email, role] of [
    [ANNA, 'anna@example.com', 'customer'],
    [STAFF, 'staff@example.com', 'support'],
  ] as const)
    await insertUser(database.db, { id, email, passwordHash, fullName: null, role, locale: 'en', emailVerifiedAt: now, createdAt: now });
});
afterAll(async () => {
  await test0.close();
  await database.drop();
});
beforeEach(async () => {
  notifications.length = 0;
  for (const table of ['passkeys', 'recovery_codes', 'sessions', 'security_events', 'known_devices', 'user_identities', 'passkey_sign_ins'])
    await database.db.run(sql([`delete from ${table}`]));
  const passwordHash = await hashPassword(PASSWORD);
  await database.db.run(sql`update users set second_factor_since = null, password_hash = ${passwordHash}`);
  now += 10 * MINUTE_MS;
});

function browser() {
  const cookies = new Map<string, string>();
  async function send(method: 'GET' | 'POST' | 'DELETE', url: string, attributes?: object) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const body = attributes === undefined ? {} : { payload: JSON.stringify(attributes) };
    const type = attributes === undefined ? {} : { 'content-type': 'application/vnd.api+json' };
    const answer = await test0.app.inject({ method, url, headers: { 'site-locale': 'en', cookie, ...type }, ...body });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    return answer;
  }
  return {
    cookies,
    send,
    signIn: (email = 'anna@example.com') => send('POST', '/api/v1/sessions', { email, password: PASSWORD }),
    code: async (...call: Parameters<typeof send>) => {
      const answer = await send(...call);
      return answer.statusCode < 300 ? answer.statusCode : answer.json().errors[0].code;
    },
  };
}
type Browser = ReturnType<typeof browser>;
const F = '/api/v1/second_factors';
const optionsOf = (answer: { json: () => { data: { attributes: { options: { challenge: string } } } } }) =>
  answer.json().data.attributes.options;

/** Makes a passkey in a signed-in browser. */
async function enrol(client: Browser, userId: string) {
  const key = softPasskey(ORIGIN, userId);
  const { challenge } = optionsOf(await client.send('POST', `${F}/new_passkey_question`));
  expect(await client.code('POST', `${F}/passkeys`, { name: 'phone', passkey: key.register(challenge) })).toBe(200);
  return key;
}

async function enter(client: Browser, key: ReturnType<typeof softPasskey>, of: Parameters<typeof key.sign>[1] = {}) {
  const { challenge } = optionsOf(await client.send('POST', '/api/v1/sessions/passkey_question'));
  return client.code('POST', '/api/v1/sessions/passkey', { passkey: key.sign(challenge, of) });
}

describe('a protected action', () => {
  test('is allowed within five minutes of the password; later the password is required, and a wrong one is refused', async () => {
    const one = browser();
    await one.signIn();
    expect(await one.code('POST', `${F}/totp`)).toBe(201);
    now += 5 * MINUTE_MS;
    expect(await one.code('POST', `${F}/totp`)).toBe('fresh_factor_required');
    expect(await one.code('POST', '/api/v1/sessions/prove', { password: 'Wrong horse 1' })).toBe('authentication_failed');
    expect(await one.code('POST', `${F}/totp`)).toBe('fresh_factor_required');
    expect(await one.code('POST', '/api/v1/sessions/prove', { password: PASSWORD })).toBe(204);
    expect(await one.code('POST', `${F}/totp`)).toBe(201);
    // In this session only
    const other = browser();
    await other.signIn();
    now += 5 * MINUTE_MS;
    await one.send('POST', '/api/v1/sessions/prove', { password: PASSWORD });
    expect(await other.code('POST', `${F}/totp`)).toBe('fresh_factor_required');
  });

  test('requires the second factor of a user who has one: the password is not enough', async () => {
    const one = browser();
    await one.signIn();
    await enrol(one, ANNA);
    now += 5 * MINUTE_MS;
    expect(await one.code('POST', '/api/v1/sessions/prove', { password: PASSWORD })).toBe('access_denied');
    expect(await one.code('DELETE', '/api/v1/user/password')).toBe('fresh_factor_required');
    const ways = await one.send('GET', '/api/v1/user/ways_in');
    expect(ways.json().data.attributes.proofs).toEqual(['passkey', 'recovery_code']);
  });
});

describe('a passkey', () => {
  test('alone signs in with both factors given, and each challenge can be answered once, in its own browser', async () => {
    const home = browser();
    await home.signIn();
    const key = await enrol(home, ANNA);
    const one = browser();
    expect(await enter(one, key)).toBe(201);
    expect((await one.send('GET', '/api/v1/sessions/current')).json().data.attributes.email).toBe('anna@example.com');
    expect(await one.code('POST', `${F}/recovery_codes`)).toBe(200);

    const [ownBrowser, thief] = [browser(), browser()];
    const { challenge } = optionsOf(await ownBrowser.send('POST', '/api/v1/sessions/passkey_question'));
    const passkey = key.sign(challenge);
    expect(await thief.code('POST', '/api/v1/sessions/passkey', { passkey })).toBe('authentication_failed');
    expect(await ownBrowser.code('POST', '/api/v1/sessions/passkey', { passkey })).toBe(201);
    expect(await ownBrowser.code('POST', '/api/v1/sessions/passkey', { passkey })).toBe('authentication_failed');
  });

  test('is refused late, without user verification, for another host or owner, or with a counter that did not increase', async () => {
    const home = browser();
    await home.signIn();
    const key = await enrol(home, ANNA);
    const one = browser();
    expect(await enter(one, key, { isVerified: false })).toBe('authentication_failed');
    expect(await enter(one, key, { origin: 'https://razmen.example.net' })).toBe('authentication_failed');
    expect(await enter(one, key, { owner: STAFF })).toBe('authentication_failed');
    expect(await enter(one, key, { counter: 7 })).toBe(201);
    expect(await enter(browser(), key, { counter: 7 })).toBe('authentication_failed');
    const { challenge } = optionsOf(await one.send('POST', '/api/v1/sessions/passkey_question'));
    now += 5 * MINUTE_MS;
    expect(await one.code('POST', '/api/v1/sessions/passkey', { passkey: key.sign(challenge, { counter: 9 }) })).toBe(
      'authentication_failed',
    );
  });

  test('of an operator or of a disabled user opens no session', async () => {
    const office = browser();
    await office.signIn('staff@example.com');
    expect(await enter(browser(), await enrol(office, STAFF))).toBe('authentication_failed');
    const home = browser();
    await home.signIn();
    const key = await enrol(home, ANNA);
    await database.db.run(sql`update users set disabled_at = now() where id = ${ANNA}`);
    expect(await enter(browser(), key)).toBe('authentication_failed');
    await database.db.run(sql`update users set disabled_at = null`);
  });
});

describe('the last sign-in method', () => {
  test('cannot be removed: neither the only password, nor the passkey once the password is removed', async () => {
    const one = browser();
    await one.signIn();
    expect(await one.code('DELETE', '/api/v1/user/password')).toBe('access_denied');
    const key = await enrol(one, ANNA);
    expect(await one.code('DELETE', '/api/v1/user/password')).toBe(204);
    expect((await one.signIn()).statusCode).toBe(401);
    const again = browser();
    expect(await enter(again, key)).toBe(201);
    const refused = await again.send('DELETE', `${F}/passkeys/${key.id}`);
    expect([refused.statusCode, refused.json().errors[0].detail]).toEqual([403, expect.stringContaining('last way to sign in')]);
    // A password may be added again, once; then the passkey may be removed
    const first = { password: 'Other horse 22', password_confirmation: 'Other horse 22' };
    expect(await again.code('POST', '/api/v1/user/password', first)).toBe(204);
    expect(await again.code('POST', '/api/v1/user/password', first)).toBe('access_denied');
    expect(await again.code('DELETE', `${F}/passkeys/${key.id}`)).toBe(204);
    expect(notifications.map(({ topic }) => topic)).toEqual([
      'factor_added',
      'password_removed',
      'new_device',
      'password_added',
      'factor_removed',
    ]);
  });

  test('stays when two are removed at once; a provider can be removed only with a verified address', async () => {
    const one = browser();
    await one.signIn();
    const identity = { userId: ANNA, provider: 'google', email: null, linkedAt: now };
    await insertIdentity(database.db, { issuer: 'https://op.example', subject: '1' }, identity);
    const removals = '/api/v1/user/remove_authentication?provider=google';
    const [password, provider] = await Promise.all([one.code('DELETE', '/api/v1/user/password'), one.code('DELETE', removals)]);
    expect(new Set([password, provider])).toEqual(new Set([204, 'access_denied']));
    expect(await one.code('DELETE', '/api/v1/user/remove_authentication?provider=nobody')).toBe('not_found');
    await database.db.run(sql`update users set email_verified_at = null where id = ${ANNA}`);
    expect(await one.code('DELETE', removals)).toBe('email_not_verified');
    await database.db.run(sql`update users set email_verified_at = now() where id = ${ANNA}`);
  });

  test('cannot be changed by operators', async () => {
    const one = browser();
    await one.signIn('staff@example.com');
    await enrol(one, STAFF);
    expect(await one.code('DELETE', '/api/v1/user/password')).toBe('access_denied');
  });
});

test('"this was not me" ends that session and those begun since, and no other; a forged link does nothing', async () => {
  const home = browser();
  await home.signIn();
  now += MINUTE_MS;
  const since = now;
  const thief = browser();
  await thief.signIn();
  const notification = notifications.find(({ topic }) => topic === 'new_device');
  const token = disavowalToken({ secrets }, notification?.eventId ?? '');
  now += MINUTE_MS;
  const second = browser();
  await second.signIn();
  const stranger = browser();
  expect(await stranger.code('POST', '/api/v1/sessions/disavow', { token: `${token.slice(0, -1)}~` })).toBe('invalid_token');
  expect(await stranger.code('POST', '/api/v1/sessions/disavow', { token })).toBe(204);
  expect(await stranger.code('POST', '/api/v1/sessions/disavow', { token })).toBe(204);
  const currentUser = async (one: Browser) => (await one.send('GET', '/api/v1/sessions/current')).json().data;
  expect([await currentUser(thief), await currentUser(second)]).toEqual([null, null]);
  expect(await currentUser(home)).not.toBeNull();
  expect(revokedSince[0]).toBe(since);
  expect(notifications.at(-1)?.topic).toBe('programs_cut_off');
  // A sign-in from that browser is reported as new again
  notifications.length = 0;
  await thief.signIn();
  expect(notifications.map(({ topic }) => topic)).toEqual(['new_device']);
  const [row] = await database.db.many(
    as<{ total: number }>(),
    sql`select count(*)::int as total from security_events where topic = 'sign_in_disavowed'`,
  );
  expect(row?.total).toBe(1);
});
