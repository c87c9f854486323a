import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/make/app.ts';
import { exampleRoutes } from '#tests/make/example-routes.ts';

const POST = 'POST /api/v1/examples/calculate HTTP/1.1\r\nHost: x\r\nSite-Locale: en\r\nContent-Type: application/vnd.api+json\r\n';
const GET = 'GET /api/v1/examples HTTP/1.1\r\nHost: x\r\nSite-Locale: en\r\nContent-Type: application/vnd.api+json\r\n';
const DEADLINE_MS = 40_000;

let running: TestApp;
let port = 0;
beforeAll(async () => {
  running = await createTestApp(exampleRoutes);
  await running.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = running.app.server.address() as AddressInfo);
});
afterAll(() => running.close());

/** Sends the beginning, then one more byte twice a second; returns everything received until the server disconnects. */
async function drip(beginning: string, byte: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('error', () => undefined);
  socket.on('data', (chunk: string) => {
    received += chunk;
  });
  socket.write(beginning);
  const timer = setInterval(() => byte !== '' && socket.writable && socket.write(byte), 500);
  await once(socket, 'close');
  clearInterval(timer);
  return received;
}

test(
  'a client too slow with head or body is disconnected; one that sends at a sufficient pace is answered (R60)',
  async () => {
    const line = async () => {
      const body = JSON.stringify({ data: { type: 'examples', attributes: { name: 'ann' } } }).padEnd(255_000);
      const socket = connect(port, '127.0.0.1');
      let received = '';
      socket.on('data', (chunk: Buffer) => {
        received += chunk.toString();
      });
      const closed = once(socket, 'close');
      socket.write(`${POST}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`);
      // By the clock, so that a busy machine sends no slower
      const startedAt = performance.now();
      for (let at = 0; at < body.length; ) {
        const upTo = Math.ceil((performance.now() - startedAt) / 1000 + 1) * 18_000;
        socket.write(body.slice(at, upTo));
        at = upTo;
        await sleep(1000);
      }
      await closed;
      return received;
    };
    const [silent, head, stopped, dripped, chunked, payload, decent] = await Promise.all([
      drip('', ''),
      drip('GET /api/v1/examples/x HTTP/1.1\r\nHost: x\r\nA: ', 'a'),
      drip(`${POST}Content-Length: 1000\r\n\r\n{`, ''),
      drip(`${POST}Content-Length: 1000\r\n\r\n{`, ' '),
      drip(`${POST}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'),
      drip(`${GET}Content-Length: 1000\r\n\r\n{`, ' '),
      line(),
    ]);
    for (const response of [silent, head, stopped, dripped, chunked, payload])
      expect(response.slice(0, 12)).toMatch(/^(?:HTTP\/1\.1 408)?$/);
    for (const response of [dripped, payload]) expect(response).toContain('408');
    expect(decent).toMatch(/^HTTP\/1\.1 200 /);
    expect(running.faults).toEqual([]);
  },
  DEADLINE_MS,
);
