import fs from 'node:fs/promises';
import { formatMoney } from '#core/format/amount.ts';
import type { Locale } from '#core/locale.ts';
import { orderNumber } from '#core/order/number.ts';
import { exchangeForm } from './exchange-form.ts';
import { activateBy, mailedLink } from './mailbox.ts';
import { expectStatus, pay, systemOf } from './order.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { localesOf } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

const PASSWORD = 'Gromkaya-Skala-71x';
/** Two cards of one bank with the same first and last digits. */
const [CARD, SIMILAR_CARD] = ['4276381000901234', '4276387000301234'];

const open = async (page: Page, locale: Locale, path: string): Promise<void> => {
  await page.goto(pathIn(locale, path));
  await untilRunning(page);
};

/** Opens an account page; asserts no accessibility violations and no horizontal scrolling. */
async function openAccountPage(page: Page, locale: Locale, path: string): Promise<void> {
  await open(page, locale, path);
  expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
}

/** Signs up an account with a verified e-mail address. */
async function comeIn(page: Page, locale: Locale, email: string): Promise<void> {
  const t = wordsOf(locale);
  await open(page, locale, '/sign-up');
  await page.getByLabel(t('account.field.email')).fill(email);
  for (const field of await page.locator('main input[type=password]').all()) await field.fill(PASSWORD);
  await page.locator('input[name=accept_terms]').check();
  await page.getByRole('button', { name: t('account.sign_up.submit') }).click();
  await expect(page).toHaveURL(/\/account/);
  await activateBy(page, await mailedLink(page, email, '/activate?token='));
  await untilRunning(page);
}

/** Fills in the form of a pair, and sends it. */
async function order(page: Page, locale: Locale, { email, fill }: { readonly email: string; readonly fill: () => Promise<void> }) {
  const form = exchangeForm(page, locale);
  await open(page, locale, '/exchange/ltc-tcsbrub?amount=1.5');
  await form.expectNumbers();
  await page.locator('input[name=email]').fill(email);
  await fill();
  await page.locator('input[name=accept_terms]').check();
  await form.submitButton().click();
}

for (const locale of localesOf('ru')) {
  test(`${locale}: a customer's orders, saved details, mails and data`, async ({ page }) => {
    const t = wordsOf(locale);
    const email = `own-${locale}-${Date.now()}@example.org`;
    const card = page.locator('input[name="outcome_requisites/card_number"]');
    await page.setViewportSize({ width: 360, height: 780 });
    await comeIn(page, locale, email);

    await test.step('details are saved by consent, and a similar one needs a confirmation', async () => {
      await order(page, locale, {
        email,
        fill: async () => {
          await card.fill(CARD);
          await page.getByLabel(t('exchange.form.save')).check();
        },
      });
      await expectStatus(page, locale, 'awaiting_payment');
    });
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

    await test.step('the account opens with the order in progress and its time left', async () => {
      await page.goto(pathIn(locale, '/account'));
      await expect(page.locator(`article a[href="${pathIn(locale, `/order/${id}`)}"]`).first()).toBeVisible();
      await expect(page.getByRole('timer')).toContainText(/\d\d:\d\d/);
      await expect(page.getByRole('link', { name: orderNumber(id), exact: true })).toBeVisible();
      for (const path of ['/account/cards', '/account/earnings', '/account/security'])
        await expect(page.getByRole('main').locator(`dl a[href="${pathIn(locale, path)}"]`)).toBeVisible();
    });

    await test.step('another one with the same beginning and end asks for confirmation and shows both', async () => {
      await order(page, locale, { email, fill: async () => await card.fill(SIMILAR_CARD) });
      await expect(page.getByText(CARD)).toBeVisible();
      await page.getByLabel(t('exchange.form.confirm_lookalike')).check();
      await exchangeForm(page, locale).submitButton().click();
      await expectStatus(page, locale, 'awaiting_payment');
      await page.getByRole('button', { name: t('order.cancel'), exact: true }).click();
      await page.getByRole('button', { name: t('order.cancel_yes') }).click();
      await expectStatus(page, locale, 'cancelled');
    });

    await test.step('the list updates, is searched by its address, and a completed order is repeated with one press', async () => {
      await pay(id, 'exact');
      await openAccountPage(page, locale, '/account/orders');
      await expect(page.getByText(t('own.orders.found', { count: 2 }))).toBeVisible();
      await expect(page.locator('[data-status=completed]')).toBeVisible({ timeout: 30_000 });
      await page.getByLabel(t('own.orders.search')).fill(id);
      await page.getByRole('button', { name: t('own.orders.find') }).click();
      await expect(page.getByText(t('own.orders.found', { count: 1 }))).toBeVisible();
      await page.getByRole('link', { name: t('own.orders.repeat') }).click();
      const amount = formatMoney('1.5', await systemOf('LTC', locale), locale);
      await page.getByRole('button', { name: t('own.repeat.confirm', { amount }) }).click();
      await expectStatus(page, locale, 'awaiting_payment');
    });

    await test.step('verified cards have their page', async () => await openAccountPage(page, locale, '/account/cards'));

    await test.step('e-mails are switched off, and one by the link in it', async () => {
      await openAccountPage(page, locale, '/account/letters');
      const closed = `${t('notices.event.closed')}: ${t('notices.table.mail')}`;
      await page.getByLabel(closed).uncheck();
      await page.getByRole('button', { name: t('notices.save'), exact: true }).click();
      await expect(page.getByText(t('notices.saved'))).toBeVisible();
      await expect(page.getByLabel(closed)).not.toBeChecked();
    });

    await test.step('saved details are renamed and deleted', async () => {
      await openAccountPage(page, locale, '/account/wallets');
      await page.getByText(t('own.wallets.name')).click();
      await page.getByLabel(t('own.wallets.own_name')).fill('My salary');
      await page.getByRole('button', { name: t('own.save') }).click();
      await expect(page.getByRole('heading', { name: 'My salary' })).toBeVisible();
      await page.getByText(t('own.wallets.forget'), { exact: true }).click();
      await page.getByRole('button', { name: t('own.wallets.forget_sure', { name: 'My salary' }) }).click();
      await expect(page.getByText(t('own.wallets.none'))).toBeVisible();
    });

    await test.step('an archive is downloaded once; an account with an open order stays', async () => {
      await openAccountPage(page, locale, '/account/data');
      await page.getByRole('button', { name: t('own.data.collect') }).click();
      await expect(page.getByRole('button', { name: t('own.data.take') })).toBeVisible({ timeout: 15_000 });
      await page.getByLabel(t('own.data.password')).first().fill(PASSWORD);
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: t('own.data.take') }).click()]);
      expect((await fs.readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');
      await expect(page.getByText(t('own.data.state.taken'))).toBeVisible();
      await page.getByText(t('own.data.erase_open')).click();
      await page.getByLabel(t('own.data.erase_email', { email })).fill(email);
      await page.getByLabel(t('own.data.password')).last().fill(PASSWORD);
      await page.getByRole('button', { name: t('own.data.erase_sure') }).click();
      await expect(page.getByText(t('refusals.detail.erasure_open'))).toBeVisible();
    });
  });
}
