import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { callOutside, parseRaw } from './outbound.ts';

let calls = 0;
let handler: http.RequestListener = (_, reply) => reply.end();
const server = http.createServer((request, reply) => {
  calls++;
  handler(request, reply);
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());
beforeEach(() => {
  calls = 0;
});

it('returns status and body, to be parsed before use', async () => {
  handler = (_, reply) => reply.writeHead(422).end('{"a": 1}');
  const answer = await callOutside({ url, deadlineMs: 5000 });
  expect(answer.status).toBe(422);
  expect(parseRaw(answer.json(), (value) => value as { a: number })).toEqual({ a: 1 });
});

it('fails at the deadline if the head or the body is late', async () => {
  handler = () => undefined;
  await expect(callOutside({ url, deadlineMs: 50 })).rejects.toMatchObject({ reason: 'late' });
  handler = (_, reply) => void reply.writeHead(200).write('{');
  await expect(callOutside({ url, deadlineMs: 50 })).rejects.toMatchObject({ reason: 'late' });
});

it('reads no more than the maximum', async () => {
  handler = (_, reply) => reply.end('x'.repeat(2000));
  await expect(callOutside({ url, deadlineMs: 5000, maxBytes: 1999 })).rejects.toMatchObject({ reason: 'too_long' });
});

it('distinguishes a call that was never sent from one that broke midway', async () => {
  const closed = http.createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  await expect(callOutside({ url: `http://127.0.0.1:${port}/`, deadlineMs: 5000 })).rejects.toMatchObject({ reason: 'unreachable' });
  handler = (request) => request.socket.destroy();
  await expect(callOutside({ url, deadlineMs: 5000 })).rejects.toMatchObject({ reason: 'broken' });
});

it('follows no redirect and refuses malformed JSON', async () => {
  handler = (_, reply) => reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end('<html>');
  const answer = await callOutside({ url, deadlineMs: 5000 });
  expect(answer.status).toBe(302);
  expect(() => answer.json()).toThrow(/nonsense/);
});

it('retries only if configured', async () => {
  handler = (_, reply) => reply.writeHead(calls < 3 ? 503 : 200).end('{}');
  expect((await callOutside({ url, deadlineMs: 5000 })).status).toBe(503);
  expect(calls).toBe(1);
  calls = 0;
  expect((await callOutside({ url, deadlineMs: 5000, retries: 2 })).status).toBe(200);
  expect(calls).toBe(3);
});
