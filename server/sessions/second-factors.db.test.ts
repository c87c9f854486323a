import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { isOfficeAction } from '#core/access/access.ts';
import type { SecondFactorAttributes } from '#contract/account/second-factors.ts';
import { MINUTE_MS } from '#core/time.ts';
import { noRateLimits } from '#server/platform/http/rate-limits.ts';
import type { Route } from '#server/platform/http/route.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { codeAt } from '#server/second-factors/totp.ts';
import { ensureOwner } from '#server/users/create-operator.ts';
import { makeCaptcha } from '#tests/make/captcha.ts';
import { createTestApp, TEST_ORIGIN, type TestApp } from '#tests/make/app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { someUrlOf } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { sessionVisitors } from './visitor.ts';
import { sessionRoutes } from './routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';

const OWNER = { email: 'owner@example.com', password: 'Correct horse 1' };
const HEADERS = { 'content-type': 'application/vnd.api+json', 'site-locale': 'en' };

let database: TestDatabase;
let now = Date.now();
const clock = { now: () => now };
const notifiedTopics: string[] = [];
const apps: Partial<Record<'demo' | 'production', TestApp>> = {};

/** Every office endpoint with an empty response: a 200 means access was granted. */
const officeRoutes: Route[] = ALL_ENDPOINTS.filter(({ action }) => isOfficeAction(action)).map((endpoint) => ({
  endpoint,
  handle: async () => Promise.reject(new Error('let in')),
}));

async function appOf(mode: 'demo' | 'production'): Promise<TestApp> {
  const settings = { publicUrl: TEST_ORIGIN, mode, rateLimits: 'off', supportEmail: null } as const;
  const deps = {
    db: database.db,
    clock,
    random: systemRandom,
    secrets: createSecrets('a secret of tests, 32 characters'),
    live: { hint: () => undefined },
    settings,
    limits: noRateLimits,
    notifyUser: async (_tx: unknown, { topic }: { topic: string }) => void notifiedTopics.push(topic),
  };
  return createTestApp([...sessionRoutes({ ...deps, captcha: makeCaptcha(deps) }), ...secondFactorRoutes(deps), ...officeRoutes], {
    db: database.db,
    clock,
    authenticator: sessionVisitors(deps),
    settings,
  });
}

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureOwner({ db: database.db, clock, random: systemRandom }, OWNER);
  apps.demo = await appOf('demo');
  apps.production = await appOf('production');
});
afterAll(async () => {
  await apps.demo?.close();
  await apps.production?.close();
  await database.drop();
});
beforeEach(async () => {
  notifiedTopics.length = 0;
  for (const table of ['totp_factors', 'passkeys', 'recovery_codes', 'sessions', 'security_events', 'known_devices'])
    await database.db.run(sql([`delete from ${table}`]));
  await database.db.run(sql`update users set second_factor_since = null`);
  now += 10 * MINUTE_MS;
});

type Mode = keyof typeof apps;

function appIn(mode: Mode) {
  const app = apps[mode];
  if (app === undefined) throw new Error('not made yet');
  return app.app;
}

/** One browser: stores the cookies it receives. */
function browser(mode: Mode) {
  const cookies = new Map<string, string>();
  async function send(method: 'GET' | 'POST' | 'DELETE', url: string, attributes?: object, more: Readonly<Record<string, string>> = {}) {
    const answer = await appIn(mode).inject({
      method,
      url,
      headers: {
        'site-locale': 'en',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(attributes === undefined ? {} : { 'content-type': HEADERS['content-type'] }),
        ...more,
      },
      ...(attributes === undefined ? {} : { payload: JSON.stringify(attributes) }),
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    return answer;
  }
  return {
    cookies,
    send,
    signIn: (more: object = {}) => send('POST', '/api/v1/sessions', { ...OWNER, ...more }),
    office: async () => {
      const answer = await send('GET', '/api/office/v1/operator');
      return answer.statusCode === 500 ? 'let in' : answer.json().errors[0].code;
    },
  };
}
type Browser = ReturnType<typeof browser>;

const attributesOf = (answer: { json: () => { data: { attributes: SecondFactorAttributes } } }) => answer.json().data.attributes;

/** Enrols an authenticator app: the secret and the recovery codes. */
async function enrol(client: Browser) {
  const enrolment = await client.send('POST', '/api/v1/second_factors/totp');
  const { secret } = enrolment.json().data.attributes as { secret: string };
  const confirmed = await client.send('POST', '/api/v1/second_factors/totp/confirm', { code: codeAt(secret, now) });
  return { secret, codes: attributesOf(confirmed).recovery_codes ?? [], confirmed };
}
const give = (client: Browser, body: object) => client.send('POST', '/api/v1/second_factors/give', body);

describe('outside demo mode', () => {
  test('with a password alone every office call requires the second factor', async () => {
    const one = browser('production');
    expect((await one.signIn()).json().data.attributes.needs).toBe('enrolment');
    expect(officeRoutes.length).toBeGreaterThan(30);
    for (const { endpoint } of officeRoutes) {
      // Upload endpoints check the media type first
      const media: Record<string, string> = endpoint.files === undefined ? {} : { 'content-type': 'multipart/form-data; boundary=x' };
      const answer = await one.send(endpoint.method as 'GET', someUrlOf(endpoint), undefined, media);
      expect([answer.statusCode, answer.json().errors[0].code], endpoint.name).toEqual([403, 'second_factor_required']);
    }
    expect((await one.send('GET', '/api/v1/sessions/current')).json().data).toBeNull();
  });

  test('nothing of the account is shown before the factor', async () => {
    const reply = await browser('production').signIn();
    expect(reply.statusCode).toBe(201);
    expect(reply.json().included).toBeUndefined();
    expect(reply.body).not.toContain(OWNER.email);
  });

  test('the first sign-in enrols, under a new cookie, with ten recovery codes shown once; the next one requires a factor', async () => {
    const one = browser('production');
    await one.signIn();
    const halfOpen = one.cookies.get('session');
    const { secret, codes } = await enrol(one);
    expect(codes).toHaveLength(10);
    expect(one.cookies.get('session')).not.toBe(halfOpen);
    expect(await one.office()).toBe('let in');
    expect(attributesOf(await one.send('GET', '/api/v1/second_factors'))).toMatchObject({ recovery_codes: null, recovery_codes_left: 10 });
    const other = browser('production');
    expect((await other.signIn()).json().data.attributes.needs).toBe('factor');
    // Half-open with a factor enrolled: no other factor can be enrolled
    expect((await other.send('POST', '/api/v1/second_factors/totp')).statusCode).toBe(403);
    now += MINUTE_MS;
    expect((await give(other, { totp: codeAt(secret, now) })).statusCode).toBe(200);
    expect(await other.office()).toBe('let in');
    expect(notifiedTopics).toEqual(['factor_added', 'new_device']);
  });

  test('the last factor cannot be removed', async () => {
    const one = browser('production');
    await one.signIn();
    await enrol(one);
    expect((await one.send('DELETE', '/api/v1/second_factors/totp')).statusCode).toBe(403);
    expect(attributesOf(await one.send('GET', '/api/v1/second_factors')).totp_enrolled).toBe(true);
  });

  test('a half-open session ends after ten minutes, and after five wrong codes', async () => {
    const one = browser('production');
    await one.signIn();
    await enrol(one);
    const late = browser('production');
    await late.signIn();
    now += 10 * MINUTE_MS;
    expect(await late.office()).toBe('not_authenticated');
    const guesser = browser('production');
    await guesser.signIn();
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push((await give(guesser, { totp: '000000' })).statusCode);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 401]);
    expect(notifiedTopics).toContain('factor_locked');
  });
});

describe('a code', () => {
  test('is accepted once, and no older one after it; of ten requests with one code one succeeds (R34)', async () => {
    const one = browser('production');
    await one.signIn();
    const { secret } = await enrol(one);
    const used = codeAt(secret, now);
    const replay = browser('production');
    await replay.signIn();
    expect((await give(replay, { totp: used })).statusCode).toBe(422);
    expect((await give(replay, { totp: codeAt(secret, now - 30_000) })).statusCode).toBe(422);
    now += MINUTE_MS;
    const rivals = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const rival = browser('production');
        await rival.signIn();
        return rival;
      }),
    );
    const code = codeAt(secret, now);
    const answers = await Promise.all(rivals.map((rival) => give(rival, { totp: code })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('may be sent with the password; a wrong one is refused like a wrong password', async () => {
    const one = browser('production');
    await one.signIn();
    const { secret } = await enrol(one);
    now += MINUTE_MS;
    expect((await browser('production').signIn({ totp: '000000' })).statusCode).toBe(401);
    const quick = browser('production');
    expect((await quick.signIn({ totp: codeAt(secret, now) })).json().data.attributes.needs).toBe('none');
    expect(await quick.office()).toBe('let in');
  });

  test('for recovery works once, in any spelling, and for one of two simultaneous tries', async () => {
    const one = browser('production');
    await one.signIn();
    const { codes } = await enrol(one);
    const [first = '', second = ''] = codes;
    const pair = [browser('production'), browser('production')];
    for (const each of pair) await each.signIn();
    const answers = await Promise.all(pair.map((each) => give(each, { recovery_code: first.toUpperCase().replaceAll('-', ' ') })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
    // New codes replace the old ones
    const made = await one.send('POST', '/api/v1/second_factors/recovery_codes');
    expect(attributesOf(made).recovery_codes).toHaveLength(10);
    const late = browser('production');
    await late.signIn();
    expect((await give(late, { recovery_code: second })).statusCode).toBe(422);
  });

  test('and its secret are not stored in plain text', async () => {
    const one = browser('production');
    await one.signIn();
    const { secret, codes } = await enrol(one);
    const rows = await database.db.many(
      as<{ row: string }>(),
      sql`select t::text as row from totp_factors t union all select encode(code_hash, 'escape') from recovery_codes`,
    );
    for (const { row } of rows) for (const text of [secret, ...codes]) expect(row).not.toContain(text);
  });
});

describe('a session', () => {
  test('in demo mode needs no factor; once one is enrolled, other sessions require it', async () => {
    const [one, other] = [browser('demo'), browser('demo')];
    for (const each of [one, other]) expect((await each.signIn()).json().data.attributes.needs).toBe('none');
    expect(await other.office()).toBe('let in');
    await enrol(one);
    expect([await one.office(), await other.office()]).toEqual(['let in', 'second_factor_required']);
    expect((await one.send('DELETE', '/api/v1/second_factors/totp')).statusCode).toBe(204);
    expect(await other.office()).toBe('let in');
  });

  test('loses recovery codes made before the first factor was enrolled', async () => {
    const [thief, owner] = [browser('demo'), browser('demo')];
    for (const each of [thief, owner]) await each.signIn();
    const [planted = ''] = attributesOf(await thief.send('POST', '/api/v1/second_factors/recovery_codes')).recovery_codes ?? [];
    const { codes } = await enrol(owner);
    expect([planted.length > 0, codes.length]).toEqual([true, 10]);
    expect((await give(thief, { recovery_code: planted })).statusCode).toBe(422);
    expect((await give(thief, { recovery_code: codes[0] })).statusCode).toBe(200);
  });

  test('may change its factors only within five minutes of giving one', async () => {
    const one = browser('production');
    await one.signIn();
    const { secret } = await enrol(one);
    now += 5 * MINUTE_MS;
    const staleReply = await one.send('POST', '/api/v1/second_factors/recovery_codes');
    expect(staleReply.json().errors[0].code).toBe('fresh_factor_required');
    const cookie = one.cookies.get('session');
    expect((await give(one, { totp: codeAt(secret, now) })).statusCode).toBe(200);
    expect(one.cookies.get('session')).toBe(cookie);
    expect((await one.send('POST', '/api/v1/second_factors/recovery_codes')).statusCode).toBe(200);
  });

  test('of an operator ends after fifteen idle minutes, whatever its page polls', async () => {
    const one = browser('demo');
    await one.signIn();
    for (let minute = 0; minute < 14; minute += 2) {
      now += 2 * MINUTE_MS;
      expect(await one.office()).toBe('let in');
    }
    await give(one, {});
    now += 14 * MINUTE_MS;
    expect(await one.office()).toBe('let in');
    now += MINUTE_MS;
    expect(await one.office()).toBe('not_authenticated');
  });

  test('of a disabled user ends at once, and the password opens no new one', async () => {
    const one = browser('demo');
    await one.signIn();
    await database.db.run(sql`update users set disabled_at = now()`);
    expect(await one.office()).toBe('not_authenticated');
    expect((await one.signIn()).json().errors[0].code).toBe('authentication_failed');
    await database.db.run(sql`update users set disabled_at = null`);
    const lines = await database.db.many(
      as<{ topic: string; has: boolean }>(),
      sql`select topic, user_id is not null as has from security_events order by at, id`,
    );
    expect(lines.map(({ topic }) => topic).toSorted()).toEqual(['signed_in', 'wrong_password']);
    expect(lines.every(({ has }) => has)).toBe(true);
  });
});
