import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import sharp from 'sharp';
import { freePort, makeFolder, removeFolder, type RunningApp, startApp } from '#tests/make/process.ts';
import { startTcpProxy, type TcpProxy } from '#tests/make/tcp-proxy.ts';
import { exchangeForm } from './exchange-form.ts';
import { activateBy, mailedLink } from './mailbox.ts';
import { browserLocale } from './office-page.ts';
import { expectStatus, ROUBLES_TO_LITECOIN, systemOf } from './order.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { localesOf, productUrl } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

/** API requests of pages, and the files that belong to them. */
const OF_API = /^\/(?:api|geo)\/|^\/uploads\/cs\.json$/;
const CHEQUE = {
  name: 'cheque.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n'),
};

const PASSWORD = 'Tikhaya-Gavan-52q';

let site: RunningApp;
/** The same product at another port: another origin to browsers. */
let api: TcpProxy;
const folder = makeFolder();
/** A host with a name: passkeys are bound to one. */
let siteUrl = '';
const apiUrl = () => `http://localhost:${api.port}`;

// One product of its own: divided between workers, each part would start another
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  const port = await freePort();
  siteUrl = `http://localhost:${port}`;
  api = await startTcpProxy({ host: '127.0.0.1', port });
  site = await startApp({
    DATA_DIR: folder,
    MODE: 'demo',
    RATE_LIMITS: 'off',
    NODE_ENV: 'production',
    PORT: String(port),
    PUBLIC_URL: siteUrl,
    API_URL: apiUrl(),
    API_ORIGINS: siteUrl,
  });
});
test.afterAll(async () => {
  await site.stop();
  await api.close();
  removeFolder(folder);
});

/** Every API call of the page, as method and path, by origin. */
function watchCalls(page: Page): { readonly here: string[]; readonly there: string[] } {
  const calls = { here: [] as string[], there: [] as string[] };
  page.context().on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (OF_API.test(pathname)) (origin === apiUrl() ? calls.there : calls.here).push(`${request.method()} ${pathname}`);
  });
  return calls;
}

test('pages do not name the API’s address while it is at their own root', async () => {
  expect(await (await fetch(productUrl())).text()).not.toMatch(/api-url|apiUrl/);
});

for (const locale of localesOf('en')) {
  const t = wordsOf(locale);
  test(`the whole process with the API at another port: ${locale}`, async ({ page }) => {
    const calls = watchCalls(page);
    const [from, to] = [await systemOf(ROUBLES_TO_LITECOIN.from, locale), await systemOf(ROUBLES_TO_LITECOIN.to, locale)];
    const form = exchangeForm(page, locale);

    await test.step('a quote and an order', async () => {
      await page.goto(siteUrl + pathIn(locale, '/'));
      await untilRunning(page);
      await form.choose('income', from);
      await form.choose('outcome', to);
      await form.amount('income').fill(ROUBLES_TO_LITECOIN.amount);
      await form.expectNumbers();
      await form.fillDetails({ from, to });
      await form.submitButton().click();
      await page.waitForURL(/\/order\/[\w-]+$/);
      await expectStatus(page, locale, 'awaiting_payment');
    });

    await test.step('two files: a cheque, and a picture in the support chat', async () => {
      await page.getByLabel(t('order.cheque_attach')).setInputFiles(CHEQUE);
      await expectStatus(page, locale, 'payment_claimed');
      await page
        .locator('body > aside > a')
        .filter({ hasText: t('shell.chat') })
        .click();
      await expect(page.getByRole('textbox', { name: t('chat.message') })).toBeVisible();
      const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#357' } })
        .png()
        .toBuffer();
      await page.locator('dialog input[type="file"]').setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: picture });
      await page.getByRole('button', { name: t('chat.send'), exact: true }).click();
      const shown = page.getByRole('log').getByRole('img', { name: t('chat.picture') });
      await expect
        .poll(async () => await shown.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 30_000 })
        .toBeGreaterThan(0);
      await page.keyboard.press('Escape');
    });

    await test.step('paid at the test bank in another tab: the open page follows to the end by the stream', async () => {
      await page.getByText(t('order.requisites_again'), { exact: true }).click();
      const href = await page.getByRole('link', { name: t('order.test_bank') }).getAttribute('href');
      const bank = await page.context().newPage();
      await bank.goto(new URL(href ?? '', siteUrl).href);
      await bank.getByRole('button', { name: t('sandbox.scenario.exact.name') }).click();
      await expect(bank.getByRole('status')).toBeVisible();
      await bank.close();
      await expectStatus(page, locale, 'completed');
    });

    await test.step('the receipt, and the same order on a later visit', async () => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: t('order.receipt') }).click()]);
      expect(new URL(download.url()).origin).toBe(apiUrl());
      expect((await fs.readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
      await page.reload();
      await untilRunning(page);
      await expectStatus(page, locale, 'completed');
    });

    expect(calls.here).toEqual([]);
    const paths = calls.there.map((call) => call.replace(/\/orders\/[\w-]{12,}/, '/orders/{id}'));
    for (const call of [
      'POST /api/v1/rate_calculations/from_income',
      'GET /api/v1/following/events',
      'POST /api/v1/orders/{id}/send_cheque',
      'GET /api/v1/orders/{id}/receipt.pdf',
      'GET /uploads/cs.json',
    ])
      expect(paths).toContain(call);
  });
}

test('an account with the API at another port: its archive, a passkey alone, and the widget', async ({ openContext }) => {
  const t = wordsOf('ru');
  const context = await openContext({ baseURL: siteUrl, locale: browserLocale('ru') });
  const page = await context.newPage();
  const calls = watchCalls(page);
  const devices = await context.newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  });
  const email = 'elsewhere@example.org';

  await test.step('created and verified by e-mail', async () => {
    await page.goto('/sign-up');
    await untilRunning(page);
    await page.getByLabel(t('account.field.email')).fill(email);
    for (const field of await page.locator('main input[type=password]').all()) await field.fill(PASSWORD);
    await page.locator('input[name=accept_terms]').check();
    await page.getByRole('button', { name: t('account.sign_up.submit') }).click();
    await expect(page).toHaveURL(/\/account/);
    await activateBy(page, await mailedLink(page, email, '/activate?token='));
  });

  await test.step('the archive is downloaded from the API, and its address says why it cannot be downloaded there', async () => {
    await page.goto('/account/data');
    await untilRunning(page);
    await page.getByRole('button', { name: t('own.data.collect') }).click();
    await expect(page.getByRole('button', { name: t('own.data.take') })).toBeVisible({ timeout: 15_000 });
    await page.getByLabel(t('own.data.password')).first().fill(PASSWORD);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: t('own.data.take') }).click()]);
    expect(new URL(file.url()).origin).toBe(apiUrl());
    expect((await fs.readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');
    await page.goto(`${apiUrl()}/api/v1/user/exports/${randomUUID()}/file`);
    await expect(page.getByRole('heading', { level: 1, name: t('refusals.title.not_found') })).toBeVisible();
    await page.getByRole('link', { name: t('away.file.back') }).click();
    await expect(page).toHaveURL(`${siteUrl}/account/data`);
  });

  await test.step('a passkey is added, and signs in alone', async () => {
    await page.goto('/account/security');
    await untilRunning(page);
    await page.getByRole('button', { name: t('security.passkey.add'), exact: true }).click();
    await page.getByRole('button', { name: t('security.passkey.make'), exact: true }).click();
    await expect(page.getByText(t('security.passkey.this_device'), { exact: true })).toBeVisible();
    await page.getByRole('button', { name: t('account.sign_out'), exact: true }).click();
    await page.goto('/sign-in');
    await untilRunning(page);
    await page.getByRole('button', { name: t('security.sign_in.passkey'), exact: true }).click();
    await expect(page).toHaveURL(/\/account/);
  });

  await test.step('the widget calls the API at its address', async () => {
    await page.goto('/widget?from=LTC&to=SBERRUB&amount=2&lang=ru');
    await expect(page.getByLabel(t('widget.amount_outcome'))).not.toHaveValue('');
  });

  expect(calls.here).toEqual([]);
});
