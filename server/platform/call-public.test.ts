import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callPublic, isPublicAddress, PublicCallError } from './call-public.ts';

/** The canary: a call that reaches it went from our machine into our network (R49). */
let hits = 0;
const canary = http.createServer((_request, reply) => {
  hits += 1;
  reply.end('canary');
});
let answer: (reply: http.ServerResponse) => void = (reply) => reply.end();
const requests: string[] = [];
const partner = http.createServer((request, reply) => {
  request.on('data', (chunk: Buffer) => requests.push(chunk.toString()));
  request.on('end', () => answer(reply));
});

const urlOf = (server: http.Server, path = '/'): URL => new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);

beforeAll(async () => {
  for (const server of [canary, partner]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
});
afterAll(() => {
  for (const server of [canary, partner]) {
    server.closeAllConnections();
    server.close();
  }
});

const send = (url: URL, how: Parameters<typeof callPublic>[1] = {}) =>
  callPublic({ url, headers: { 'content-type': 'application/json' }, body: '{"a":1}', deadlineMs: 300, maxBytes: 4096 }, how);
const failureOf = async (url: URL, how: Parameters<typeof callPublic>[1] = {}): Promise<string> => {
  const failed: unknown = await send(url, how).then(
    (got) => `answered ${got.status}`,
    (error: unknown) => error,
  );
  return failed instanceof PublicCallError ? failed.reason : String(failed);
};

const INSIDE = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.8.9.1',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'not-an-address',
  '',
];

describe('addresses', () => {
  test.each(INSIDE)('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
  test.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );
});

describe('a call to a URL from outside', () => {
  test('never connects to an internal address, whatever the name servers answer', async () => {
    const { port } = urlOf(canary);
    const url = new URL(`http://hooks.partner.example:${port}/`);
    for (const inside of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254'])
      expect(await failureOf(url, { resolve: async () => [inside] }), inside).toBe('forbidden_address');
    // One public address among internal ones does not make the name acceptable
    expect(await failureOf(url, { resolve: async () => ['1.1.1.1', '127.0.0.1'] })).toBe('forbidden_address');
    expect(await failureOf(url, { resolve: async () => [] })).toBe('not_found');
    expect(await failureOf(urlOf(canary))).toBe('forbidden_address');
    expect(hits).toBe(0);
  });

  test('connects only to the checked addresses, even if the name resolves to others a moment later', async () => {
    let lookups = 0;
    // A public network that is not allocated
    const resolve = async () => (lookups++ === 0 ? ['2d00::1'] : ['127.0.0.1']);
    const { port } = urlOf(canary);
    expect(['late', 'unreachable', 'broken']).toContain(await failureOf(new URL(`http://rebind.example:${port}/`), { resolve }));
    expect(lookups).toBe(1);
    expect(await failureOf(new URL(`http://rebind.example:${port}/`), { resolve })).toBe('forbidden_address');
    expect(hits).toBe(0);
  });

  test('follows no redirect and uses no proxy of the environment', async () => {
    answer = (reply) => reply.writeHead(307, { location: urlOf(canary).href }).end();
    process.env['http_proxy'] = urlOf(canary).href;
    try {
      expect(await send(urlOf(partner), { isTrusted: true })).toMatchObject({ status: 307 });
    } finally {
      delete process.env['http_proxy'];
    }
    expect(hits).toBe(0);
    expect(requests).toContain('{"a":1}');
  });

  test('reads a limited part of the response, and waits only for its head', async () => {
    answer = (reply) => void reply.writeHead(200, { 'retry-after': '7' }).write('x'.repeat(10_000));
    const long = await send(urlOf(partner), { isTrusted: true });
    expect([long.status, long.retryAfter, long.body.length]).toEqual([200, '7', 4096]);
    answer = (reply) => reply.writeHead(204).flushHeaders();
    expect(await send(urlOf(partner), { isTrusted: true })).toMatchObject({ status: 204 });
    answer = () => undefined;
    expect(await failureOf(urlOf(partner), { isTrusted: true })).toBe('late');
    answer = (reply) => reply.destroy();
    expect(await failureOf(urlOf(partner), { isTrusted: true })).toBe('broken');
    // An upgrade to another protocol ends the call instead of waiting without end
    answer = (reply) => reply.writeHead(101, { connection: 'Upgrade', upgrade: 'x' }).flushHeaders();
    expect(await failureOf(urlOf(partner), { isTrusted: true })).toBe('broken');
    expect(await failureOf(new URL('http://127.0.0.1:1/'), { isTrusted: true })).toBe('unreachable');
    expect(await failureOf(new URL(urlOf(partner).href.replace('http:', 'https:')), { isTrusted: true })).toBe('tls');
  });
});
