import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { pageSecurity } from '#server/platform/http/page-security.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { widgetFiles } from './widget-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'widget-'));
mkdirSync(path.join(folder, 'assets'));
writeFileSync(path.join(folder, 'index.html'), '<html><head></head>{{accent}}{{start}}</html>');
writeFileSync(path.join(folder, 'widget.js'), '(() => {})();');
afterAll(() => rmSync(folder, { recursive: true }));

async function ask(url: string, apiUrl?: string, sentryDsn?: string) {
  const server = Fastify();
  await pageSecurity(server, { isHttps: true, captchaOrigin: 'https://captcha.example' });
  const shop = () => ({ name: { ru: 'Размен', en: 'Razmen' }, languages: ['ru', 'en'] as const });
  await server.register(widgetFiles({ buildFolder: folder, t: createTranslate(), shop, apiUrl, sentryDsn: sentryDsn ?? null }));
  server.get('/other', async (_request, reply) => reply.type('text/html').send('<html></html>'));
  const answer = await server.inject({ url });
  await server.close();
  return answer;
}

it('the widget can be embedded anywhere, runs only our scripts and sets no cookies', async () => {
  const { headers, body } = await ask('/widget?accent=%23c00');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain('frame-ancestors *');
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("form-action 'none'");
  expect(policy).not.toMatch(/unsafe|captcha/);
  expect(body).toContain(`<style nonce="${/'nonce-([\da-f]+)'/.exec(policy)?.[1]}">`);
  expect(headers).not.toHaveProperty('x-frame-options');
  expect(headers).not.toHaveProperty('set-cookie');
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(headers['strict-transport-security']).toBeDefined();
});

it('the widget may call the configured API, and no other origin', async () => {
  const policyOf = ({ headers }: Awaited<ReturnType<typeof ask>>) => String(headers['content-security-policy']);
  const moved = await ask('/widget', 'http://shop.example:8443/base');
  expect(moved.body).toContain('<meta name="api-url" content="http://shop.example:8443/base" />');
  expect(policyOf(moved)).toContain("connect-src 'self' http://shop.example:8443;");
  for (const apiUrl of [undefined, '/base']) expect(policyOf(await ask('/widget', apiUrl))).toContain("connect-src 'self';");
  expect((await ask('/widget')).body).not.toContain('api-url');
});

it('the widget reports errors to the configured DSN, which the script for other sites does not contain', async () => {
  const { headers, body } = await ask('/widget', undefined, 'https://key@errors.example:9443/7');
  expect(body).toContain('<meta name="error-reports" content="https://key@errors.example:9443/7" />');
  expect(String(headers['content-security-policy'])).toContain("connect-src 'self' https://errors.example:9443;");
  expect((await ask('/widget')).body).not.toContain('error-reports');
});

it('the script for other sites is cached for an hour', async () => {
  const { headers, body } = await ask('/widget.js');
  expect(body).toBe('(() => {})();');
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(headers['cache-control']).toContain('max-age=3600');
  expect(headers['x-content-type-options']).toBe('nosniff');
});

it.each(['/other', '/nowhere', '/widget/assets/nothing.js', '/widget/other'])('no other page can be embedded: %s', async (url) => {
  const { headers } = await ask(url);
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['x-frame-options']).toBe('DENY');
});
