import type { RateCalculationAttributes } from '#contract/public/rate-calculations.ts';
import { exchangeForm } from './exchange-form.ts';
import { callApi, makeOrder, openOrder, systemOf } from './order.ts';
import { expect, test } from './page-test.ts';
import { localesOf } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

const PAIR = { from: 'SBERRUB', to: 'USDTTRC20', amount: '9000' } as const;

/** The promised minutes from the API, without a slot. */
const promisedMinutes = async () =>
  (
    await callApi<RateCalculationAttributes>({
      method: 'POST',
      path: '/api/v1/rate_calculations/from_income',
      attributes: { income_payment_system_id: PAIR.from, outcome_payment_system_id: PAIR.to, income_amount: PAIR.amount },
    })
  ).attributes.eta_minutes;

for (const locale of localesOf('ru')) {
  test(`${locale}: form, board, rate breakdown, terms, directory, widget and order name the same time`, async ({ page }) => {
    const t = wordsOf(locale);
    const minutes = await promisedMinutes();
    const [upTo, short] = [t('shell.time.up_to', { count: minutes }), t('shell.time.short', { count: minutes })];
    const to = await systemOf(PAIR.to, locale);
    const path = `/exchange/${PAIR.from.toLowerCase()}-${PAIR.to.toLowerCase()}`;
    const form = exchangeForm(page, locale);
    await form.open(`${path}?amount=${PAIR.amount}`);
    await form.expectNumbers();
    const any = page.getByRole('radio', { name: new RegExp(`^${t('exchange.slot.custom')}`) });
    if ((await any.count()) > 0) await any.check();
    await expect(page.getByText(t('exchange.how.receive_text', { receiver: to.name, time: upTo }))).toBeVisible();
    await page.getByText(t('exchange.breakdown.title')).click();
    await expect(page.getByRole('definition').filter({ hasText: upTo }).first()).toBeVisible();
    await expect(page.getByText(t('pairs.question.time_promised', { time: upTo }))).toHaveCount(1);
    await expect(page.locator('dt', { hasText: t('pairs.facts.time') }).locator('xpath=following-sibling::dd[1]')).toContainText([upTo]);
    await expect(page.locator('main')).toContainText(short);

    await page.goto(`${pathIn(locale, '/directions')}?q=${PAIR.from}+${PAIR.to}`);
    await expect(page.locator(`li:has(a[href="${pathIn(locale, path)}"])`).first()).toContainText(short);
    await page.goto(`/widget?lang=${locale}&from=${PAIR.from}&to=${PAIR.to}&amount=${PAIR.amount}`);
    await expect(page.locator('#time')).toHaveText(upTo);
    await openOrder(page, await makeOrder(PAIR, locale), locale);
    await expect(page.getByText(upTo, { exact: true }).first()).toBeVisible();
  });
}
