import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { accept, refuse } from '#core/result.ts';
import { createTestApp, type TestApp } from '#tests/make/app.ts';
import { exampleEvents, exampleRoutes, getExample } from '#tests/make/example-routes.ts';
import { withRequestDeadline } from './deadlines.ts';
import { noRateLimits } from './rate-limits.ts';
import { route, type ServerEvent } from './route.ts';

let running: TestApp | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function listen(routes = exampleRoutes, limits = noRateLimits): Promise<number> {
  running = await createTestApp(routes, { limits });
  await running.app.listen({ port: 0, host: '127.0.0.1' });
  return (running.app.server.address() as AddressInfo).port;
}

/** Everything the server sends in response to raw bytes until it closes the connection. */
async function talk(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  socket.write(bytes);
  await once(socket, 'close');
  return received;
}

async function* endless(signal: AbortSignal): AsyncGenerator<ServerEvent> {
  yield { id: '1', event: 'example', data: {} };
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

test.each([
  ['two lengths', 'POST /api/v1/examples HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na'],
  ['a length and chunks', 'POST /api/v1/examples HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['a folded header', 'GET /api/v1/examples HTTP/1.1\r\nHost: x\r\n folded\r\nA: b\r\n\tc\r\nTransfer-Encoding: x, chunked\r\n x\r\n\r\n'],
  ['a space before the colon', 'POST /api/v1/examples HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n'],
  [
    'a bad chunk',
    'POST /api/v1/examples/calculate HTTP/1.1\r\nHost: x\r\nSite-Locale: ru\r\nContent-Type: application/vnd.api+json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  ],
  ['no HTTP', 'hello\r\n\r\n'],
  ['two hosts', 'GET /api/v1/examples/x HTTP/1.1\r\nHost: x\r\nHost: evil.test\r\n\r\n'],
  ['two equal hosts', 'GET /api/v1/examples/x HTTP/1.1\r\nHost: x\r\nHOST: x\r\n\r\n'],
  ['an empty host', 'GET /api/v1/examples/x HTTP/1.1\r\nHost:\r\n\r\n'],
  ['a malformed host', 'GET /api/v1/examples/x HTTP/1.1\r\nHost: a/b@c\r\n\r\n'],
  ['another authority', 'GET http://evil.test/api/v1/examples/x HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['chunks under HTTP/1.0', 'POST /api/v1/examples HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['HTTP/2.0 in the request line', 'GET /api/v1/examples/x HTTP/2.0\r\nHost: x\r\n\r\n'],
  ['lines without a return', 'GET /api/v1/examples/x HTTP/1.1\nHost: x\n\n'],
  ['one line without a return', 'GET /api/v1/examples/x HTTP/1.1\r\nHost: x\r\nA: b\nC: d\r\n\r\n'],
  ['an unknown coding', 'POST /api/v1/examples HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  [
    'chunks that are not the last coding',
    'POST /api/v1/examples HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
  ],
  ['a signed length', 'POST /api/v1/examples HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\na'],
  ['a list of lengths', 'POST /api/v1/examples HTTP/1.1\r\nHost: x\r\nContent-Length: 1, 1\r\n\r\na'],
  ['a header of 20 kB', `GET /api/v1/examples HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`],
])('%s is answered with a 4xx document, and the connection is closed (R52)', async (_name, bytes) => {
  const received = await talk(await listen(), bytes);
  expect(received).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(received).toMatch(/content-type: application\/vnd\.api\+json\r\n/i);
  expect(received.toLowerCase()).toContain('connection: close');
});

test('HEAD has the headers of GET and no body (R52)', async () => {
  const port = await listen();
  const ask = async (method: string) =>
    await talk(port, `${method} /api/v1/examples/x HTTP/1.1\r\nHost: x\r\nSite-Locale: en\r\nConnection: close\r\n\r\n`);
  const [get = '', head = ''] = await Promise.all(['GET', 'HEAD'].map(ask));
  const namesOf = (response: string) => response.split('\r\n\r\n')[0]?.replace(/^(date): .*$/im, '$1');
  expect(namesOf(head)).toBe(namesOf(get));
  expect(head.split('\r\n\r\n')[1]).toBe('');
});

test('TRACE is refused', async () => {
  const received = await talk(await listen(), 'TRACE /api/v1/examples HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(received).toMatch(/^HTTP\/1\.1 4\d\d /);
});

test('10,000 headers do not reach a handler', async () => {
  const headers = Array.from({ length: 10_000 }, (_, index) => `h${index}: x`).join('\r\n');
  expect(await talk(await listen(), `GET /api/v1/examples/x HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
});

test('a live stream ends when the server stops, and its source is aborted', async () => {
  let isOver: Promise<void> | undefined;
  const port = await listen([
    route(exampleEvents, async ({ signal }) => {
      isOver = new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      return accept({ events: endless(signal) });
    }),
  ]);
  const request = http.get({ port, host: '127.0.0.1', path: '/api/v1/examples/x/events' });
  const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
  let received = '';
  reply.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  await once(reply, 'data');
  const ended = once(reply, 'end');
  await running?.app.close();
  await ended;
  await isOver;
  expect(received).toContain('id: 1\nevent: example\ndata: {}\n\n');
});

test('a client that disconnects ends the source of its stream', async () => {
  let isOver: Promise<void> | undefined;
  const port = await listen([
    route(exampleEvents, async ({ signal }) => {
      isOver = new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      return accept({ events: endless(signal) });
    }),
  ]);
  const request = http.get({ port, host: '127.0.0.1', path: '/api/v1/examples/x/events' });
  await once(request, 'response');
  request.on('error', () => undefined).destroy();
  await isOver;
  expect(running?.faults).toEqual([]);
});

test('one address may have 200 open streams while limits are on, and new ones when some have ended', async () => {
  const port = await listen([route(exampleEvents, async ({ signal }) => accept({ events: endless(signal) }))], {
    ...noRateLimits,
    areOn: true,
  });
  const agent = new http.Agent({ keepAlive: false });
  const open = async () => {
    const request = http.get({ port, agent, host: '127.0.0.1', path: '/api/v1/examples/x/events' });
    request.on('error', () => undefined);
    const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
    return { request, reply: reply.resume() };
  };
  const streams = await Promise.all(Array.from({ length: 200 }, open));
  expect(new Set(streams.map(({ reply }) => reply.statusCode))).toEqual(new Set([200]));
  const refused = (await open()).reply;
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30']);
  streams[0]?.request.destroy();
  await expect.poll(async () => (await open()).reply.statusCode).toBe(200);
});

const never = () => new Promise<never>(() => undefined);

test.each([
  ['the answer', [route(getExample, never)], {}],
  ['the stream', [route(exampleEvents, never)], {}],
  ['the limit', exampleRoutes, { limits: { ...noRateLimits, spend: never } }],
] as const)('%s that never responds is answered as unavailable before the connection is cut (R62)', async (_name, routes, options) => {
  running = await createTestApp(routes, { ...options, responseDeadlineMs: 50 });
  const origin = await running.app.listen({ port: 0, host: '127.0.0.1' });
  const path = routes[0]?.endpoint === exampleEvents ? '/api/v1/examples/x/events' : '/api/v1/examples/x';
  const answer = await fetch(origin + path);
  const { errors } = (await answer.json()) as { errors: readonly { code: string }[] };
  expect([answer.status, answer.headers.get('retry-after'), errors[0]?.code]).toEqual([503, '3', 'tech_break']);
  expect(running.faults).toEqual([]);
});

test('all steps of one response share one deadline (R62)', async () => {
  const slowly = async () => await sleep(400);
  const authenticate = async () => {
    await slowly();
    return { kind: 'guest' } as const;
  };
  const slow = route(getExample, async () => {
    await slowly();
    return refuse({ code: 'not_found' });
  });
  running = await createTestApp([slow], { authenticator: { authenticate }, responseDeadlineMs: 600 });
  const answer = await running.app.inject({ url: '/api/v1/examples/x', headers: { cookie: 'session=a-session' } });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '3']);
});

test('time spent in the queue counts towards the deadline of the response', async () => {
  const request = { elapsedMs: 0 };
  expect(await withRequestDeadline(request, Promise.resolve('in time'), 12_000)).toBe('in time');
  request.elapsedMs += 12_000;
  await expect(withRequestDeadline(request, never(), 12_000)).rejects.toThrow('No answer');
});

test('a route without an endpoint that never responds gets an error response, not a reset', async () => {
  running = await createTestApp([], { responseDeadlineMs: 50, plugins: [async (app) => void app.get('/some.file', never)] });
  const answer = await running.app.inject({ url: '/some.file' });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '3']);
  expect(running.faults).toEqual([]);
});

test('a route without an endpoint creates no abort signal, and its deadline ends with the response', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  running = await createTestApp([], { plugins: [async (app) => void app.get('/some.file', async () => 'content')] });
  const { app } = running;
  await app.inject({ url: '/some.file' });
  const signals = vi.spyOn(globalThis, 'AbortController');
  const timersBefore = timers();
  for (let i = 0; i < 20; i += 1) expect((await app.inject({ url: '/some.file' })).statusCode).toBe(200);
  expect(signals).not.toHaveBeenCalled();
  signals.mockRestore();
  expect(timers()).toBeLessThan(timersBefore + 10);
});

test('a response that a client reads slowly is not cut at the deadline; one that its route stops writing is', async () => {
  const content = Buffer.alloc(8 * 1024 * 1024, 'x');
  async function* stalling() {
    yield 'start';
    await sleep(60_000, undefined, { ref: false });
  }
  running = await createTestApp([], {
    plugins: [
      async (app) => {
        app.get('/large', { config: { deadlineMs: 300 } }, async (_, reply) => await reply.send(Readable.from([content])));
        app.get('/stalling', { config: { deadlineMs: 300 } }, async (_, reply) => await reply.send(Readable.from(stalling())));
      },
    ],
  });
  await running.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(running.app.server.address() as AddressInfo).port}`;
  const [response] = (await once(http.get(`${url}/large`), 'response')) as [http.IncomingMessage];
  await sleep(900);
  let received = 0;
  for await (const chunk of response) received += (chunk as Buffer).length;
  expect(received).toBe(content.length);
  const [stalled] = (await once(http.get(`${url}/stalling`), 'response')) as [http.IncomingMessage];
  await expect(once(stalled.resume(), 'end')).rejects.toThrow('aborted');
});
