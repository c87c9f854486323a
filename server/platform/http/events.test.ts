import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { createEventStreams } from './events.ts';
import type { ServerEvent } from './route.ts';

let app: FastifyInstance;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

/** A source of 64 kB events, as fast as they are read; `left` reports when it ended. */
async function listen(stalledMs = 400): Promise<{ readonly left: Promise<void>; readonly open: () => Promise<Socket> }> {
  const streams = createEventStreams(() => undefined, { checkMs: 50, checksPerHeartbeat: 2, stalledMs });
  app = Fastify();
  app.addHook('preClose', async () => streams.close());
  let tellLeft: () => void = () => undefined;
  const left = new Promise<void>((resolve) => {
    tellLeft = resolve;
  });
  app.get('/', (_request, reply) => {
    const ended = new AbortController();
    async function* events(): AsyncGenerator<ServerEvent> {
      for (let id = 1; !ended.signal.aborted; id++) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        yield { id: String(id), event: 'example', data: 'x'.repeat(65_536) };
      }
    }
    ended.signal.addEventListener('abort', () => tellLeft());
    return streams.serve(reply, {}, { events: events(), release: () => undefined, ending: ended });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket.on('error', () => undefined));
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return socket;
  };
  return { left, open };
}

test('a client that stops reading is disconnected, and its source ends', async () => {
  const { left, open } = await listen();
  const socket = await open();
  await once(socket, 'data');
  socket.pause();
  await expect(left).resolves.toBeUndefined();
});

test('a client that keeps reading stays connected', async () => {
  // Longer than a busy machine delays both sides
  const { left, open } = await listen(2_000);
  const socket = await open();
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  let isLeft = false;
  void left.then(() => (isLeft = true));
  await sleep(5_000);
  await vi.waitFor(() => expect(bytes).toBeGreaterThan(65_536), { timeout: 20_000 });
  expect(isLeft).toBe(false);
});

/** Whether bytes wait because the client's buffers are full, not only because they were just written. */
async function hasPendingBytes(raw: Pick<ServerResponse, 'writableLength'>): Promise<boolean> {
  await sleep(1);
  if (raw.writableLength === 0) return false;
  await sleep(50);
  return raw.writableLength > 0;
}

test('a stream that has ended gets no more events while its last bytes wait for a slow client', async () => {
  const streams = createEventStreams(() => undefined, { checkMs: 20, checksPerHeartbeat: 1, stalledMs: 60_000 });
  app = Fastify();
  app.addHook('preClose', async () => streams.close());
  const failed = vi.fn();
  let hasEnded = false;
  app.get('/', (_request, reply) => {
    reply.raw.on('error', failed);
    async function* events(): AsyncGenerator<ServerEvent> {
      while (!(await hasPendingBytes(reply.raw))) yield { id: '', event: 'example', data: 'x'.repeat(16_000) };
      hasEnded = true;
    }
    return streams.serve(reply, {}, { events: events(), release: () => undefined, ending: new AbortController() });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').pause();
  sockets.push(socket);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await vi.waitFor(() => expect(hasEnded).toBe(true), { timeout: 50_000 });
  await sleep(200);
  socket.resume();
  await once(socket, 'close');
  expect(failed).not.toHaveBeenCalled();
});

test('an event shared by many streams is serialized once', async () => {
  const streams = createEventStreams(() => undefined);
  app = Fastify();
  app.addHook('preClose', async () => streams.close());
  const toJSON = vi.fn(() => 'shared');
  const event: ServerEvent = { id: '1', event: 'example', data: { toJSON } };
  app.get('/', (_request, reply) => {
    const ending = new AbortController();
    async function* events(): AsyncGenerator<ServerEvent> {
      yield event;
      await once(ending.signal, 'abort');
    }
    return streams.serve(reply, {}, { events: events(), release: () => undefined, ending });
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const readers = await Promise.all(Array.from({ length: 20 }, async () => (await fetch(url)).body?.getReader()));
  for (const reader of readers) {
    let text = '';
    while (!text.includes('shared')) text += new TextDecoder().decode((await reader?.read())?.value);
  }
  expect(toJSON).toHaveBeenCalledTimes(1);
  await Promise.all(readers.map(async (reader) => reader?.cancel()));
});
