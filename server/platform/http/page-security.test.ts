import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createNonces, pageSecurity } from './page-security.ts';

async function createPages(isHttps: boolean) {
  const app = Fastify();
  await pageSecurity(app, { isHttps });
  app.get('/page', async (_request, reply) => reply.cspNonce);
  return app;
}

const policyWith = ({ script, style }: { readonly script: string; readonly style: string }): string =>
  [
    "default-src 'self'",
    "base-uri 'none'",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    `script-src 'self' 'nonce-${script}'`,
    `style-src 'self' 'nonce-${style}'`,
    "worker-src 'self' blob:",
  ].join(';');

test.each([true, false])('a page has all security headers; https: %s', async (isHttps) => {
  const { headers, ...response } = await (await createPages(isHttps)).inject('/page');
  const { date, connection, 'content-length': _length, 'content-type': _type, ...security } = headers;
  expect(security).toEqual({
    'content-security-policy': policyWith(response.json()),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    ...(isHttps ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  });
});

test('each response has nonces of its own, two of 128 bits', async () => {
  const app = await createPages(false);
  const nonces = await Promise.all(Array.from({ length: 10 }, async () => Object.values((await app.inject('/page')).json<object>())));
  expect(new Set(nonces.flat()).size).toBe(20);
  expect(nonces.flat().filter((nonce) => !/^[0-9a-f]{32}$/.test(String(nonce)))).toEqual([]);
});

test('a nonce is returned once, and hundreds are read from the generator at once', () => {
  let reads = 0;
  const next = createNonces((bytes) => {
    reads += 1;
    return randomBytes(bytes);
  });
  const nonces = Array.from({ length: 1_000 }, next);
  expect(new Set(nonces).size).toBe(1_000);
  expect(nonces.every((nonce) => /^[0-9a-f]{32}$/.test(nonce))).toBe(true);
  expect(reads).toBe(4);
});
