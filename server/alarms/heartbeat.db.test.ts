import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { sendHeartbeat } from './heartbeat.ts';

const SECRET = Buffer.alloc(32, 7);
const KEY = `whsec_${SECRET.toString('base64')}`;

interface Message {
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}
const messages: Message[] = [];
let status = 200;
const watcher = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    messages.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(status).end('ok');
  });
});
let url = '';
let world: World;
const warnings: unknown[] = [];
const beat = async (to = url) => {
  const log = { ...world.deps.log, warn: (fields: unknown) => void warnings.push(fields) };
  await sendHeartbeat({ ...world.deps, log }, { url: to, key: KEY });
};

beforeAll(async () => {
  world = await createWorld();
  await new Promise<void>((resolve) => watcher.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(watcher.address() as AddressInfo).port}/beat?token=secret-of-the-url`;
});
afterAll(async () => {
  watcher.close();
  await world.close();
});
beforeEach(() => {
  messages.length = 0;
  warnings.length = 0;
  status = 200;
});

test('a heartbeat says how many alarms are open, and is signed', async () => {
  await beat();
  await world.deps.db.tx((tx) => raiseIncident(world.deps, tx, { kind: 'clock_skew', subject: 'a server', detail: {} }));
  await beat();
  const [before, after] = messages.map(({ body }) => JSON.parse(body) as { data: { open_alarms: number; oldest_alarm_at: string | null } });
  expect(before?.data).toMatchObject({ open_alarms: 0, oldest_alarm_at: null });
  expect(after?.data).toMatchObject({ open_alarms: 1, oldest_alarm_at: expect.stringMatching(/Z$/) as string });
  for (const { headers, body } of messages) {
    const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', SECRET).update(content).digest('base64')}`);
  }
  expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
});

test('a watcher that refuses or is gone is logged, without its address', async () => {
  status = 500;
  await beat();
  const closed = http.createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  await beat(`http://127.0.0.1:${port}/?token=secret-of-the-url`);
  expect(warnings).toEqual([{ status: 500 }, { reason: 'unreachable' }]);
});

test('without a database nothing is sent', async () => {
  const gone = async () => await Promise.reject(new Error('no database'));
  await expect(sendHeartbeat({ ...world.deps, db: { ...world.deps.db, one: gone } }, { url, key: KEY })).rejects.toThrow('no database');
  expect(messages).toEqual([]);
});
