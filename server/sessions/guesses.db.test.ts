import { makeCaptcha } from '#tests/make/captcha.ts';
import { as } from '#tests/make/rows.ts';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeChallenge } from '#server/captcha/captcha.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createRateLimits, type RateLimits } from '#server/platform/http/rate-limits.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { systemRandom } from '#server/platform/random.ts';
import { ensureOwner } from '#server/users/create-operator.ts';
import { createTestApp, TEST_ORIGIN, type TestApp } from '#tests/make/app.ts';
import { solveChallenge } from '#tests/make/solve-captcha.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { sessionVisitors } from './visitor.ts';
import { sessionRoutes } from './routes.ts';

const OWNER = { email: 'Owner@Example.com', password: 'Correct horse 1' };
const SECRET = 'a secret of tests, 32 characters';
const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

let database: TestDatabase;
let test_: TestApp;
let limits: RateLimits;

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureOwner({ db: database.db, clock: systemClock, random: systemRandom }, OWNER);
});
afterAll(async () => {
  await test_.close();
  await database.drop();
});
beforeEach(async () => {
  await test_?.close();
  await database.db.run(sql`delete from rate_limits`);
  limits = await createRateLimits({ db: database.db, clock: systemClock, log });
  const settings = { publicUrl: TEST_ORIGIN, mode: 'demo', rateLimits: 'on', supportEmail: 'help@example.com' } as const;
  const deps = {
    db: database.db,
    clock: systemClock,
    random: systemRandom,
    settings,
    limits,
    secrets: createSecrets(SECRET),
    live: { hint: () => undefined },
    notifyUser: async () => undefined,
  };
  const captcha = makeCaptcha(deps);
  test_ = await createTestApp(sessionRoutes({ ...deps, captcha }), {
    db: database.db,
    limits,
    authenticator: sessionVisitors(deps),
    settings,
  });
});

const signIn = async (pair: { email: string; password: string }, remoteAddress: string, headers: Record<string, string> = {}) =>
  await test_.app.inject({
    method: 'POST',
    url: '/api/v1/sessions',
    headers: { 'content-type': 'application/vnd.api+json', 'site-locale': 'en', ...headers },
    payload: JSON.stringify(pair),
    remoteAddress,
  });
const wrong = async (remoteAddress: string, email = OWNER.email) => (await signIn({ email, password: 'wrong' }, remoteAddress)).statusCode;
const countOf = async (kind: string) => {
  const rows = await database.db.many(as<{ points: number }>(), sql`select points from rate_limits where key like ${`${kind}:%`}`);
  return rows.reduce((sum, { points }) => sum + points, 0);
};

describe('guesses at a password (R32)', () => {
  test('are counted by address and account, ignoring address headers; the right password waits a minute at most', async () => {
    const codes = [];
    for (let n = 0; n < 7; n++)
      codes.push(
        (await signIn({ email: OWNER.email, password: `wrong ${n}` }, '10.0.0.1', { 'x-forwarded-for': `1.2.3.${n}` })).statusCode,
      );
    expect(codes).toEqual([401, 401, 401, 401, 401, 429, 429]);
    const right = await signIn(OWNER, '10.0.0.1');
    expect(right.statusCode).toBe(429);
    expect(Number(right.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  test('cost one proof of work each beyond a number, whatever key is sent', async () => {
    for (let n = 0; n < 60; n++) await limits.spend('human_sign_in', '10.0.0.9');
    const deps = { clock: systemClock, random: systemRandom, secrets: createSecrets(SECRET) };
    const captcha_token = solveChallenge(makeChallenge(deps));
    const guess = async (n: number, proof: object, headers: Record<string, string> = {}) => {
      const reply = await signIn({ email: `account-${n}@example.com`, password: `guess ${n} guess`, ...proof }, '10.0.0.9', headers);
      return (JSON.parse(reply.body) as { errors: { code: string }[] }).errors[0]?.code;
    };
    const key = { 'idempotency-key': 'one-and-the-same-key-for-all' };
    expect(await guess(0, {}, key)).toBe('captcha_required');
    expect(await guess(1, { captcha_token }, key)).toBe('authentication_failed');
    for (const n of [1, 2, 3]) expect(await guess(n, { captcha_token }, key)).toBe('wrong_captcha');
    expect(await guess(4, { captcha_token })).toBe('wrong_captcha');
    expect(await guess(5, { captcha_token: solveChallenge(makeChallenge(deps)) }, key)).toBe('authentication_failed');
  });

  test('refused for their address do not count against the account', async () => {
    for (let n = 0; n < 20; n++) await wrong('10.0.0.1');
    expect(await countOf('sign_in_account')).toBe(5);
  });

  test('from one IPv6 network count as one visitor', async () => {
    const codes = [];
    for (let n = 1; n <= 6; n++) codes.push(await wrong(`2001:db8::${n}`));
    expect(codes).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await wrong('2001:db8:0:1::1')).toBe(401);
  });

  test('at many accounts from one address are stopped by the address', async () => {
    const codes = [];
    for (let n = 0; n < 34; n++) codes.push(await wrong('10.0.0.1', `someone-${n}@example.com`));
    expect([codes.filter((code) => code === 401).length, codes.slice(-4)]).toEqual([30, [429, 429, 429, 429]]);
  });

  test('of a hundred addresses at one account do not lock the owner out, from a new address either', async () => {
    const codes = [];
    for (let n = 0; n < 50; n++) codes.push(await wrong(`10.0.1.${n}`), await wrong(`10.0.1.${n}`));
    expect(codes.filter((code) => code === 429).length).toBeGreaterThan(15);
    expect((await signIn(OWNER, '10.0.2.1')).statusCode).toBe(201);
    expect((await signIn(OWNER, '10.0.2.1')).statusCode).toBe(201);
  });

  test('beyond sixty an hour of one network need a proof of work', async () => {
    for (let n = 0; n < 60; n++) await wrong('10.0.0.1', `someone-${n}@example.com`);
    expect(await wrong('10.0.0.1', 'someone@example.com')).toBe(422);
    expect(await wrong('10.0.0.2', 'someone@example.com')).toBe(401);
  });

  test('with the right password are not counted', async () => {
    for (let n = 0; n < 8; n++) expect((await signIn(OWNER, '10.0.0.1')).statusCode).toBe(201);
    expect([await countOf('sign_in_peer'), await countOf('sign_in_account')]).toEqual([0, 0]);
  });
});
