import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { accept, refuse } from '#core/result.ts';
import { createTestApp, type TestApp } from '#tests/make/app.ts';
import { createExample, exampleEvents, exampleRoutes, getExample } from '#tests/make/example-routes.ts';
import { createFairQueue } from './fair-queue.ts';
import { noRateLimits, type RateLimits, TooManyRequests } from './rate-limits.ts';
import { route } from './route.ts';

const LIMITS: RateLimits = { ...noRateLimits, areOn: true };
const MEGABYTE = Buffer.alloc(2 ** 20, 'a');

let running: TestApp | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await running?.close();
  running = undefined;
});

async function listen(options: Partial<Parameters<typeof createTestApp>[1]> = {}, routes = exampleRoutes): Promise<number> {
  running = await createTestApp(routes, { limits: LIMITS, ...options });
  await running.app.listen({ port: 0, host: '127.0.0.1' });
  return (running.app.server.address() as AddressInfo).port;
}

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

const get = (path: string, ...more: string[]) => [`GET ${path} HTTP/1.1`, 'Host: x', 'Site-Locale: en', ...more, '', ''].join('\r\n');

async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await once(socket, 'close');
  return text;
}

/** A route that counts how many of its calls are worked on at a time. */
function counted() {
  const seen = { now: 0, most: 0, order: [] as string[] };
  const slow = route(getExample, async ({ params: { id } }) => {
    seen.now += 1;
    seen.most = Math.max(seen.most, seen.now);
    seen.order.push(id);
    await sleep(5);
    seen.now -= 1;
    return accept({ data: { type: 'examples', id, attributes: { name: 'ann', amount: null } } });
  });
  return { seen, routes: [slow] };
}

test('requests of one connection are processed one after another and answered in order (R74)', async () => {
  const { seen, routes } = counted();
  const socket = open(await listen({ limits: noRateLimits }, routes));
  const ids = Array.from({ length: 20 }, (_, index) => `n${index}`);
  socket.write(ids.map((id, index) => get(`/api/v1/examples/${id}`, index === 19 ? 'Connection: close' : 'A: b')).join(''));
  const text = await readAll(socket);
  expect([...text.matchAll(/"id":"(n\d+)"/g)].map(([, id]) => id)).toEqual(ids);
  expect([seen.order, seen.most]).toEqual([ids, 1]);
});

test('pipelined requests of many connections start in separate turns of the event loop (R74)', async () => {
  const turn = { begun: 0, most: 0 };
  const plugins = [
    async (app: TestApp['app']) => {
      app.get('/first.file', async () => 'bytes');
      app.get('/ahead.file', async () => {
        if (turn.begun === 0) setImmediate(() => (turn.begun = 0));
        turn.begun += 1;
        turn.most = Math.max(turn.most, turn.begun);
        return 'bytes';
      });
    },
  ];
  const port = await listen({ limits: noRateLimits, plugins });
  const ahead = get('/first.file') + get('/ahead.file').repeat(9) + get('/ahead.file', 'Connection: close');
  await Promise.all(
    Array.from({ length: 40 }, () => {
      const socket = open(port);
      socket.write(ahead);
      return readAll(socket);
    }),
  );
  expect(turn.most).toBeGreaterThan(0);
  expect(turn.most).toBeLessThanOrEqual(3);
});

test('a connection with more than 64 pipelined requests is closed', async () => {
  const { seen, routes } = counted();
  const socket = open(await listen({}, routes));
  socket.write(get('/api/v1/examples/x').repeat(500));
  await readAll(socket);
  await sleep(50);
  expect(seen.order.length).toBeLessThanOrEqual(2);
});

test('requests of one client on many connections run up to a capacity, and none is lost', async () => {
  const { seen, routes } = counted();
  const port = await listen({}, routes);
  const texts = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const socket = open(port);
      socket.write(get('/api/v1/examples/x', 'Connection: close'));
      return await readAll(socket);
    }),
  );
  expect(texts.filter((text) => text.startsWith('HTTP/1.1 200'))).toHaveLength(100);
  expect(seen.most).toBeLessThanOrEqual(32);
});

test('a burst of one client queues behind itself and does not delay another client', async () => {
  const enter = createFairQueue({ capacity: 4 });
  const ends = await Promise.all([enter('greedy', 2), enter('greedy', 2)]);
  const isIn = vi.fn<() => void>();
  const third = enter('greedy', 3).then((end) => {
    isIn();
    return end;
  });
  (await enter('other', 4))();
  expect(isIn).not.toHaveBeenCalled();
  ends[0]();
  ends[0]();
  await sleep(5);
  expect(isIn).not.toHaveBeenCalled();
  ends[1]();
  (await third)();
});

test('a request that waits too long or behind too many is refused', async () => {
  const enter = createFairQueue({ capacity: 1, maxWaiting: 1, maxWaitMs: 20 });
  const end = await enter('greedy', 1);
  const late = enter('greedy', 1);
  await expect(enter('greedy', 1)).rejects.toBeInstanceOf(TooManyRequests);
  await expect(late).rejects.toBeInstanceOf(TooManyRequests);
  end();
  (await enter('greedy', 1))();
});

test('one address may have 300 connections; those of a trusted proxy are not counted', async () => {
  const port = await listen();
  const idle = Array.from({ length: 300 }, () => open(port));
  await Promise.all(idle.map(async (socket) => await once(socket, 'connect')));
  expect(await readAll(open(port))).toMatch(/^HTTP\/1\.1 429 .*Retry-After: 10/s);
  idle[0]?.destroy();
  await expect
    .poll(async () => {
      const socket = open(port);
      socket.write(get('/api/v1/examples/x', 'Connection: close'));
      return (await readAll(socket)).slice(0, 12);
    })
    .toBe('HTTP/1.1 200');
});

test('a trusted proxy may open as many connections as its clients need', async () => {
  const port = await listen({ trustedProxies: ['loopback'] });
  const idle = Array.from({ length: 320 }, () => open(port));
  await Promise.all(idle.map(async (socket) => await once(socket, 'connect')));
  const socket = open(port);
  socket.write(get('/api/v1/examples/x', 'Connection: close'));
  expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200/);
});

test('routes without an endpoint are rate limited too, health checks never', async () => {
  const spent: string[] = [];
  const limits: RateLimits = {
    ...LIMITS,
    spend: async (kind) => {
      spent.push(kind);
      return kind === 'file' || kind === 'description' ? 7 : undefined;
    },
  };
  const port = await listen({ limits, plugins: [async (app) => void app.get('/some.file', async () => 'bytes')] });
  for (const path of ['/some.file', '/api/openapi.json', '/api/nowhere']) {
    const socket = open(port);
    socket.write(get(path, 'Connection: close'));
    expect(await readAll(socket), path).toMatch(/^HTTP\/1\.1 429 .*retry-after: 7/is);
  }
  expect(spent).toEqual(['file', 'description', 'file']);
});

test('the API calls of a page count with the page; a form that it passes on counts as a command of its visitor', async () => {
  const spent: string[] = [];
  const limits: RateLimits = {
    ...LIMITS,
    spend: async (kind) => {
      spent.push(kind);
      return kind === 'page' ? undefined : 7;
    },
  };
  const headers = { 'site-locale': 'en', 'content-type': 'application/vnd.api+json' };
  const payload = JSON.stringify({ data: { type: 'examples', attributes: { name: 'ann' } } });
  const plugin = async (app: TestApp['app']) => {
    app.get('/page', { config: { limit: 'page' } }, async () => {
      const answers = [
        await app.inject({ url: '/api/v1/examples/x', headers: { 'site-locale': 'en' } }),
        await app.inject({ method: 'POST', url: '/api/v1/examples/calculate', headers, payload }),
        await app.inject({ method: 'POST', url: '/api/v1/examples', headers, payload }),
      ];
      return answers.map(({ statusCode }) => statusCode).join(' ');
    });
  };
  const create = route(createExample, async () => refuse({ code: 'has_no_reserves' }));
  const port = await listen({ limits, plugins: [plugin] }, [...exampleRoutes, create]);
  const socket = open(port);
  socket.write(get('/page', 'Connection: close'));
  expect(await readAll(socket)).toMatch(/200 200 429$/);
  expect(spent).toEqual(['page', 'creation']);
});

test('one address may have 200 streams, including those being opened; a failed one frees its place', async () => {
  let release: () => void = () => undefined;
  let gate = Promise.resolve();
  const stream = route(exampleEvents, async ({ params: { id }, signal }) => {
    await gate;
    if (id === 'thrown') throw new Error('not found out');
    if (id === 'refused') return refuse({ code: 'not_found' });
    async function* events() {
      yield { id: '1', event: 'example', data: 'first' };
      await once(signal, 'abort');
    }
    return accept({ events: events() });
  });
  const port = await listen({}, [stream]);
  async function ask(method: string, id: string): Promise<string> {
    const socket = open(port);
    socket.write(get(`/api/v1/examples/${id}/events`, 'Connection: close').replace('GET', method));
    const [head] = (await once(socket, 'data')) as [Buffer];
    return head.toString().slice(9, 12);
  }
  const received: string[] = [];
  for (const [method, id] of [
    ['GET', 'refused'],
    ['GET', 'thrown'],
    ['HEAD', 'x'],
    ['GET', 'x'],
  ] as const) {
    received.length = 0;
    gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const answers = Array.from({ length: 202 }, async () => received.push(await ask(method, id)));
    // No request is accepted while the lookup of the first ones runs
    await expect.poll(() => received, { timeout: 10_000 }).toEqual(['429', '429']);
    release();
    await Promise.all(answers);
    if (id === 'x' && method === 'GET') continue;
    for (const socket of sockets.splice(0)) socket.destroy();
    await expect.poll(async () => await new Promise((resolve) => running?.app.server.getConnections((_, count) => resolve(count)))).toBe(0);
  }
  expect(received.filter((status) => status === '200')).toHaveLength(200);
}, 60_000);

test('a client that reads nothing is disconnected within 15 s; a slow one, and one that waits for us, are served to the end (R74)', async () => {
  // Its second part takes longer than a client may
  async function* parts() {
    yield 'first ';
    await sleep(16_000);
    yield 'last';
  }
  const plugin = async (app: TestApp['app']) => {
    app.get('/large', async () => Buffer.concat(Array(16).fill(MEGABYTE)));
    app.get('/late', { config: { endpoint: 'late' } }, async (_request, reply) => await reply.send(Readable.from(parts())));
  };
  const port = await listen({ plugins: [plugin] });
  const [stuck, slow, waiting] = [open(port), open(port), open(port)];
  waiting.write(get('/late', 'Connection: close'));
  const late = readAll(waiting);
  const startedAt = performance.now();
  for (const socket of [stuck, slow]) socket.write(get('/large', 'Connection: close'));
  stuck.pause();
  let taken = 0;
  slow.on('data', (chunk: Buffer) => {
    taken += chunk.length;
    slow.pause();
    // 16 MB over about 20 s
    setTimeout(() => slow.resume(), 80);
  });
  const slowEnd = once(slow, 'close');
  const cut = new Promise<number>((resolve) => {
    running?.app.server.getConnections(() => undefined);
    const look = setInterval(() => {
      running?.app.server.getConnections((_error, count) => {
        if (count > 2) return;
        clearInterval(look);
        resolve(performance.now() - startedAt);
      });
    }, 100);
  });
  // 14 s by the socket's own clock; the rest is for a busy machine
  expect(await cut).toBeLessThan(30_000);
  await slowEnd;
  expect(taken).toBeGreaterThan(16 * MEGABYTE.length);
  expect(await late).toContain('last');
}, 60_000);
