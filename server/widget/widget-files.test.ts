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
writeFileSync(path.join(folder, 'index.html'), '<html>{{accent}}{{start}}</html>');
writeFileSync(path.join(folder, 'widget.js'), '(() => {})();');
afterAll(() => rmSync(folder, { recursive: true }));

async function ask(url: string) {
  const server = Fastify();
  await pageSecurity(server, { isHttps: true, captchaOrigin: 'https://captcha.example' });
  const shop = () => ({ name: { ru: 'Размен', en: 'Razmen' }, languages: ['ru', 'en'] as const });
  await server.register(widgetFiles({ buildFolder: folder, t: createTranslate(), shop }));
  server.get('/other', async (_request, reply) => reply.type('text/html').send('<html></html>'));
  const answer = await server.inject({ url });
  await server.close();
  return answer;
}

it('the frame may stand in any page, runs no script but ours and gives nobody a cookie', async () => {
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

it('the script is for other people’s pages, kept for an hour', async () => {
  const { headers, body } = await ask('/widget.js');
  expect(body).toBe('(() => {})();');
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(headers['cache-control']).toContain('max-age=3600');
  expect(headers['x-content-type-options']).toBe('nosniff');
});

it.each(['/other', '/nowhere', '/widget/assets/nothing.js', '/widget/other'])('nothing else may be framed: %s', async (url) => {
  const { headers } = await ask(url);
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['x-frame-options']).toBe('DENY');
});
