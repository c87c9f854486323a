import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi } from '#tests/make/call-api.ts';
import { makeFolder, removeFolder, type RunningApp, startApp } from '#tests/make/process.ts';
import { expect, test, untilRunning } from './page-test.ts';
import { OWNER } from './product.ts';
import { wordsOf } from './words.ts';

/** Replaces Google's script: returns a token when the widget is executed. */
const SCRIPT = `globalThis.grecaptcha = {
  ready: (done) => done(),
  render: (place, options) => { globalThis.ownCallback = options.callback; return 0; },
  execute: () => setTimeout(() => globalThis.ownCallback('token of a person'), 50),
};`;
/** Orders of one network that need no captcha. */
const FREE = 10;
const t = wordsOf('ru');

/** Verified tokens; undefined while the service is unavailable. */
const requests: string[] = [];
const google = http.createServer((request, reply) => {
  if (request.method === 'GET') return reply.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT);
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    requests.push(body);
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{"success": true, "hostname": "127.0.0.1"}');
  });
  return reply;
});

let folder: string;
let app: RunningApp;
test.beforeAll(async () => {
  folder = makeFolder();
  await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve));
  const { port } = google.address() as AddressInfo;
  app = await startApp({
    DATA_DIR: folder,
    OWNER_EMAIL: OWNER.email,
    OWNER_PASSWORD: OWNER.password,
    RECAPTCHA_SITE_KEY: 'site',
    RECAPTCHA_SECRET: 'secret',
    RECAPTCHA_URL: `http://127.0.0.1:${port}`,
  });
});
test.afterAll(async () => {
  await app.stop();
  google.close();
  removeFolder(folder);
});

test('reCAPTCHA is used only where the API requires it: its script loads then, the form is sent automatically, and without scripts the reason is shown', async ({
  page,
  openContext,
}) => {
  const api = createApi(app.url);
  const policy = (await fetch(`${app.url}/reset-password`)).headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/script-src [^;]*\/recaptcha\//);
  for (let i = 0; i < FREE; i += 1)
    await api.call('POST', '/api/v1/users/reset_password', { type: 'users', attributes: { email: 'somebody@example.org' } });

  await page.goto(`${app.url}/reset-password`);
  await untilRunning(page);
  await page.getByRole('textbox', { name: t('account.field.email') }).fill('guest@example.org');
  expect(requests).toEqual([]);
  await page.getByRole('button', { name: t('account.reset.submit'), exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(t('refusals.detail.captcha_required'));
  await untilRunning(page);
  await page.getByRole('button', { name: t('account.reset.submit'), exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: t('account.reset.sent_title') })).toBeVisible();
  expect(requests).toEqual(['secret=secret&response=token+of+a+person']);

  const plain = await (await openContext({ javaScriptEnabled: false })).newPage();
  await plain.goto(`${app.url}/reset-password`);
  await plain.getByRole('textbox', { name: t('account.field.email') }).fill('guest@example.org');
  await plain.getByRole('button', { name: t('account.reset.submit'), exact: true }).click();
  await expect(plain.getByText(t('shell.captcha.no_script'))).toBeVisible();
});
