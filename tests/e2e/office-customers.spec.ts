import { randomUUID } from 'node:crypto';
import { exchangeForm } from './exchange-form.ts';
import { browserLocale, signIn } from './office-page.ts';
import { expectStatus, makeOrder, ROUBLES_TO_LITECOIN, systemOf } from './order.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, test } from './page-test.ts';
import { LOCALES, OWNER } from './product.ts';
import { pattern, wordsOf } from './words.ts';

for (const locale of LOCALES) {
  const t = wordsOf(locale);

  test(`whom the shop makes no orders with is kept out by his mailbox from his card, and let in again, ${locale}`, async ({
    page,
    openContext,
  }) => {
    const email = `kept-out-${randomUUID().slice(0, 8)}@example.org`;
    const made = await makeOrder(ROUBLES_TO_LITECOIN, locale, email);

    const office = await signIn(await openContext({ locale: browserLocale(locale), viewport: { width: 1280, height: 900 } }), OWNER);
    const press = (key: string) => office.getByRole('button', { name: t(`customers_desk.${key}`), exact: true }).click();
    const say = (key: string, words: string) => office.getByRole('textbox', { name: t(`customers_desk.${key}`) }).fill(words);
    await office.goto(`/office/orders/${made.id}`);
    await office.getByRole('link', { name: t('office.customer.open_card') }).click();
    await expect(office.getByRole('heading', { level: 1 })).toHaveText(email);
    await expect(office.getByRole('link', { name: made.id })).toBeVisible();
    await press('limits.change');
    await say('limits.day_usd', '500');
    await say('note', 'asked for by mail');
    await press('limits.save');
    await expect(office.getByRole('button', { name: t('customers_desk.limits.change') })).toBeVisible();
    await press('list.add');
    await say('list.note', 'three chargebacks in a week');
    await press('list.keep_out');
    await expect(office.getByText('three chargebacks in a week')).toBeVisible();
    expect([await violationsOf(office), await sidewaysOf(office)]).toEqual([[], 0]);

    // The customer, at a telephone's width: refused without being told by what, with all that he typed
    const [from, to] = [await systemOf(ROUBLES_TO_LITECOIN.from, locale), await systemOf(ROUBLES_TO_LITECOIN.to, locale)];
    await page.setViewportSize({ width: 360, height: 740 });
    const form = exchangeForm(page, locale);
    await form.open();
    await form.choose('income', from);
    await form.choose('outcome', to);
    await form.amount('income').fill('8500');
    await form.expectNumbers();
    await form.fillDetails({ from, to });
    await form.email().fill(email.toUpperCase());
    await form.submitButton().click();
    await expect(page.getByText(t('refusals.detail.order_refused'))).toBeVisible();
    await expect(form.email()).toHaveValue(email.toUpperCase());
    await expect(page.getByText(/chargeback/i)).toHaveCount(0);

    // Counted where he was listed; ended with a reason, and he is let in
    await office.goto(`/office/blacklist?q=${encodeURIComponent(email)}`);
    await expect(office.getByText(pattern(t, 'customers_desk.list.hits_one', ['count', 'at'])).first()).toBeVisible();
    await press('list.end');
    await say('list.end_note', 'the bank has taken them back');
    await press('list.end');
    await expect(office.getByText('three chargebacks in a week')).toHaveCount(0);
    await form.submitButton().click();
    await page.waitForURL(/\/order\/[\w-]+$/);
    await expectStatus(page, locale, 'awaiting_payment');
  });
}
