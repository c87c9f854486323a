import type { Locale } from '#core/locale.ts';
import { exchangeForm } from './exchange-form.ts';
import { expectStatus, type Made, makeOrder, pay, readOrder, ROUBLES_TO_LITECOIN, systemOf } from './order.ts';
import { expect, test, untilRunning } from './page-test.ts';
import { holdRequests } from './routes.ts';
import { localesOf, productUrl } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

const DELAY_MS = 2_000;
const addressOf = ({ id, token }: Pick<Made, 'id' | 'token'>, locale: Locale) => `${pathIn(locale, `/order/${id}`)}?token=${token}`;
const ADDRESS = '/exchange/usdttrc20-sberrub';

for (const locale of localesOf('ru')) {
  const t = wordsOf(locale);

  test(`${locale}: input typed while scripts load is kept, and never shown with another amount's numbers`, async ({ page }) => {
    const sber = await systemOf('SBERRUB', locale);
    const form = exchangeForm(page, locale);
    const release = await holdRequests(page, '**/*.js');
    await page.goto(pathIn(locale, ADDRESS), { waitUntil: 'commit' });
    const before = await form.amount('outcome').inputValue();
    const card = form.field(sber.outcome_fields[0]?.label ?? '');
    await form.amount('income').fill('555');
    await expect(form.amount('outcome')).toHaveValue('');
    await card.fill(sber.outcome_fields[0]?.example ?? '');
    await form.email().fill('slow@example.org');
    await form.terms().check();
    await page.waitForTimeout(DELAY_MS);
    // From now on no frame may show the old outcome with the new amount
    await page.evaluate((old) => {
      const look = () => {
        const value = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value ?? '';
        if (value('outcome_amount') === old) document.documentElement.dataset['mixed'] = value('income_amount');
        requestAnimationFrame(look);
      };
      look();
    }, before);
    release();
    await untilRunning(page);
    await form.expectNumbers();
    await expect(form.amount('income')).toHaveValue('555');
    await expect(form.amount('outcome')).not.toHaveValue(before);
    await expect(card).toHaveValue(sber.outcome_fields[0]?.example ?? '');
    await expect(form.email()).toHaveValue('slow@example.org');
    await expect(form.terms()).toBeChecked();
    expect(await page.locator('html').getAttribute('data-mixed')).toBeNull();
    await form.submitButton().click();
    await expectStatus(page, locale, 'awaiting_payment');
    await expect(page.getByText(/555/).first()).toBeVisible();
  });

  test(`${locale}: a support message typed before scripts run is kept`, async ({ page }) => {
    const release = await holdRequests(page, '**/*.js');
    await page.goto(pathIn(locale, '/support'), { waitUntil: 'commit' });
    await page.getByRole('textbox', { name: t('chat.message') }).fill(`still here in ${locale}`);
    release();
    await untilRunning(page);
    // The form without scripts does not update; the one with scripts can attach a file
    await expect(page.getByText(t('chat.attach'))).toBeVisible();
    await expect(page.getByRole('textbox', { name: t('chat.message') })).toHaveValue(`still here in ${locale}`);
  });

  test(`${locale}: without scripts a typed amount is quoted again and shown before the order`, async ({ openContext }) => {
    const page = await (await openContext({ javaScriptEnabled: false })).newPage();
    const sber = await systemOf('SBERRUB', locale);
    const form = exchangeForm(page, locale);
    await page.goto(pathIn(locale, ADDRESS));
    const before = await form.amount('outcome').inputValue();
    const card = form.field(sber.outcome_fields[0]?.label ?? '');
    await form.amount('income').fill('555');
    await card.fill(sber.outcome_fields[0]?.example ?? '');
    await form.email().fill('plain@example.org');
    await form.terms().check();
    await form.submitButton().click();
    await expect(page.getByText(t('exchange.form.unseen_title'))).toBeVisible();
    await expect(form.amount('income')).toHaveValue('555');
    await expect(form.amount('outcome')).not.toHaveValue(before);
    await expect(card).toHaveValue(sber.outcome_fields[0]?.example ?? '');
    await expect(form.email()).toHaveValue('plain@example.org');
    await expect(form.terms()).toBeChecked();
    await form.email().fill('nobody');
    await form.submitButton().click();
    await expect(form.email()).toHaveAccessibleDescription(t('refusals.detail.invalid_email'));
    await expect(card).toHaveValue(sber.outcome_fields[0]?.example ?? '');
    await form.email().fill('plain@example.org');
    // The order has the amount shown on this page: the rate may have changed since the previous page
    const outcome = await form.amount('outcome').inputValue();
    await form.submitButton().click();
    await expectStatus(page, locale, 'awaiting_payment');
    await expect(page.getByRole('main')).toContainText('555');
    await expect(page.getByRole('main')).toContainText(outcome.slice(0, 5));
  });

  test(`${locale}: without scripts another slot is shown with its numbers first`, async ({ openContext }) => {
    const page = await (await openContext({ javaScriptEnabled: false })).newPage();
    const form = exchangeForm(page, locale);
    await page.goto(pathIn(locale, ADDRESS));
    const before = await form.amount('outcome').inputValue();
    const slots = page.getByRole('group', { name: t('exchange.slot.legend') });
    const other = slots.getByRole('radio', { name: new RegExp(`^${t('exchange.slot.express')}`), checked: false }).last();
    const name = (await other.evaluate((radio) => radio.closest('label')?.textContent)) ?? '';
    await other.check();
    await form.submitButton().click();
    await expect(page.getByText(t('exchange.form.unseen_title'))).toBeVisible();
    await expect(form.amount('outcome')).not.toHaveValue(before);
    expect(name.replaceAll(/\D/g, '')).toContain((await form.amount('outcome').inputValue()).replaceAll(/\D/g, '').replace(/00$/, ''));
    await expect(slots.getByRole('radio', { checked: true })).toHaveCount(1);
  });
}

test('without scripts a form submitted several times at once makes one order', async ({ openContext }) => {
  const context = await openContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const sber = await systemOf('SBERRUB', 'ru');
  const form = exchangeForm(page, 'ru');
  await page.goto(ADDRESS);
  await form.field(sber.outcome_fields[0]?.label ?? '').fill(sber.outcome_fields[0]?.example ?? '');
  await form.email().fill('twice@example.org');
  await form.terms().check();
  const { action, sent } = await page
    .locator('form[method=post]')
    .filter({ has: form.email() })
    .evaluate((one: HTMLFormElement) => ({ action: one.action, sent: Object.fromEntries(new FormData(one)) as Record<string, string> }));
  const press = () => context.request.post(action, { form: sent, headers: { origin: productUrl() }, maxRedirects: 0 });
  const answers = await Promise.all([press(), press(), press()]);
  await form.submitButton().click();
  await expectStatus(page, 'ru', 'awaiting_payment');
  for (const answer of answers)
    expect([answer.status(), answer.headers()['location']]).toEqual([302, `${new URL(page.url()).pathname}?new=1`]);
  // No control without a function: no copy button, no stopped countdown
  const t = wordsOf('ru');
  await expect(page.getByRole('button', { name: t('order.copy_idle') })).toHaveCount(0);
  await expect(page.getByText(t('order.left_to_pay'))).toBeHidden();
  await expect(page.getByText(t('order.locked_until'))).toBeVisible();
  await page.getByRole('link', { name: t('order.read_anew') }).click();
  await expectStatus(page, 'ru', 'awaiting_payment');
});

for (const locale of localesOf('ru')) {
  const t = wordsOf(locale);

  test(`${locale}: without scripts "I have paid" counts once, however often it is pressed`, async ({ openContext }) => {
    const context = await openContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
    await page.goto(addressOf(made, locale));
    const again = () =>
      context.request.post(page.url(), { form: { press: 'confirm_payment' }, headers: { origin: productUrl() }, maxRedirects: 0 });
    await page.getByRole('button', { name: t('order.claim_payment') }).click();
    await expectStatus(page, locale, 'payment_claimed');
    for (const answer of await Promise.all([again(), again()])) expect(answer.status()).toBe(302);
    const { status, timeline } = await readOrder(made);
    expect([status, timeline.filter((line) => line.status === 'payment_claimed')]).toEqual(['payment_claimed', [expect.anything()]]);
  });

  test(`${locale}: without scripts an order is cancelled after a confirmation, and kept after "no"`, async ({ openContext }) => {
    const page = await (await openContext({ javaScriptEnabled: false })).newPage();
    const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
    await page.goto(addressOf(made, locale));
    await page.getByRole('button', { name: t('order.cancel') }).click();
    await page.getByRole('button', { name: t('order.cancel_no') }).click();
    await expect(page.getByText(t('order.cancel_question'))).toHaveCount(0);
    expect((await readOrder(made)).status).toBe('awaiting_payment');
    await page.getByRole('button', { name: t('order.cancel') }).click();
    await expect(page.getByText(t('order.cancel_question'))).toBeVisible();
    await page.getByRole('button', { name: t('order.cancel_yes') }).click();
    await expectStatus(page, locale, 'cancelled');
  });

  test(`${locale}: without scripts the customer makes the choice about received money, and sees where to pay a top-up`, async ({
    openContext,
  }) => {
    const page = await (await openContext({ javaScriptEnabled: false })).newPage();
    const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
    await pay(made.id, 'short');
    await expect.poll(async () => (await readOrder(made)).status).toBe('requote');
    await page.goto(addressOf(made, locale));
    const card = (choice: string) => page.getByRole('listitem', { name: t(`order.requote.choice_${choice}`) });
    await expect(card('top_up').getByText(t('order.requote.top_up_next'))).toBeVisible();
    await expect(card('top_up').getByRole('button', { name: /\d/ })).toBeHidden();
    await card('exchange_received').getByRole('button').click();
    await expect(page.locator('h1[data-status="requote"]')).toHaveCount(0);
    await expect.poll(async () => (await readOrder(made)).status).toBe('completed');
  });
}

test('a request from another site does nothing', async ({ openContext }) => {
  const context = await openContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const made = await makeOrder(ROUBLES_TO_LITECOIN, 'ru');
  await page.goto(addressOf(made, 'ru'));
  const foreign = { form: { press: 'cancel' }, headers: { origin: 'https://elsewhere.example' }, maxRedirects: 0 };
  expect((await context.request.post(page.url(), foreign)).status()).toBe(403);
  expect((await readOrder(made)).status).toBe('awaiting_payment');
});
