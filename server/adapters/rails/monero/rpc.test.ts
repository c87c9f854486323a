import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RpcRefusal, RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import { digestHeader, readChallenge } from './digest.ts';
import { createMoneroRpc } from './rpc.ts';

interface Request {
  readonly authorization: string | undefined;
  readonly path: string | undefined;
  readonly body: string;
}

let seen: Request[] = [];
let answers: { readonly status: number; readonly body: string; readonly challenge?: string }[] = [];
let url: string;

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const server = createServer((request, reply) => {
  void readBody(request).then((text) => {
    seen.push({ authorization: request.headers.authorization, path: request.url, body: text });
    const { status, body, challenge } = answers.shift() ?? { status: 500, body: '' };
    if (challenge !== undefined) reply.setHeader('www-authenticate', challenge);
    reply.statusCode = status;
    reply.end(body);
  });
});

beforeEach(async () => {
  [seen, answers] = [[], []];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const NONCE = 'pcQ98cmuGz4kpIX9WoErGA==';
const challengeOf = (algorithm: string, nonce = NONCE) =>
  `Digest qop="auth",algorithm=${algorithm},realm="monero-rpc",nonce="${nonce}",stale=false`;
/** As the server sends them: two headers, joined by `fetch`. */
const CHALLENGE = `${challengeOf('MD5')}, ${challengeOf('MD5-sess')}`;

test('the header is that of the example of RFC 2617', () => {
  const header = digestHeader({
    user: 'Mufasa',
    password: 'Circle Of Life',
    realm: 'testrealm@host.com',
    nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093',
    method: 'GET',
    path: '/dir/index.html',
    count: 1,
    cnonce: '0a4f113b',
  });
  expect(header).toContain('response="6629fae49393a05397450978507c4ef1"');
  expect(header).toContain('nc=00000001');
});

test('only a challenge with MD5 is answered', () => {
  expect(readChallenge(CHALLENGE)).toEqual({ realm: 'monero-rpc', nonce: NONCE });
  expect(readChallenge(challengeOf('SHA-256'))).toBeUndefined();
  expect(readChallenge('Basic realm="x"')).toBeUndefined();
  expect(readChallenge(null)).toBeUndefined();
});

test('a challenge is answered, used again, and replaced when the server gives another one', async () => {
  const rpc = createMoneroRpc(`http://shop:p%40ss%20word@${url}`);
  answers = [
    { status: 401, body: '', challenge: CHALLENGE },
    { status: 200, body: '{"result":1}' },
    { status: 200, body: '{"result":2}' },
    { status: 401, body: '', challenge: challengeOf('MD5', 'another') },
    { status: 200, body: '{"result":3}' },
  ];
  expect([await rpc.call('a'), await rpc.call('b'), await rpc.call('c')]).toEqual([1, 2, 3]);
  const used = seen.map(({ authorization }) => /nonce="([^"]*)".*nc=(\w+)/.exec(authorization ?? '')?.slice(1));
  expect(used).toEqual([undefined, [NONCE, '00000001'], [NONCE, '00000002'], [NONCE, '00000003'], ['another', '00000001']]);
  expect(seen.every(({ authorization }) => authorization?.includes('p@ss') !== true)).toBe(true);
});

test('a refused password is tried a limited number of times and named without its value', async () => {
  answers = Array.from({ length: 20 }, () => ({ status: 401, body: '', challenge: CHALLENGE }));
  const error = await createMoneroRpc(`http://shop:hidden@${url}`)
    .call('get_version')
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RpcUnavailable);
  expect(String(error)).toContain('the name or password is refused');
  expect(String(error)).not.toContain('hidden');
  expect(seen.length).toBeLessThan(12);
});

test('amounts keep every digit in both directions', async () => {
  answers = [
    {
      status: 200,
      body: '{"result":{"amount":18446744073709551615,"unlock_time": 9007199254740993,"label":"\\"amount\\": 12345678901234567"}}',
    },
  ];
  const result = await createMoneroRpc(`http://${url}`).call('transfer', { destinations: [{ amount: 18_446_744_073_709_551_615n }] });
  expect(result).toEqual({ amount: '18446744073709551615', unlock_time: '9007199254740993', label: '"amount": 12345678901234567' });
  expect(seen[0]?.body).toContain('"amount":18446744073709551615}');
});

test.each([
  [{ status: 200, body: '{"error":{"code":-17,"message":"not enough money"}}' }, RpcRefusal],
  [{ status: 200, body: '{}' }, RpcUnavailable],
  [{ status: 200, body: '[1]' }, RpcUnavailable],
  [{ status: 200, body: 'oops' }, RpcUnavailable],
  [{ status: 500, body: '{"result":1}' }, RpcUnavailable],
])('%j is an error', async (answer, kind) => {
  answers = [answer];
  await expect(createMoneroRpc(`http://${url}`).call('transfer')).rejects.toBeInstanceOf(kind);
});

test('a server that is not there is unavailable', async () => {
  await expect(createMoneroRpc('http://127.0.0.1:1').call('get_version')).rejects.toBeInstanceOf(RpcUnavailable);
});
