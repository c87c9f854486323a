import type { Page } from '@playwright/test';
import type { Locale } from '#core/locale.ts';
import { codeAt } from '#server/second-factors/totp.ts';
import { type OpenIdServer, startOpenIdServer } from '#tests/make/openid-server.ts';
import { freePort, makeFolder, removeFolder, type RunningApp, startApp } from '#tests/make/process.ts';
import { expect, test, untilRunning } from './page-test.ts';
import { localesOf, OWNER } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

/** A separate shop: passkeys need a host with a name, and the provider needs its redirect address. */
let app: RunningApp;
let provider: OpenIdServer;
let url: string;
const folder = makeFolder();
const PROVIDER_NAME = 'Our House';

test.describe('sign-in methods', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 });
  test.beforeAll(async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    provider = await startOpenIdServer(url, 'house');
    app = await startApp({
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: folder,
      RATE_LIMITS: 'off',
      OWNER_EMAIL: OWNER.email,
      OWNER_PASSWORD: OWNER.password,
      SIGN_IN_PROVIDERS: 'house',
      OIDC_HOUSE_ISSUER: provider.issuer,
      OIDC_HOUSE_CLIENT_ID: provider.clientId,
      OIDC_HOUSE_CLIENT_SECRET: provider.clientSecret,
      OIDC_HOUSE_NAME: PROVIDER_NAME,
      OIDC_HOUSE_TRUST_EMAIL: 'on',
    });
  });
  test.afterAll(async () => {
    await app.stop();
    await provider.close();
    removeFolder(folder);
  });

  /** At the provider: its own pages. */
  async function signInByProvider(page: Page, locale: Locale, login: string): Promise<void> {
    const t = wordsOf(locale);
    // Its pages wait for a font of another host
    await page.route(/^https:/, async (route) => route.fulfill({ contentType: 'text/css', body: '' }));
    await page.goto(url + pathIn(locale, '/sign-in'));
    await page.getByRole('link', { name: t('security.sign_in.with', { provider: PROVIDER_NAME }) }).click();
    await page.locator('input[name=login]').fill(login);
    await page.locator('input[name=password]').fill('anything');
    await page.locator('button[type=submit]').click();
    // It asks once for consent to share the e-mail address
    await page.locator('button[type=submit]').click();
    await page.waitForURL((address) => address.origin === url);
    await untilRunning(page);
  }

  async function withKeys(page: Page): Promise<void> {
    const devices = await page.context().newCDPSession(page);
    await devices.send('WebAuthn.enable');
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    });
  }

  const openSecurity = async (page: Page, locale: Locale) => {
    await page.goto(url + pathIn(locale, '/account/security'));
    await expect(page.getByRole('heading', { level: 1, name: wordsOf(locale)('security.title') })).toBeVisible();
    await untilRunning(page);
  };

  for (const locale of localesOf('ru'))
    test(`by another provider, an app, a passkey and a recovery code, ending unknown sessions (${locale})`, async ({ openContext }) => {
      const t = wordsOf(locale);
      const press = (page: Page, key: string, exact = true) => page.getByRole('button', { name: t(key), exact }).click();
      const login = `boris-${locale}`;
      const viewport = { width: 360, height: 740 };
      const page = await (await openContext({ viewport })).newPage();
      await withKeys(page);
      await signInByProvider(page, locale, login);
      expect(new URL(page.url()).pathname).toBe(pathIn(locale, '/account'));

      await openSecurity(page, locale);
      await press(page, 'security.totp.add');
      const secret = ((await page.locator('form .select-all').textContent()) ?? '').replaceAll(' ', '');
      await page.getByLabel(t('security.totp.first_code')).fill(codeAt(secret, Date.now()));
      await page.keyboard.press('Enter');
      const codes = page.getByRole('group', { name: t('security.codes.title') });
      await expect(codes.getByRole('listitem')).toHaveCount(10);
      const [recovery = ''] = await codes.getByRole('listitem').allTextContents();
      await page.getByLabel(t('security.codes.kept')).check();
      await press(page, 'security.codes.done');
      await press(page, 'security.passkey.add');
      await press(page, 'security.passkey.make');
      await expect(page.getByText(t('security.passkey.this_device'), { exact: true })).toBeVisible();
      await page.getByRole('textbox', { name: t('security.phishing.code') }).fill('blue whale');
      await press(page, 'security.save');
      await expect(page.getByText(t('security.saved'))).toBeVisible();

      // The action is refused once, as it would be after five minutes: the page asks for re-authentication and continues the action
      let isSignInOld = true;
      await page.route('**/api/v1/user/password', async (route) => {
        if (!isSignInOld) return route.continue();
        isSignInOld = false;
        const error = { status: '403', code: 'fresh_factor_required', title: 'x', detail: 'x' };
        return route.fulfill({ status: 403, contentType: 'application/vnd.api+json', body: JSON.stringify({ errors: [error] }) });
      });
      await page.getByLabel(t('account.field.new_password'), { exact: true }).fill('Long horse 41');
      await page.getByLabel(t('account.field.password_again')).fill('Long horse 41');
      await press(page, 'security.ways.add_password');
      const dialog = page.getByRole('dialog', { name: t('security.fresh.title') });
      await dialog.getByRole('button', { name: t('security.instead.passkey') }).click();
      await dialog.getByRole('button', { name: t('security.submit.passkey') }).click();
      await expect(page.getByRole('button', { name: t('security.ways.drop_password') })).toBeVisible();
      await press(page, 'security.ways.drop_password');
      await expect(page.getByLabel(t('account.field.new_password'), { exact: true })).toBeVisible();

      // A passkey alone
      await press(page, 'account.sign_out');
      await page.goto(url + pathIn(locale, '/sign-in'));
      await untilRunning(page);
      await press(page, 'security.sign_in.passkey');
      await page.waitForURL((address) => address.pathname === pathIn(locale, '/account'));

      // An unknown device: sign-in by the provider, then a recovery code
      const thief = await (await openContext({ viewport, locale: 'en-GB' })).newPage();
      await signInByProvider(thief, locale, login);
      await expect(thief.getByRole('heading', { level: 1, name: t('security.factor.title') })).toBeVisible();
      await thief.getByRole('link', { name: t('security.instead.recovery_code') }).click();
      await untilRunning(thief);
      await thief.getByLabel(t('security.code.recovery_code')).fill('not-a-code');
      await thief.keyboard.press('Enter');
      await expect(thief.getByRole('alert')).toBeVisible();
      await thief.getByLabel(t('security.code.recovery_code')).fill(recovery);
      await thief.keyboard.press('Enter');
      await thief.waitForURL((address) => address.pathname === pathIn(locale, '/account'));

      // The account's owner gets an e-mail with their security phrase and ends the foreign session by its link
      const email = async () => {
        const mails = await fetch(`${url}/dev/mail.json?to=${login}@house.test`);
        return ((await mails.json()) as { readonly text: string }[])
          .map(({ text }) => text)
          .find((text) => text.includes('/not-me?token='));
      };
      await expect.poll(email, { timeout: 30_000 }).toBeDefined();
      const text = (await email()) ?? '';
      expect(text).toContain('blue whale');
      await page.goto(/http:\/\/localhost:\d+\/[\w/]*not-me\?token=[\w.-]+/.exec(text)?.[0] ?? '');
      await press(page, 'security.disavow.submit');
      await expect(page.getByText(t('security.disavow.done'))).toBeVisible();
      await thief.goto(url + pathIn(locale, '/account'));
      await expect(thief.getByRole('heading', { level: 1, name: t('account.sign_in.title') })).toBeVisible();
      await openSecurity(page, locale);
      await expect(page.getByText(t('security.sessions.this'))).toBeVisible();
    });
});
