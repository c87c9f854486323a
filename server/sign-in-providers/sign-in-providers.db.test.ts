import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#core/time.ts';
import { noRateLimits } from '#server/platform/http/rate-limits.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { sessionVisitors } from '#server/sessions/visitor.ts';
import { sessionRoutes } from '#server/sessions/routes.ts';
import { signInMethodRoutes } from '#server/sessions/sign-in-method-routes.ts';
import { hashPassword } from '#server/users/hash-password.ts';
import { insertUser } from '#server/users/change-user.ts';
import { makeCaptcha } from '#tests/make/captcha.ts';
import { createTestApp, TEST_ORIGIN, type TestApp } from '#tests/make/app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { type Claims, type OpenIdStandIn, startOpenIdStandIn } from '#tests/make/openid-stand-in.ts';
import { as } from '#tests/make/rows.ts';
import { openIdProvider } from './openid.ts';
import { providerPages } from './pages.ts';
import { signInProviderRoutes } from './routes.ts';

const PASSWORD = 'Correct horse 1';
const ANNA = { id: '7d0f2c1e-7c1d-4b53-9a35-0d7f5a3c1a11', email: 'anna@example.com', role: 'customer' };
const STAFF = { id: '7d0f2c1e-7c1d-4b53-9a35-0d7f5a3c1a12', email: 'staff@example.com', role: 'support' };

let database: TestDatabase;
let served: TestApp;
let [trusted, other]: OpenIdStandIn[] = [];
let now = Date.now();
const clock = { now: () => now };

const houses = () => {
  if (trusted === undefined || other === undefined) throw new Error('not started yet');
  return { trusted, other };
};

beforeAll(async () => {
  database = await createTestDatabase();
  [trusted, other] = [await startOpenIdStandIn('razmen'), await startOpenIdStandIn('razmen')];
  const settings = { publicUrl: TEST_ORIGIN, mode: 'demo', rateLimits: 'off', supportEmail: null } as const;
  const quiet = () => undefined;
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const common = { db: database.db, clock, random: systemRandom, secrets: createSecrets('a secret of tests, 32 characters'), log };
  const client = { clientId: 'razmen', clientSecret: 'secret', scope: 'openid email', usesFormPost: false };
  const providers = new Map(
    [
      { ...client, id: 'trusted', name: 'Trusted', issuer: houses().trusted.issuer, isEmailTrusted: true },
      { ...client, id: 'other', name: 'Other', issuer: houses().other.issuer, isEmailTrusted: false, usesFormPost: true },
      { ...client, id: 'gone', name: 'Gone', issuer: 'http://127.0.0.1:9', isEmailTrusted: false },
    ].map((one) => [one.id, openIdProvider({ clock, log, settings }, one)]),
  );
  const live = { hint: quiet };
  const deps = {
    ...common,
    settings,
    live,
    limits: noRateLimits,
    notifyUser: async () => undefined,
    revokeApiAccess: async () => false,
    providers,
  };
  served = await createTestApp(
    [...sessionRoutes({ ...deps, captcha: makeCaptcha(deps) }), ...signInMethodRoutes(deps), ...signInProviderRoutes(deps)],
    {
      db: database.db,
      clock,
      authenticator: sessionVisitors(deps),
      plugins: [providerPages(deps)],
      settings,
    },
  );
});
afterAll(async () => {
  await served.close();
  await trusted?.close();
  await other?.close();
  await database.drop();
});
beforeEach(async () => {
  for (const table of ['provider_attempts', 'user_identities', 'sessions', 'security_events', 'account_tokens', 'users'])
    await database.db.run(sql([`delete from ${table}`]));
  now += 10 * MINUTE_MS;
  const passwordHash = await hashPassword(PASSWORD);
  for (const person of [ANNA, STAFF])
    await insertUser(database.db, { ...person, passwordHash, fullName: null, locale: 'en', emailVerifiedAt: now, createdAt: now });
});

/** One browser: stores the cookies it receives. */
function browser() {
  const cookies = new Map<string, string>();
  async function send(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object | string) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const type = typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/vnd.api+json';
    const headers = { 'site-locale': 'en', cookie, ...(body === undefined ? {} : { 'content-type': type }) };
    const payload = body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) };
    const answer = await served.app.inject({ method, url, headers, ...payload });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }
  const leadTo = async (...call: Parameters<typeof send>) => String((await send(...call)).headers['location']);
  return {
    cookies,
    send,
    leadTo,
    signIn: (email = ANNA.email) => send('POST', '/api/v1/sessions', { email, password: PASSWORD }),
    who: async () => (await send('GET', '/api/v1/sessions/current')).json().data?.attributes,
    begin: (id = 'trusted', next = '/en/account') => leadTo('GET', `/auth/${id}?next=${encodeURIComponent(next)}`),
    back: (query: string, id = 'trusted') => leadTo('GET', `/auth/${id}/callback?${query}`),
    errand: async (purpose: 'link' | 'prove', id = 'trusted'): Promise<string> => {
      const answer = await send('POST', `/api/v1/sign_in_providers/${id}/begin`, { purpose, return_to: '/en/account/security' });
      return answer.json().data?.attributes.url ?? answer.json().errors[0].code;
    },
  };
}

/** Follows the redirects to the provider and back. */
async function walk(one: ReturnType<typeof browser>, claims: Claims, id: 'trusted' | 'other' = 'trusted') {
  return one.back(houses()[id].approve(await one.begin(id), claims), id);
}
const BORIS = { sub: 'boris', email: 'boris@example.org', email_verified: true, name: 'Boris Borisov' };
const total = async (table: 'users' | 'user_identities') => {
  const row = await database.db.one(as<{ total: number }>(), sql([`select count(*)::int as total from ${table}`]));
  return row.total;
};

describe('a sign-in by a provider', () => {
  test('opens a new account and later signs in to the same one, whatever e-mail the provider states then', async () => {
    const one = browser();
    expect(await walk(one, BORIS)).toBe('/en/account');
    expect(await one.who()).toMatchObject({
      email: BORIS.email,
      email_verified: true,
      full_name: BORIS.name,
      authentications: ['trusted'],
    });
    const again = browser();
    expect(await walk(again, { sub: 'boris', email: ANNA.email, email_verified: true })).toBe('/en/account');
    expect(await again.who()).toMatchObject({ email: BORIS.email });
    expect(await total('users')).toBe(3);
    // Another provider's boris is another user
    const stranger = browser();
    expect(await walk(stranger, { sub: 'boris', email: 'third@example.org', email_verified: true }, 'other')).toBe('/en/account');
    expect(await stranger.who()).toMatchObject({ email: 'third@example.org', email_verified: false });
  });

  test('takes over no account by its e-mail, verified by the provider or not', async () => {
    const one = browser();
    expect(await walk(one, { sub: 'evil', email: ANNA.email, email_verified: true })).toMatch(
      /^\/en\/sign-in\?provider_problem=link_first/,
    );
    expect(await one.who()).toBeUndefined();
    expect(await total('users')).toBe(2);
    const another = browser();
    await walk(another, { sub: 'evil', email: ANNA.email.toUpperCase(), email_verified: true }, 'other');
    const visible = await another.who();
    expect(visible).toMatchObject({ email_verified: false, authentications: ['other'] });
    const anna = browser();
    await anna.signIn();
    expect(await anna.who()).toMatchObject({ email: ANNA.email, email_verified: true, authentications: [] });
  });

  test('is refused without an e-mail, when disabled or an operator; a second factor is required as after a password', async () => {
    expect(await walk(browser(), { sub: 'nameless' })).toContain('provider_problem=no_email');
    const one = browser();
    await walk(one, BORIS);
    await database.db.run(sql`update users set second_factor_since = now() where email = ${BORIS.email}`);
    const half = browser();
    expect(await walk(half, BORIS)).toBe('/en/sign-in/factor?next=%2Fen%2Faccount');
    expect(await half.who()).toBeUndefined();
    await database.db.run(sql`update users set role = 'support', second_factor_since = null where email = ${BORIS.email}`);
    expect(await walk(browser(), BORIS)).toContain('provider_problem=kept_out');
    await database.db.run(sql`update users set role = 'customer', disabled_at = now() where email = ${BORIS.email}`);
    expect(await walk(browser(), BORIS)).toContain('provider_problem=kept_out');
  });
});

describe('a callback', () => {
  test('is refused with another state, a code used already, another nonce, of another issuer, for another client, late', async () => {
    const one = browser();
    const approved = houses().trusted.approve(await one.begin(), BORIS);
    const wrongState = approved.replace(/state=[^&]+/, 'state=made-up');
    expect(await one.back(wrongState)).toContain('provider_problem=over');
    expect(await browser().back(approved)).toContain('provider_problem=over');

    const two = browser();
    const good = houses().trusted.approve(await two.begin(), BORIS);
    expect(await two.back(good)).toBe('/en/account');
    expect(await two.back(good)).toContain('provider_problem=over');

    for (const wrong of [{ nonce: 'another' }, { iss: houses().other.issuer }, { aud: 'another-client' }, { exp: 1 }])
      expect(await walk(browser(), { ...BORIS, ...wrong }), JSON.stringify(wrong)).toContain('provider_problem=failed');

    const late = browser();
    const slow = houses().trusted.approve(await late.begin(), BORIS);
    now += 10 * MINUTE_MS;
    expect(await late.back(slow)).toContain('provider_problem=over');
    const refused = browser();
    const state = new URL(await refused.begin()).searchParams.get('state') ?? '';
    expect(await refused.back(`error=access_denied&state=${state}`)).toContain('provider_problem=cancelled');
  });

  test.each(['other_key', 'unsigned', 'altered'] as const)(
    'is refused with an ID token whose signature is not the provider’s: %s',
    async (forgery) => {
      const one = browser();
      expect(await one.back(houses().trusted.approve(await one.begin(), BORIS, forgery))).toContain('provider_problem=failed');
      expect([await one.who(), await total('users')]).toEqual([undefined, 2]);
    },
  );

  test('is never mixed up: a response of one provider at the callback of another, or naming it, requests no token', async () => {
    const one = browser();
    const { trusted: provider, other: evil } = houses();
    const before = evil.requests.token + provider.requests.token;
    const approved = provider.approve(await one.begin('trusted'), BORIS);
    expect(await one.back(approved, 'other')).toContain('provider_problem=over');
    const two = browser();
    const wrongIssuer = evil.approve(await two.begin('trusted'), BORIS);
    expect(await two.back(wrongIssuer)).toContain('provider_problem=failed');
    expect(evil.requests.token + provider.requests.token).toBe(before);
    // A code of one flow with the state of another fails PKCE
    const three = browser();
    const first = new URLSearchParams(provider.approve(await three.begin(), { ...BORIS, sub: 'stolen' }));
    const second = new URLSearchParams(provider.approve(await three.begin(), BORIS));
    second.set('code', first.get('code') ?? '');
    expect(await three.back(second.toString())).toContain('provider_problem=failed');
  });

  test('redirects to our own pages only, and ends a planted session', async () => {
    for (const evil of [
      'https://evil.example',
      '//evil.example',
      String.raw`/\evil.example`,
      '/%0d%0aset-cookie:a=b',
      'javascript:alert(1)',
    ]) {
      const one = browser();
      const sent = new URL(await one.begin('trusted', evil));
      expect(sent.origin).toBe(houses().trusted.issuer);
      expect(sent.searchParams.get('redirect_uri')).toBe(`${TEST_ORIGIN}/auth/trusted/callback`);
      expect(await one.back(houses().trusted.approve(sent.href, BORIS))).toBe('/account');
    }
    const planted = browser();
    await planted.signIn();
    const victim = browser();
    for (const [name, value] of planted.cookies) victim.cookies.set(name, value);
    await walk(victim, BORIS);
    expect(victim.cookies.get('session')).not.toBe(planted.cookies.get('session'));
    expect(await victim.who()).toMatchObject({ email: BORIS.email });
    expect(await planted.who()).toBeUndefined();
  });

  test('by a posted form is redirected to GET, and only from a provider configured so', async () => {
    const one = browser();
    const approved = houses().other.approve(await one.begin('other'), { sub: 'f', email: 'form@example.org' });
    const led = await browser().leadTo('POST', '/auth/other/callback', `${approved}&user=x`);
    expect(led).toMatch(/^\/auth\/other\/callback\?code=/);
    expect(await one.leadTo('GET', led)).toBe('/en/account');
    expect((await one.send('POST', '/auth/trusted/callback', approved)).statusCode).toBe(404);
    expect((await one.send('GET', '/auth/nobody')).statusCode).toBe(404);
  });
});

describe('linking a provider', () => {
  test('requires a fresh proof; the provider then signs the user in', async () => {
    const one = browser();
    await one.signIn();
    now += 5 * MINUTE_MS;
    expect(await one.errand('link')).toBe('fresh_factor_required');
    await one.send('POST', '/api/v1/sessions/prove', { password: PASSWORD });
    const url = await one.errand('link');
    expect(await one.back(houses().trusted.approve(url, { sub: 'a', email: 'whatever@example.org' }))).toBe('/en/account/security');
    expect(await one.who()).toMatchObject({ authentications: ['trusted'] });
    const again = browser();
    expect(await walk(again, { sub: 'a' })).toBe('/en/account');
    expect(await again.who()).toMatchObject({ email: ANNA.email });
    // One of each provider, and each subject once
    expect(await one.back(houses().trusted.approve(await one.errand('link'), { sub: 'b' }))).toContain('provider_problem=has_one');
    const boris = browser();
    await walk(boris, { ...BORIS, sub: 'boris' }, 'other');
    expect(await boris.back(houses().trusted.approve(await boris.errand('link'), { sub: 'a' }))).toContain('provider_problem=taken');
  });

  test('works for the session that started it only, and never for an operator', async () => {
    const [anna, boris] = [browser(), browser()];
    await anna.signIn();
    await walk(boris, BORIS);
    const approved = houses().trusted.approve(await boris.errand('link', 'trusted'), { sub: 'planted' });
    // Anna opens what Boris started, even with that browser's cookie
    anna.cookies.set('provider', boris.cookies.get('provider') ?? '');
    expect(await anna.back(approved)).toContain('provider_problem=over');
    expect(await total('user_identities')).toBe(1);
    const staff = browser();
    await staff.signIn(STAFF.email);
    expect(await staff.errand('link')).toBe('access_denied');
    expect(await browser().errand('link')).toBe('not_authenticated');
  });

  test('lets the user prove their identity, in their own session and with a recent authentication', async () => {
    const one = browser();
    await walk(one, BORIS);
    now += 6 * MINUTE_MS;
    expect(await one.errand('link', 'other')).toBe('fresh_factor_required');
    const at = (ms: number) => Math.floor(ms / 1000);
    const prove = async (claims: Claims) => one.back(houses().trusted.approve(await one.errand('prove'), claims));
    expect(new URL(await one.errand('prove')).searchParams.get('max_age')).toBe('0');
    expect(await prove({ sub: 'somebody' })).toContain('provider_problem=not_him');
    expect(await prove({ ...BORIS, auth_time: at(now - 60 * MINUTE_MS) })).toContain('provider_problem=failed');
    expect(await one.errand('link', 'other')).toBe('fresh_factor_required');
    expect(await prove({ ...BORIS, auth_time: at(now) })).toBe('/en/account/security');
    expect(await one.errand('link', 'other')).toContain(houses().other.issuer);
  });
});

test('metadata is fetched once an hour; an unreachable provider is reported and queried again', async () => {
  await browser().begin();
  const { discovery } = houses().trusted.requests;
  await browser().begin();
  expect(houses().trusted.requests.discovery).toBe(discovery);
  now += 61 * MINUTE_MS;
  await browser().begin();
  expect(houses().trusted.requests.discovery).toBe(discovery + 1);
  expect(await browser().begin('gone')).toMatch(/^\/en\/sign-in\?provider_problem=away/);
  const anna = browser();
  await anna.signIn();
  expect(await anna.errand('link', 'gone')).toBe('configuration_error');
});
