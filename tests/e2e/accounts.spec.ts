import { randomUUID } from 'node:crypto';
import type { Locale } from '#core/locale.ts';
import { activateBy, mailedLink } from './mailbox.ts';
import { expectStatus, makeOrder, openOrder, ROUBLES_TO_LITECOIN } from './order.ts';
import { expect, test, type Page, untilRunning } from './page-test.ts';
import { localesOf } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

const PASSWORD = 'Correct horse 1';
const NEXT_PASSWORD = 'Another horse 2';

/** An unused address, a new one for each call. */
const newAddress = (): string => `keeper-${randomUUID().slice(0, 8)}@example.org`;

const at = (page: Page, locale: Locale, path: string) => page.waitForURL(new RegExp(`${pathIn(locale, path)}(?:$|\\?)`));

async function signIn(page: Page, locale: Locale, email: string, password: string): Promise<void> {
  const t = wordsOf(locale);
  await page.getByLabel(t('account.field.email')).fill(email);
  await page.getByLabel(t('account.field.password'), { exact: true }).fill(password);
  // Submit by keyboard
  await page.keyboard.press('Enter');
}

for (const locale of localesOf('ru')) {
  test.describe(`an account, ${locale}`, () => {
    test.use({ viewport: { width: 360, height: 740 } });

    test('comes with an order, is verified by mail, stores data, and is recovered without its password', async ({ page }) => {
      const t = wordsOf(locale);
      const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
      const email = newAddress();
      const made = await makeOrder(ROUBLES_TO_LITECOIN, locale, email);
      await openOrder(page, made, locale);
      await expectStatus(page, locale, 'awaiting_payment');
      // Step-up from the order; a common password is refused in the form and on the next page
      await page.getByLabel(t('order.keep.password')).fill('Password1');
      await button('order.keep.submit').click();
      await expect(page.getByLabel(t('order.keep.password'))).toHaveAccessibleDescription(t('refusals.detail.common_password'));
      await page.goto(pathIn(locale, `/order/${made.id}/account`));
      await untilRunning(page);
      await page.getByLabel(t('account.field.new_password'), { exact: true }).fill(PASSWORD);
      await expect(page.getByText(t('account.password.good'))).toBeVisible();
      await button('account.sign_up.submit').click();
      await at(page, locale, `/order/${made.id}`);
      await expectStatus(page, locale, 'awaiting_payment');
      await expect(page.getByRole('status').filter({ hasText: t('order.keep.done_title') })).toBeVisible();
      // Shown once: a reloaded page does not repeat it
      await expect(page).not.toHaveURL(/kept/);
      await page.reload();
      await expectStatus(page, locale, 'awaiting_payment');
      await expect(page.getByText(t('order.keep.done_title'))).toBeHidden();

      // Masked until it is verified: no form offers the masked value as an address
      await page.goto(pathIn(locale, '/reserve-request'));
      await expect(page.getByRole('textbox', { name: t('reserve_request.email'), exact: true })).toHaveValue('');

      // Verified by the link in the e-mail
      const link = await mailedLink(page, email, '/activate?token=');
      await activateBy(page, link);
      await at(page, locale, '/account');
      await expect(page.getByText(t('account.home.confirmed'))).toBeVisible();
      await page.goto(link);
      await expect(page.getByText(t('account.activate.standing', { email }))).toBeVisible();

      // The profile saves automatically and shows the first error
      await page.goto(pathIn(locale, '/account/settings'));
      await untilRunning(page);
      const name = page.getByLabel(t('account.field.full_name'));
      await name.pressSequentially('Anna');
      await expect(page.getByText(t('refusals.detail.name_too_short', { min: 8 }))).toBeVisible();
      await name.pressSequentially(' Karenina');
      await expect(page.getByText(t('account.settings.saved'))).toBeVisible();
      await page.reload();
      await expect(name).toHaveValue('Anna Karenina');
      // Leaving the page right after typing still saves the last change
      await untilRunning(page);
      await name.fill('Anna Arkadyevna');
      const sent = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/user'));
      await page.getByRole('link', { name: t('account.places.cards'), exact: true }).click();
      expect((await sent).status()).toBe(200);
      await page.goto(pathIn(locale, '/account/settings'));
      await untilRunning(page);

      // With an old sign-in, a dialog asks for the password and the typed value is kept
      await page.route(
        '**/api/v1/user',
        (route) =>
          route.fulfill({
            status: 403,
            contentType: 'application/vnd.api+json',
            body: JSON.stringify({ errors: [{ status: '403', code: 'fresh_factor_required', title: '-', detail: '-' }] }),
          }),
        { times: 1 },
      );
      await page.getByLabel(t('account.field.new_email')).fill(`next-${email}`);
      await button('account.settings.email_submit').click();
      const proof = page.getByRole('dialog', { name: t('security.fresh.title') });
      await proof.getByLabel(t('account.field.password')).fill(PASSWORD);
      await proof.getByRole('button', { name: t('security.fresh.submit') }).click();
      await expect(page.getByText(t('account.settings.email_sent'))).toBeInViewport();

      // The order form is prefilled with the account's e-mail address
      await page.goto(pathIn(locale, '/exchange/sberrub-ltc?amount=9000'));
      await expect(page.getByLabel(t('exchange.form.email'))).toHaveValue(email);

      // After signing out, an account page redirects to the sign-in page
      await page.goto(pathIn(locale, '/account'));
      await button('account.sign_out').click();
      await at(page, locale, '/');
      await page.goto(pathIn(locale, '/account/settings'));
      await at(page, locale, '/sign-in');
      await signIn(page, locale, email, 'Wrong horse 9');
      await expect(page.getByRole('alert')).toHaveText(t('refusals.detail.authentication_failed'));
      await expect(page.getByLabel(t('account.field.email'))).toHaveValue(email);

      // Password reset
      await page.getByRole('link', { name: t('account.sign_in.to_reset') }).click();
      await page.getByLabel(t('account.field.email')).fill(email);
      await button('account.reset.submit').click();
      await expect(page.getByText(t('account.reset.sent'))).toBeVisible();
      await page.goto(await mailedLink(page, email, '/new-password?token='));
      await page.getByLabel(t('account.field.new_password'), { exact: true }).fill(NEXT_PASSWORD);
      await page.getByLabel(t('account.field.password_again')).fill(NEXT_PASSWORD);
      await button('account.new_password.submit').click();
      await at(page, locale, '/sign-in');
      await signIn(page, locale, email, NEXT_PASSWORD);
      await at(page, locale, '/account');
      await expect(page.getByRole('heading', { level: 1, name: t('account.home.title') })).toBeVisible();
    });
  });
}

test('sign-up, sign-out and error messages work without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) });
  const page = await context.newPage();
  const t = wordsOf('en');
  const email = newAddress();
  await page.goto('/en/sign-up');
  await page.getByLabel(t('account.field.email')).fill(email);
  await page.getByLabel(t('account.field.new_password'), { exact: true }).fill(PASSWORD);
  await page.getByLabel(t('account.field.password_again')).fill('Another horse 3');
  // All errors at once in the page's language, without the browser's own messages
  await page.getByRole('button', { name: t('account.sign_up.submit') }).click();
  await expect(page.getByText(t('refusals.detail.passwords_differ'))).toBeVisible();
  await expect(page.getByText(t('refusals.detail.terms_not_accepted'))).toBeVisible();
  await expect(page.getByLabel(t('account.field.email'))).toHaveValue(email);
  await page.getByLabel(t('account.field.new_password'), { exact: true }).fill(PASSWORD);
  await page.getByLabel(t('account.field.password_again')).fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: t('account.sign_up.submit') }).click();
  await expect(page.getByText(t('account.unproven.title'))).toBeVisible();
  await page.getByRole('button', { name: t('account.sign_out') }).click();
  await expect(page.getByRole('link', { name: t('shell.sign_in') })).toBeVisible();
  await context.close();
});
