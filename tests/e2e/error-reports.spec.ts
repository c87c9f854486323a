import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Request } from '@playwright/test';
import { makeFolder, removeFolder, type RunningApp, startApp } from '#tests/make/process.ts';
import { exchangeForm } from './exchange-form.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { switchedRoute } from './routes.ts';

const OWNER = { email: 'owner@example.org', password: 'counter-and-two-trays-41' };
/** An error document that cannot be parsed. */
const UNREADABLE = { status: 422, contentType: 'application/vnd.api+json', body: '{"errors": [{"code": "required"}]}' };
const FAULT = {
  status: 500,
  contentType: 'application/vnd.api+json',
  body: '{"errors": [{"title": "An error occurred on the server."}]}',
};

/** Reports received by the service of the DSN, as text. */
const received: string[] = [];
const service = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    received.push(Buffer.concat(chunks).toString());
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'application/json' }).end('{}');
  });
});

let product: RunningApp;
const folder = makeFolder();

test.beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  product = await startApp({
    DATA_DIR: folder,
    MODE: 'demo',
    RATE_LIMITS: 'off',
    NODE_ENV: 'production',
    OWNER_EMAIL: OWNER.email,
    OWNER_PASSWORD: OWNER.password,
    SENTRY_DSN: `http://publickey@127.0.0.1:${(service.address() as AddressInfo).port}/7`,
  });
});
test.afterAll(async () => {
  await product.stop();
  service.close();
  removeFolder(folder);
});

test.describe.configure({ mode: 'serial' });
test.beforeEach(({ guard }) => {
  received.length = 0;
  // The page is broken on purpose
  guard.allow(/Failed to load resource/);
  guard.allow(/broken on purpose/);
});

const throwIn = async (page: Page, message: string): Promise<void> =>
  await page.evaluate((text) => {
    void Promise.reject(new TypeError(text));
  }, message);
/** Time for a page to read a response and to report it. */
const REPORT_MS = 500;

/** Reports since the last call, without an error that the page throws now; that one proves that reports arrive. */
async function reportsOf(page: Page): Promise<readonly string[]> {
  await page.waitForTimeout(REPORT_MS);
  const last = `broken on purpose ${performance.now()}`;
  await throwIn(page, last);
  await expect.poll(() => received.some((one) => one.includes(last))).toBe(true);
  return received.splice(0).filter((one) => !one.includes(last));
}

type Answer = Parameters<Awaited<ReturnType<typeof switchedRoute>>>[0];

/** Returns a function that triggers one request to `url` by `act`, and waits for its answer. */
async function answering(page: Page, url: RegExp) {
  const answerBy = await switchedRoute(page, url);
  return async (answer: Answer, act: () => Promise<void>): Promise<void> => {
    answerBy(answer);
    const isOver = (request: Request) => url.test(request.url());
    const over = Promise.race([page.waitForEvent('requestfinished', isOver), page.waitForEvent('requestfailed', isOver)]);
    await act();
    await over;
  };
}

test("an error on a page is reported, without the customer's data", async ({ context }) => {
  const page = await context.newPage();
  await page.goto(`${product.url}/en/?secret=canary-in-address`);
  await untilRunning(page);
  await page.evaluate(
    () =>
      void setTimeout(() => {
        throw new RangeError('broken on purpose: card 4111 1111 1111 1111 of anna@example.org');
      }),
  );
  await expect.poll(() => received.length).toBe(1);
  const [report = ''] = received;
  expect(report).toContain('RangeError');
  expect(report).toContain('broken on purpose');
  for (const canary of ['4111 1111 1111 1111', 'anna@example.org', 'canary-in-address']) expect(report).not.toContain(canary);
});

test('the site reports API faults and rendering errors, but neither lost connections nor refusals', async ({ context }) => {
  const page = await context.newPage();
  await page.goto(`${product.url}/en/`);
  await untilRunning(page);
  const amount = exchangeForm(page, 'en').amount('income');
  const answered = await answering(page, /\/api\/v1\/rate_calculations\//);
  await answered(
    (route) => route.fulfill(FAULT),
    async () => await amount.fill('20001'),
  );
  expect((await reportsOf(page)).filter((one) => one.includes('was answered 500'))).toHaveLength(1);
  await answered(
    (route) => route.fulfill(UNREADABLE),
    async () => await amount.fill('20002'),
  );
  expect((await reportsOf(page)).filter((one) => one.includes('was answered 422, unreadable'))).toHaveLength(1);
  await answered(
    (route) => route.abort(),
    async () => await amount.fill('20003'),
  );
  await answered(
    (route) => route.continue(),
    async () => await amount.fill('1'),
  );
  expect(await reportsOf(page)).toEqual([]);
});

test("the widget's frame reports the same, also on another site", async ({ context }) => {
  const host = http.createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(`<title>host</title><script src="${product.url}/widget.js" data-lang="en"></script>`),
  );
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
  const frame = page.frameLocator('iframe');
  const amount = frame.locator('[data-side=income] input');
  await expect(frame.locator('[data-side=outcome] input')).not.toHaveValue('');
  const answered = await answering(page, /\/api\/v1\/rate_calculations\//);
  await answered(
    (route) => route.fulfill(FAULT),
    async () => await amount.fill('20001'),
  );
  await expect.poll(() => received.filter((one) => one.includes('was answered 500')).length).toBe(1);
  await answered(
    (route) => route.abort(),
    async () => await amount.fill('20002'),
  );
  await amount.evaluate(
    () =>
      void setTimeout(() => {
        throw new RangeError('broken on purpose: card 4111 1111 1111 1111 of anna@example.org');
      }),
  );
  await expect.poll(() => received.filter((one) => one.includes('RangeError')).length).toBe(1);
  expect(received).toHaveLength(2);
  for (const canary of ['4111 1111 1111 1111', 'anna@example.org', 'data-lang', 'origin=']) expect(received.join()).not.toContain(canary);
  // Errors of the host's own page are not reported
  await throwIn(page, 'broken on purpose by the host');
  await page.waitForTimeout(REPORT_MS);
  expect(received).toHaveLength(2);
  host.close();
});

test('the office reports the same', async ({ context }) => {
  const page = await context.newPage();
  await page.goto(`${product.url}/office`);
  await page.getByRole('textbox', { name: /mail|почта/i }).fill(OWNER.email);
  await page.getByRole('textbox', { name: /password|пароль/i }).fill('not the password');
  const submit = async () => await page.getByRole('button', { name: /sign in|войти/i }).click();
  const answered = await answering(page, /\/api\/v1\/sessions$/);
  await answered((route) => route.fulfill(FAULT), submit);
  expect((await reportsOf(page)).filter((one) => one.includes('was answered 500'))).toHaveLength(1);
  await answered((route) => route.fulfill(UNREADABLE), submit);
  expect((await reportsOf(page)).filter((one) => one.includes('was answered 422, unreadable'))).toHaveLength(1);
  await answered((route) => route.abort(), submit);
  await answered((route) => route.continue(), submit);
  expect(await reportsOf(page)).toEqual([]);
});
