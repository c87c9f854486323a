import { exchangeForm } from './exchange-form.ts';
import { callApi } from './order.ts';
import { expect, test } from './page-test.ts';
import { LOCALES } from './product.ts';
import { wordsOf } from './words.ts';

interface BreakdownRow {
  readonly kind: string;
  readonly amount: string;
}

/** The number at the end of a row, in hundredths. */
function hundredths(text: string): number {
  const [integer = '', fraction = ''] = text
    .replace('\u2212', '-')
    .replaceAll(/[^\d.,-]/g, '')
    .split(/[.,]/);
  return Number(integer + fraction.padEnd(2, '0').slice(0, 2));
}

for (const locale of LOCALES) {
  const t = wordsOf(locale);

  test(`${locale}: the rate breakdown adds up to the outcome amount, on the page and in the API`, async ({ page }) => {
    const form = exchangeForm(page, locale);
    await form.open('/exchange/usdttrc20-sberrub');
    await form.expectNumbers();
    await page.getByText(t('exchange.breakdown.title')).click();
    const rows = await page.locator('details[open] dl > div').allInnerTexts();
    const figures = rows
      .filter((row) => row.includes(locale === 'ru' ? '₽' : 'RUB') && !row.includes('='))
      .map((row) => hundredths(row.split('\n').at(-1) ?? ''));
    const [outcome, ...lines] = figures.toReversed();
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.reduce((sum, line) => sum + line, 0)).toBe(outcome);
    const made = await callApi<{ outcome_amount: string; breakdown: BreakdownRow[] }>({
      method: 'POST',
      path: '/api/v1/rate_calculations/from_income',
      attributes: { income_amount: '123.45', income_payment_system_id: 'USDTTRC20', outcome_payment_system_id: 'SBERRUB' },
    });
    const { breakdown, outcome_amount: got } = made.attributes;
    expect(breakdown[0]?.kind).toBe('market');
    expect(breakdown.reduce((sum, line) => sum + hundredths(line.amount), 0)).toBe(hundredths(got));
  });

  test(`${locale}: a typed amount selects its slot, slots are sorted with their prices`, async ({ page }) => {
    const form = exchangeForm(page, locale);
    await form.open('/exchange/btc-sbprub');
    const slots = page.getByRole('group', { name: t('exchange.slot.legend') });
    const chosen = slots.getByRole('radio', { checked: true });
    await form.amount('outcome').fill('50000');
    await form.expectNumbers();
    await expect(chosen).toHaveAccessibleName(new RegExp(`^${t('exchange.slot.express')} 50`));
    await form.amount('outcome').fill('60000');
    await form.expectNumbers();
    await expect(chosen).toHaveAccessibleName(new RegExp(`^${t('exchange.slot.custom')}`));
    await slots.getByRole('radio', { name: new RegExp(`^${t('exchange.slot.accelerated')}`) }).check();
    await form.amount('outcome').fill('70000');
    await form.expectNumbers();
    await expect(chosen).toHaveAccessibleName(new RegExp(`^${t('exchange.slot.accelerated')}`));
    const names = await slots.getByRole('radio').evaluateAll((radios) => radios.map((radio) => radio.closest('label')?.textContent ?? ''));
    const amounts = names
      .filter((name) => name.startsWith(t('exchange.slot.express')))
      .map((name) => Number(/[\d\u00A0]+/.exec(name)?.[0].replaceAll('\u00A0', '')));
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
    expect(names.filter((name) => !/%|наценки|extra fee/.test(name))).toEqual([]);
  });

  test(`${locale}: an empty amount shows no error, too little and too much have different messages, nothing moves`, async ({ page }) => {
    const form = exchangeForm(page, locale);
    await form.open('/exchange/wirerub-ltc?amount=9000');
    await form.expectNumbers();
    /** Position on the page, independent of scrolling, rounded to whole pixels. */
    const place = async () =>
      await form.submitButton().evaluate((button) => Math.round((button.getBoundingClientRect().top + scrollY) / 4));
    const before = await place();
    await form.amount('income').fill('');
    await page.waitForTimeout(600);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(form.amount('outcome')).toHaveValue('');
    await form.submitButton().click();
    await expect(page.getByRole('alert')).toContainText(t('exchange.form.lacks_amount'));
    await expect(form.amount('income')).toBeFocused();
    await form.amount('income').fill('10');
    await expect(page.getByRole('alert')).toContainText(locale === 'ru' ? 'Слишком мало' : 'Too small');
    expect(await place()).toBe(before);
    await form.amount('income').fill('999999999');
    await expect(page.getByRole('alert')).toContainText(locale === 'ru' ? 'Слишком много' : 'Too large');
    expect(await place()).toBe(before);
    await form.amount('income').fill('9000');
    await form.expectNumbers();
    expect(await place()).toBe(before);
  });
}
