import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { accept } from '#core/result.ts';
import { createTestApp, type TestApp } from '#tests/make/app.ts';
import { uploadExample } from '#tests/make/example-routes.ts';
import { noRateLimits } from './rate-limits.ts';
import { route } from './route.ts';
import { isTooSlow } from './slow-clients.ts';
import { createUploadBudget } from './uploads.ts';

const MEBIBYTE = 1024 * 1024;
const FORM = [
  '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nann\r\n',
  '--b\r\nContent-Disposition: form-data; name="cheque"; filename="a.pdf"\r\n\r\n%PDF-\r\n--b--\r\n',
].join('');
const CHUNKED = `Transfer-Encoding: chunked\r\n\r\n${FORM.length.toString(16)}\r\n${FORM}\r\n0\r\n\r\n`;
const HEAD = [
  'POST /api/v1/examples/x/file HTTP/1.1',
  'Host: x',
  'Site-Locale: en',
  'Connection: close',
  'Content-Type: multipart/form-data; boundary=b',
  '',
].join('\r\n');

let running: TestApp | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await running?.close();
  running = undefined;
});

/** Takes files of ten megabytes; counts how many of its calls are worked on at a time. */
async function listen() {
  const seen = { now: 0, most: 0 };
  const upload = route({ ...uploadExample, files: { cheque: { required: true, maxBytes: 10 * MEBIBYTE } } }, async () => {
    seen.now += 1;
    seen.most = Math.max(seen.most, seen.now);
    await sleep(5);
    seen.now -= 1;
    return accept({ data: { type: 'examples', id: 'x', attributes: { name: 'ann', amount: null } } });
  });
  running = await createTestApp([upload], { limits: { ...noRateLimits, areOn: true } });
  await running.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = running.app.server.address() as AddressInfo;
  const send = (text: string): Socket => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    socket.write(HEAD + text);
    return socket;
  };
  return { seen, send };
}

async function firstWords(socket: Socket): Promise<string> {
  const [words] = (await once(socket, 'data')) as [Buffer];
  return words.toString();
}

test('an upload without free memory is refused with Retry-After before its body is read; a disconnected client frees memory', async () => {
  const { send } = await listen();
  const both = [0, 1].map(() => send(`Content-Length: ${10 * MEBIBYTE}\r\n\r\n--b\r\n`));
  const refused = await Promise.race(both.map(async (socket) => ({ socket, words: await firstWords(socket) })));
  expect(refused.words).toMatch(/^HTTP\/1\.1 429 .*retry-after: 5\r/is);
  for (const socket of both) socket.destroy();
  await expect.poll(async () => (await firstWords(send(CHUNKED))).slice(9, 12)).toBe('200');
});

test('one client has four uploads processed at a time', async () => {
  const { seen, send } = await listen();
  const answers = await Promise.all(Array.from({ length: 20 }, () => firstWords(send(`Content-Length: ${FORM.length}\r\n\r\n${FORM}`))));
  expect(answers.filter((words) => words.startsWith('HTTP/1.1 200'))).toHaveLength(20);
  expect(seen.most).toBeLessThanOrEqual(4);
});

test('all guests together have half of the memory and one address an eighth; the rest is for signed-in users', () => {
  const uploads = createUploadBudget();
  const first = uploads.acquire(16 * MEBIBYTE, 'a');
  expect(uploads.acquire(1, 'a')).toBeUndefined();
  for (const guest of ['b', 'c', 'd']) expect(uploads.acquire(16 * MEBIBYTE, guest)).toBeDefined();
  expect(uploads.acquire(1, 'e')).toBeUndefined();
  expect(uploads.acquire(64 * MEBIBYTE, undefined)).toBeDefined();
  expect(uploads.acquire(1, undefined)).toBeUndefined();
  first?.();
  first?.();
  expect(uploads.acquire(16 * MEBIBYTE + 1, undefined)).toBeUndefined();
  expect(uploads.acquire(16 * MEBIBYTE, 'a')).toBeDefined();
});

test('a body is too slow by its average rate, or if it made hardly any progress recently', () => {
  const each = (seconds: number, bytesAt: (second: number) => number) => Array.from({ length: seconds }, (_, index) => bytesAt(index + 1));
  expect(isTooSlow(each(12, () => 0))).toBe(false);
  expect(isTooSlow(each(13, () => 0))).toBe(true);
  expect(isTooSlow(each(300, (second) => second * 18_000))).toBe(false);
  expect(isTooSlow(each(300, (second) => second * 15_000))).toBe(true);
  // Almost the whole body at once, then single bytes
  expect(isTooSlow(each(12, (second) => 10 * MEBIBYTE + second))).toBe(false);
  expect(isTooSlow(each(13, (second) => 10 * MEBIBYTE + second))).toBe(true);
});
