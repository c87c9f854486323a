import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChallenge } from '#server/captcha/captcha.ts';
import { orderRoutes } from '#server/orders/customer/routes.ts';
import { createTestApp, type TestApp } from '#tests/make/app.ts';
import { solveChallenge } from '#tests/make/solve-captcha.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';

let world: World;
let served: TestApp;
beforeAll(async () => {
  world = await createWorld({ reserve: 18_500_000n });
  const { db, clock, secrets } = world.deps;
  const deps = { ...world.deps, settings: { ...world.deps.settings, rateLimits: 'on' as const } };
  served = await createTestApp(orderRoutes(deps), { db, clock, secrets });
});
afterAll(async () => {
  await served.close();
  await world.close();
});

const KEY = 'one-and-the-same-key-for-all';
const guest = (n: number) => `guest=${'A'.repeat(20)}${String(n).padStart(2, '0')}`;

async function send(form: object, { cookie, key = KEY }: { readonly cookie: string; readonly key?: string }) {
  const reply = await served.app.inject({
    method: 'POST',
    url: '/api/v1/orders',
    remoteAddress: '203.0.113.9',
    headers: { 'content-type': 'application/vnd.api+json', 'site-locale': 'en', 'idempotency-key': key, cookie },
    payload: JSON.stringify(form),
  });
  const { data, errors } = JSON.parse(reply.body) as { data?: { id: string }; errors?: { code: string }[] };
  return { id: data?.id, code: errors?.[0]?.code ?? String(reply.statusCode) };
}

const formOf = async (n: number, captcha_token?: string) => await world.form({ email: `guest-${n}@example.org`, captcha_token });
const solve = () => solveChallenge(makeChallenge(world.deps));

test('one proof of work makes one order, whatever cookie and key are sent', async () => {
  const token = solve();
  const codes: string[] = [];
  for (let n = 0; n < 5; n += 1) codes.push((await send(await formOf(n, token), { cookie: guest(n) })).code);
  // The first order of a network needs none
  expect(codes).toEqual(['201', '201', 'wrong_captcha', 'wrong_captcha', 'wrong_captcha']);
  expect((await send(await formOf(5, token), { cookie: guest(5), key: 'another-key-of-another-order' })).code).toBe('wrong_captcha');
});

test('the same request of the same visitor gets the first response; another cookie does not', async () => {
  const form = await formOf(10, solve());
  const first = await send(form, { cookie: guest(10) });
  expect(first.code).toBe('201');
  expect(await send(form, { cookie: guest(10) })).toEqual(first);
  expect((await send(await formOf(10, form.captcha_token), { cookie: guest(11) })).code).toBe('wrong_captcha');
  expect((await send({ ...form, email: 'other@example.org' }, { cookie: guest(10) })).code).toBe('idempotency_conflict');
});

test('an order refused for another reason returns its proof', async () => {
  const form = await formOf(20, solve());
  const { posted } = await world.deps.db.one(as<{ posted: string }>(), sql`select posted::text from reserves where wallet = 'SBERRUB'`);
  await world.deps.db.run(sql`update reserves set posted = held where wallet = 'SBERRUB'`);
  expect((await send(form, { cookie: guest(20) })).code).toBe('reserve_exceeded');
  await world.deps.db.run(sql`update reserves set posted = ${posted}::bigint where wallet = 'SBERRUB'`);
  expect((await send(form, { cookie: guest(20) })).code).toBe('201');
});
