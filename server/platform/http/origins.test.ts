import { afterAll, beforeAll, expect, test } from 'vitest';
import { accept } from '#core/result.ts';
import { createTestApp, type TestApp } from '#tests/make/app.ts';
import { calculateExample, exampleEvents, publicExamples } from '#tests/make/example-routes.ts';
import { route } from './route.ts';

const NAMED = 'https://shop.example:8443';
const FOREIGN = [
  'https://evil.example',
  'https://shop.example',
  'http://shop.example:8443',
  'https://shop.example:8443.evil.example',
  'null',
];
const example = { type: 'examples', id: 'x', attributes: { name: 'ann', amount: null } } as const;

async function* oneEvent() {
  yield { id: '1', event: 'example', data: { n: 1 } };
}

let running: TestApp;
beforeAll(async () => {
  const routes = [
    route(publicExamples, async () => accept({ data: [example] })),
    route(calculateExample, async () => accept({ data: example })),
    route(exampleEvents, async () => accept({ events: oneEvent() })),
  ];
  running = await createTestApp(routes, { apiOrigins: [NAMED] });
});
afterAll(async () => await running.close());

const calculate = async (origin: string) =>
  await running.app.inject({
    method: 'POST',
    url: '/api/v1/examples/calculate',
    headers: { origin, 'content-type': 'application/vnd.api+json', 'site-locale': 'en' },
    payload: '{"data":{"type":"examples","attributes":{"name":"ann"}}}',
  });
const preflight = async (origin: string) =>
  await running.app.inject({
    method: 'OPTIONS',
    url: '/api/v1/examples/calculate',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type,site-locale' },
  });

test('a page of an allowed origin may call with cookies and read the response headers', async () => {
  const { statusCode, headers } = await calculate(NAMED);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({ 'access-control-allow-origin': NAMED, 'access-control-allow-credentials': 'true' });
  expect(headers['access-control-expose-headers']).toContain('Retry-After');
  expect(headers['vary']).toContain('Origin');
});

test('a preflight lists the allowed methods and headers', async () => {
  const { statusCode, headers, body } = await preflight(NAMED);
  expect([statusCode, body]).toEqual([204, '']);
  expect(headers['access-control-allow-methods']).toContain('POST');
  for (const name of ['Content-Type', 'Site-Locale', 'order-token', 'Idempotency-Key', 'Last-Event-ID'])
    expect(headers['access-control-allow-headers']).toContain(name);
});

test('a live stream is readable by pages of an allowed origin only', async () => {
  const follow = async (origin: string) =>
    (await running.app.inject({ url: '/api/v1/examples/x/events', headers: { origin, accept: 'text/event-stream' } })).headers;
  const named = await follow(NAMED);
  expect(named).toMatchObject({
    'content-type': 'text/event-stream',
    'access-control-allow-origin': NAMED,
    'access-control-allow-credentials': 'true',
  });
  for (const origin of FOREIGN) expect(await follow(origin)).not.toHaveProperty('access-control-allow-origin');
});

test.each(FOREIGN)('origin %s is refused and never reflected (R48)', async (origin) => {
  const [call, before] = [await calculate(origin), await preflight(origin)];
  expect(call.statusCode).toBe(403);
  expect(before.statusCode).toBe(405);
  for (const { headers } of [call, before]) expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

test('caches store responses per origin', async () => {
  const ask = async (headers: Record<string, string>) => (await running.app.inject({ url: '/api/v1/public_examples', headers })).headers;
  expect((await ask({ origin: NAMED }))['access-control-allow-origin']).toBe(NAMED);
  const plain = await ask({});
  expect(plain['access-control-allow-origin']).toBeUndefined();
  expect(plain['vary']).toBe('Accept, Site-Locale, Accept-Encoding, Origin');
});
