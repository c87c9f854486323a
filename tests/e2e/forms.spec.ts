import type { Locator } from '@playwright/test';
import type { Locale } from '#core/locale.ts';
import { ROUBLES_TO_LITECOIN, expectStatus, makeOrder, openOrder, pay } from './order.ts';
import { sidewaysOf } from './page-checks.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { CUSTOMER, LOCALES } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

const PHONE = { width: 360, height: 780 };

interface FormOf {
  readonly path: string;
  /** Opens the form by a press on this button. */
  readonly press?: string;
  /** Required fields by name, with their messages: spec 5 "Required field" unless another is given. */
  readonly empty: Readonly<Record<string, string>>;
  readonly hasEmail?: boolean;
}

const REQUIRED = 'refusals.detail.required';
const ACCEPT = 'refusals.detail.terms_not_accepted';

const GUEST_FORMS: readonly FormOf[] = [
  { path: '/sign-in', empty: { email: REQUIRED, password: REQUIRED }, hasEmail: true },
  {
    path: '/sign-up',
    empty: { email: REQUIRED, password: REQUIRED, password_confirmation: REQUIRED, accept_terms: ACCEPT },
    hasEmail: true,
  },
  { path: '/reset-password', empty: { email: REQUIRED }, hasEmail: true },
  { path: '/reserve-request', empty: { amount: REQUIRED, email: REQUIRED }, hasEmail: true },
  { path: '/business', empty: { email: REQUIRED, url: REQUIRED, monthly_turnover: REQUIRED }, hasEmail: true },
  {
    path: '/exchange/sberrub-ltc?amount=9000',
    empty: { 'outcome_requisites/address': REQUIRED, 'income_requisites/card_number': REQUIRED, email: REQUIRED, accept_terms: ACCEPT },
    hasEmail: true,
  },
];

const ACCOUNT_FORMS: readonly FormOf[] = [
  { path: '/account/settings#email', empty: { email: REQUIRED }, hasEmail: true },
  { path: '/account/settings#password', empty: { current_password: REQUIRED, password: REQUIRED, password_confirmation: REQUIRED } },
  { path: '/account/data', press: 'own.data.erase_open', empty: { email: REQUIRED }, hasEmail: true },
  {
    path: '/account/cards',
    press: 'card_verification.account.add',
    empty: { card_number: REQUIRED, name: REQUIRED, issuing_bank_id: REQUIRED },
  },
  { path: '/account/earnings/api', press: 'partner_api.keys.make', empty: { name: REQUIRED } },
  { path: '/account/earnings/api/webhooks', press: 'webhooks.list.add', empty: { url: REQUIRED } },
  { path: '/account/security', press: 'security.totp.add', empty: { code: REQUIRED } },
];

const formWith = (page: Page, names: readonly string[]): Locator =>
  names.reduce((found, name) => found.filter({ has: page.locator(`[name="${name}"]`) }), page.locator('form'));

/** Asserts that the browser shows no message of its own: the form has `novalidate`. */
const hasNoBubbles = async (form: Locator): Promise<boolean> =>
  await form.evaluate((element) => element instanceof HTMLFormElement && element.noValidate);

async function expectMessages(form: Locator, locale: Locale, words: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, key] of Object.entries(words))
    await expect(form.locator(`[name="${name}"]`).first()).toHaveAccessibleDescription(wordsOf(locale)(key));
}

async function walk(page: Page, locale: Locale, one: FormOf): Promise<void> {
  const names = Object.keys(one.empty);
  await page.goto(pathIn(locale, one.path));
  await untilRunning(page);
  if (one.press !== undefined) await page.getByText(wordsOf(locale)(one.press), { exact: true }).first().click();
  const form = formWith(page, names);
  await expect(form).toHaveCount(1);
  expect(await hasNoBubbles(form)).toBe(true);
  for (const name of names) {
    const field = form.locator(`input[name="${name}"]:not([type=checkbox])`);
    if ((await field.count()) === 1) await field.fill('');
  }
  await form.evaluate((element: HTMLFormElement) => element.requestSubmit());
  // All of them at once, and the first has the focus
  await expectMessages(form, locale, one.empty);
  await expect(form.locator(`[name="${names[0] ?? ''}"]`)).toBeFocused();
  expect(await sidewaysOf(page)).toBe(0);
  if (one.hasEmail !== true) return;
  const email = form.locator('[name="email"]');
  await email.fill('nobody@nowhere');
  await form.evaluate((element: HTMLFormElement) => element.requestSubmit());
  await expect(email).toHaveAccessibleDescription(wordsOf(locale)('refusals.detail.invalid_email'));
}

for (const locale of LOCALES) {
  const t = wordsOf(locale);

  test.describe(`forms, ${locale}`, () => {
    test.use({ viewport: PHONE });

    test("a visitor sees an error at every empty field and for a wrong e-mail, in the specification's words", async ({ page }) => {
      for (const one of GUEST_FORMS) await test.step(one.path, () => walk(page, locale, one));
    });

    test('a customer sees the same in the account', async ({ page }) => {
      await page.goto(pathIn(locale, '/sign-in'));
      await page.getByLabel(t('account.field.email')).fill(CUSTOMER.email);
      await page.getByLabel(t('account.field.password'), { exact: true }).fill(CUSTOMER.password);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/account/);
      for (const one of ACCOUNT_FORMS) await test.step(`${one.path} ${Object.keys(one.empty).join(' ')}`, () => walk(page, locale, one));
    });

    test("an order's page shows the same when saving requisites and when rating", async ({ page }) => {
      const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
      await openOrder(page, made, locale);
      await untilRunning(page);
      const passwordForm = formWith(page, ['password']);
      await passwordForm.evaluate((element: HTMLFormElement) => element.requestSubmit());
      await expectMessages(passwordForm, locale, { password: REQUIRED });
      await pay(made.id, 'exact');
      await expectStatus(page, locale, 'completed');
      const rate = formWith(page, ['rating']);
      await rate.evaluate((element: HTMLFormElement) => element.requestSubmit());
      await expect(rate.getByText(t('refusals.detail.review_rating'))).toBeVisible();
      await page.goto(pathIn(locale, `/order/${made.id}/review`));
      await untilRunning(page);
      const review = formWith(page, ['rating', 'text']);
      await review.evaluate((element: HTMLFormElement) => element.requestSubmit());
      await expect(review.getByText(t('refusals.detail.review_rating'))).toBeVisible();
    });

    test('without scripts the server shows the same messages', async ({ openContext }) => {
      const page = await (await openContext({ javaScriptEnabled: false, viewport: PHONE })).newPage();
      for (const { path, empty, hasEmail } of [...GUEST_FORMS, { path: '/support', empty: { text: REQUIRED }, hasEmail: true }]) {
        await page.goto(pathIn(locale, path));
        const form = formWith(page, Object.keys(empty));
        await form.locator('button[type=submit]').last().click();
        await expectMessages(form, locale, empty);
        if (hasEmail !== true) continue;
        await form.locator('[name="email"]').fill('nobody@nowhere');
        await form.locator('button[type=submit]').last().click();
        await expect(form.locator('[name="email"]')).toHaveAccessibleDescription(t('refusals.detail.invalid_email'));
      }
    });
  });
}
