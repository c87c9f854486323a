import { randomUUID } from 'node:crypto';
import { orderNumber } from '#core/order/number.ts';
import { exchangeForm } from './exchange-form.ts';
import { browserLocale, signIn } from './office-page.ts';
import { expectStatus, makeOrder, ROUBLES_TO_LITECOIN, systemOf } from './order.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, test } from './page-test.ts';
import { localesOf, OWNER } from './product.ts';
import { pattern, wordsOf } from './words.ts';

for (const locale of localesOf('ru')) {
  const t = wordsOf(locale);

  test(`a customer is blacklisted by mailbox from the customer card, and removed again, ${locale}`, async ({ page, openContext }) => {
    const email = `kept-out-${randomUUID().slice(0, 8)}@example.org`;
    const made = await makeOrder(ROUBLES_TO_LITECOIN, locale, email);

    const office = await signIn(await openContext({ locale: browserLocale(locale), viewport: { width: 1280, height: 900 } }), OWNER);
    const press = (key: string) => office.getByRole('button', { name: t(`customers_desk.${key}`), exact: true }).click();
    const fillField = (key: string, words: string) => office.getByRole('textbox', { name: t(`customers_desk.${key}`) }).fill(words);
    await office.goto(`/office/orders/${made.id}`);
    await office.getByRole('link', { name: t('office.customer.open_card') }).click();
    await expect(office.getByRole('heading', { level: 1 })).toHaveText(email);
    await expect(office.getByRole('link', { name: orderNumber(made.id) })).toBeVisible();
    await press('limits.change');
    await fillField('limits.day_usd', '500');
    await fillField('note', 'asked for by mail');
    await press('limits.save');
    await expect(office.getByRole('button', { name: t('customers_desk.limits.change') })).toBeVisible();
    await press('list.add');
    await fillField('list.note', 'three chargebacks in a week');
    await press('list.keep_out');
    await expect(office.getByText('three chargebacks in a week')).toBeVisible();
    expect([await violationsOf(office), await sidewaysOf(office)]).toEqual([[], 0]);

    // The customer, on a phone screen: refused without the matched value being named; all input is kept
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

    // The entry counts the hit; after it is ended with a reason, the customer can order
    await office.goto(`/office/blacklist?q=${encodeURIComponent(email)}`);
    await expect(office.getByText(pattern(t, 'customers_desk.list.hits_one', ['count', 'at'])).first()).toBeVisible();
    await press('list.end');
    await fillField('list.end_note', 'the bank has taken them back');
    await press('list.end');
    await expect(office.getByText('three chargebacks in a week')).toHaveCount(0);
    await form.submitButton().click();
    await page.waitForURL(/\/order\/[\w-]+$/);
    await expectStatus(page, locale, 'awaiting_payment');
  });

  test(`two customers are linked as one person on both cards, and unlinked, ${locale}`, async ({ openContext }) => {
    const mark = randomUUID().slice(0, 8);
    const [first, second] = [`one-${mark}@example.org`, `two-${mark}@example.org`];
    for (const email of [first, second]) await makeOrder(ROUBLES_TO_LITECOIN, locale, email);
    const office = await signIn(await openContext({ locale: browserLocale(locale), viewport: { width: 360, height: 800 } }), OWNER);
    const part = office.getByRole('region', { name: t('customers_desk.linked.title') });
    const press = (key: string) => part.getByRole('button', { name: t(`customers_desk.pair.${key}`), exact: true }).click();
    const openCard = async (email: string) => {
      await office.goto(`/office/customers?q=${encodeURIComponent(email)}`);
      await office.getByRole('link', { name: email }).click();
      await expect(office.getByRole('heading', { level: 1 })).toHaveText(email);
    };
    const verdicts: string[] = [];
    office.on('request', (request) => request.url().endsWith('/pairs') && verdicts.push(request.postData() ?? ''));

    await openCard(first);
    await press('another');
    await press('say');
    // A decision needs a choice
    await expect(part.getByText(t('refusals.detail.required'))).toHaveCount(3);
    expect(verdicts).toEqual([]);
    await part.getByRole('textbox', { name: t('customers_desk.pair.other') }).fill(second);
    await part.getByRole('combobox', { name: t('customers_desk.pair.verdict') }).click();
    await office.getByRole('option', { name: t('customers_desk.pair.same_person') }).click();
    await part.getByRole('textbox', { name: t('customers_desk.note') }).fill('one passport on both videos');
    await press('say');
    await expect(part.getByRole('listitem').filter({ hasText: second })).toContainText('one passport on both videos');

    await openCard(second);
    const line = part.getByRole('listitem').filter({ hasText: first });
    await expect(line).toContainText(t('customers_desk.pair.same_person'));
    await press('take_back');
    await part.getByRole('textbox', { name: t('customers_desk.note') }).fill('a brother with the same name');
    await press('take_back');
    await expect(part.getByText('one passport on both videos')).toHaveCount(0);
    expect([await violationsOf(office), await sidewaysOf(office)]).toEqual([[], 0]);
  });
}
