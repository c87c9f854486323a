import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { pageSecurity } from '#server/platform/http/page-security.ts';
import { nonceTemplate, officeSite } from './office-site.ts';

const HTML =
  '<!doctype html><html><head><meta property="csp-nonce" nonce="CSP_NONCE"><script type="module" src="/office/assets/a.js" nonce="CSP_NONCE"></script>' +
  '<link rel="stylesheet" href="/office/assets/a.css" nonce="CSP_NONCE"></head><body><div id="office"></div></body></html>';

const folder = mkdtempSync(path.join(tmpdir(), 'office-site-'));
mkdirSync(path.join(folder, 'assets'));
writeFileSync(path.join(folder, 'index.html'), HTML);
writeFileSync(path.join(folder, 'assets', 'a.js'), 'export {}');
writeFileSync(path.join(folder, 'assets', 'a.js.br'), 'packed by the build');
afterAll(() => rmSync(folder, { recursive: true }));

async function app() {
  const server = Fastify();
  await pageSecurity(server, { isHttps: false });
  await server.register(officeSite({ buildFolder: folder, sentryDsn: null }));
  return server;
}

test('every tag gets the nonce of its kind', () => {
  const page = nonceTemplate(HTML)({ script: 'S', style: 'T' });
  expect(page).toContain('<script type="module" src="/office/assets/a.js" nonce="S">');
  expect(page).toContain('<meta property="csp-nonce" nonce="T">');
  expect(page).toContain('a.css" nonce="T">');
  expect(page).not.toContain('CSP_NONCE');
});

test('a page without nonce placeholders is not served', () => {
  expect(() => nonceTemplate('<html><script src="a.js"></script></html>')).toThrow('nonces');
});

test('every address of the office is the one page, uncached, with fresh nonces that its policy names', async () => {
  const server = await app();
  const pages = await Promise.all(['/office', '/office/', '/office/orders/abc'].map((url) => server.inject({ url })));
  const nonces = pages.map((page) => /<script[^>]*nonce="([^"]+)"/.exec(page.body)?.[1] ?? '');
  expect(new Set(nonces).size).toBe(3);
  for (const [index, page] of pages.entries()) {
    expect(page.statusCode).toBe(200);
    expect(page.headers['cache-control']).toBe('no-store');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain(`'nonce-${nonces[index] ?? 'none'}'`);
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).toMatch(/style-src [^;]*'nonce-/);
  }
  await server.close();
});

test('assets are immutable, unknown ones are not found', async () => {
  const server = await app();
  const asset = await server.inject({ url: '/office/assets/a.js' });
  expect(asset.headers['cache-control']).toContain('immutable');
  const packed = await server.inject({ url: '/office/assets/a.js', headers: { 'accept-encoding': 'gzip, br' } });
  expect([packed.headers['content-encoding'], packed.body, packed.headers['content-type']]).toEqual([
    'br',
    'packed by the build',
    asset.headers['content-type'],
  ]);
  const unknown = await server.inject({ url: '/office/assets/nothing.js' });
  expect(unknown.statusCode).toBe(404);
  expect(unknown.body).not.toContain('<div id="office">');
  await server.close();
});
