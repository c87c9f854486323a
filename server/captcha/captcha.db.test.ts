import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '#core/time.ts';
import { createRecaptcha } from '#server/adapters/captcha/recaptcha.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { createRateLimits } from '#server/platform/http/rate-limits.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { type Captcha, createCaptcha, makeChallenge, purgeProofs } from './captcha.ts';
import { refundHumanCheck, type ProtectedAction, requireHuman } from './require-human.ts';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
let now = Date.now();
const clock = { now: () => now };
const secrets = createSecrets('a secret of at least thirty-two characters');

/** Google's response in this test, and the requests to it. */
let saidByGoogle: { status: number; body: string } = { status: 200, body: '{"success": true}' };
const verifyCalls: URLSearchParams[] = [];
const google = http.createServer((request, reply) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    verifyCalls.push(new URLSearchParams(body));
    reply.writeHead(saidByGoogle.status, { 'content-type': 'application/json' }).end(saidByGoogle.body);
  });
});

let database: TestDatabase;
let work: Captcha;
let recaptcha: Captcha;
let url = '';
beforeAll(async () => {
  database = await createTestDatabase();
  await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
  const deps = { db: database.db, clock, random: systemRandom, secrets, log: silent };
  work = createCaptcha(deps, { kind: 'proof_of_work' });
  const checker = createRecaptcha({ siteKey: 'site', secret: 'the secret', url, hostname: 'razmen.example' });
  recaptcha = createCaptcha(deps, { kind: 'recaptcha', checker });
});
afterAll(async () => {
  google.close();
  await database.drop();
});

function solve(): string {
  const { challenge, salt, maxnumber, signature } = makeChallenge({ clock, random: systemRandom, secrets });
  for (let number = 0; number < maxnumber; number += 1) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge)
      return Buffer.from(JSON.stringify({ algorithm: 'SHA-256', challenge, number, salt, signature })).toString('base64');
  }
  throw new Error('no solution');
}

const codeOf = (result: Awaited<ReturnType<Captcha['verify']>>) => (result.ok ? 'passed' : result.refusals[0]?.code);

it('a proof of work is accepted once, and again only for a repetition of the same call', async () => {
  const token = solve();
  expect(codeOf(await work.verify(token))).toBe('passed');
  expect(await work.spend(database.db, token, 'call 1')).toBe(true);
  expect(await work.spend(database.db, token, 'call 1')).toBe(true);
  expect(await work.spend(database.db, token, 'call 2')).toBe(false);
  expect(await work.spend(database.db, token)).toBe(false);
  expect([codeOf(await work.verify(token)), codeOf(await work.verify(token, 'call 1'))]).toEqual(['wrong_captcha', 'passed']);
  const unnamed = solve();
  expect([await work.spend(database.db, unnamed), await work.spend(database.db, unnamed)]).toEqual([true, false]);
});

it('reCAPTCHA verifies a token once, with the secret and without data of the visitor', async () => {
  saidByGoogle = { status: 200, body: '{"success": true, "hostname": "razmen.example", "score": 0.9}' };
  verifyCalls.length = 0;
  expect(await recaptcha.spend(database.db, 'not looked at')).toBe(false);
  expect(codeOf(await recaptcha.verify('token 1'))).toBe('passed');
  expect(codeOf(await recaptcha.verify('token 1'))).toBe('passed');
  expect(verifyCalls.map(String)).toEqual(['secret=the+secret&response=token+1']);
  expect([await recaptcha.spend(database.db, 'token 1'), await recaptcha.spend(database.db, 'token 1')]).toEqual([true, false]);
  expect(recaptcha.challenge()).toMatchObject({
    value: { kind: 'recaptcha', site_key: 'site', script_url: `${url}/recaptcha/api.js?render=explicit` },
  });
});

it.each([
  ['a refusal', 200, '{"success": false, "error-codes": ["timeout-or-duplicate"]}', 'wrong_captcha'],
  ['a token of another site', 200, '{"success": true, "hostname": "evil.example"}', 'wrong_captcha'],
  ['a low score', 200, '{"success": true, "hostname": "razmen.example", "score": 0.1}', 'wrong_captcha'],
  ['a fault of Google', 500, '', 'wrong_captcha'],
  ['a malformed response', 200, '<html>', 'wrong_captcha'],
  ['a response of another shape', 200, '{"success": "yes"}', 'wrong_captcha'],
  ['a secret it does not know', 200, '{"success": false, "error-codes": ["invalid-input-secret"]}', 'configuration_error'],
])('accepts no call for %s', async (_, status, body, code) => {
  saidByGoogle = { status, body };
  const token = `token for ${body} ${status}`;
  expect(codeOf(await recaptcha.verify(token))).toBe(code);
  expect(await recaptcha.spend(database.db, token)).toBe(false);
});

it('a captcha without its keys is a configuration error and accepts no call', async () => {
  const broken = createCaptcha(
    { db: database.db, clock, random: systemRandom, secrets, log: silent },
    { kind: 'recaptcha', checker: undefined },
  );
  const refusal = { code: 'configuration_error', message: 'recaptcha_key_missing' };
  expect(broken.challenge()).toEqual({ ok: false, refusals: [refusal] });
  expect(await broken.verify(solve())).toEqual({ ok: false, refusals: [refusal] });
  expect(await broken.spend(database.db, solve())).toBe(false);
});

it('a network needs a proof after some free tries per action, also after a restart; correct calls do not count', async () => {
  const open = () => createRateLimits({ db: database.db, clock, log: silent });
  let deps = { db: database.db, captcha: work, limits: await open() };
  const call = (token?: string, repetition?: string, ip = '198.51.100.7') => ({
    ip,
    repetition,
    body: { captcha_token: token },
  });
  const ask = async (action: ProtectedAction, request = call()) => {
    const answer = await requireHuman(deps, action, request);
    return answer.ok ? 'passed' : answer.refusals[0]?.code;
  };
  for (let i = 0; i < 10; i += 1) expect(await ask('reset_password')).toBe('passed');
  expect(await ask('reset_password')).toBe('captcha_required');
  deps = { ...deps, limits: await open() };
  expect(await ask('reset_password')).toBe('captcha_required');
  expect(await ask('reset_password', call('e30='))).toBe('wrong_captcha');
  const token = solve();
  expect(await ask('reset_password', call(token, 'this call'))).toBe('passed');
  // The call is repeated after its response was lost
  expect(await ask('reset_password', call(token, 'this call'))).toBe('passed');
  expect(await ask('reset_password', call(token, 'another call'))).toBe('wrong_captcha');
  // A call without a stored response cannot be repeated
  const single = solve();
  expect([await ask('reset_password', call(single)), await ask('reset_password', call(single))]).toEqual(['passed', 'wrong_captcha']);
  expect([await ask('resend_email'), await ask('reset_password', call(undefined, undefined, '198.51.100.8'))]).toEqual([
    'passed',
    'passed',
  ]);
  for (let i = 0; i < 30; i += 1) {
    expect(await ask('sign_in')).toBe('passed');
    await refundHumanCheck(deps, 'sign_in', call());
  }
});

it('expired tokens are deleted', async () => {
  now += 30 * MINUTE_MS;
  await purgeProofs({ db: database.db, clock });
  const left = sql`select challenge from captcha_proofs union all select token_hash from captcha_looks`;
  expect(await database.db.many(AnyRow, left)).toEqual([]);
});
