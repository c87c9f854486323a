import { pairPath } from '#core/link/pair-path.ts';
import { browserLocale, signIn } from './office-page.ts';
import { systemOf } from './order.ts';
import { exchangeForm } from './exchange-form.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { localesOf, OWNER } from './product.ts';
import { pathIn, type Translate, wordsOf } from './words.ts';

/** Each language closes another country. */
const PLACE = { ru: { code: 'DE', name: 'Германия' }, en: { code: 'FR', name: 'France' } } as const;
const CURRENCY = 'DOGE';
const PHONE = { width: 360, height: 760 };

async function excludeIn(office: Page, t: Translate, country: string): Promise<void> {
  await office.goto('/office/countries');
  await office.getByRole('combobox', { name: t('office_countries.country') }).fill(country);
  await office.getByRole('option', { name: country }).click();
  await office.getByRole('combobox', { name: t('office_countries.currencies') }).fill(CURRENCY);
  await office.keyboard.press('Enter');
  await office.keyboard.press('Escape');
  await office.getByRole('button', { name: t('office_countries.check'), exact: true }).click();
  const dialog = office.getByRole('dialog');
  await dialog.getByRole('textbox', { name: t('rates.note') }).fill(`a law of ${country}`);
  await dialog.getByRole('button', { name: t('rates.apply'), exact: true }).click();
  await expect(dialog).toBeHidden();
}

for (const locale of localesOf('ru')) {
  test(`an operator closes a currency to a country; its visitors are informed, offered alternatives and refused, ${locale}`, async ({
    openContext,
  }) => {
    const t = wordsOf(locale);
    const { code, name } = PLACE[locale];
    const office = await signIn(await openContext({ locale: browserLocale(locale) }), OWNER);
    await excludeIn(office, t, name);
    await expect(office.getByRole('listitem').filter({ hasText: `(${code})` })).toContainText(CURRENCY);

    const headers = { 'x-country': code, 'x-forwarded-for': '203.0.113.9' };
    const context = await openContext({ viewport: PHONE, extraHTTPHeaders: headers });
    const page = await context.newPage();
    await page.goto(pathIn(locale, `${pairPath('USDTTRC20', CURRENCY)}?amount=100`));
    await untilRunning(page);
    const notice = page.getByRole('status').filter({ hasText: t('exchange.country.title_here') });
    await expect(notice).toContainText(t('exchange.country.currency_here', { currency: CURRENCY }));
    await expect(notice).toContainText(name);

    // An order that is sent anyway is refused by the server
    const form = exchangeForm(page, locale);
    const [from, to] = [await systemOf('USDTTRC20', locale), await systemOf(CURRENCY, locale)];
    await form.expectNumbers();
    await form.fillDetails({ from, to });
    await form.submitButton().click();
    await expect(
      page.getByRole('alert').filter({ hasText: t('refusals.detail.currency_not_in_country', { currency: CURRENCY }) }),
    ).toBeVisible();

    await page.getByRole('button', { name: t('exchange.outcome.choose') }).click();
    const dialog = page.getByRole('dialog', { name: t('exchange.outcome.choose') });
    await dialog.getByRole('combobox', { name: t('exchange.search') }).fill(CURRENCY);
    await expect(dialog.getByText(t('exchange.nothing_found'))).toBeVisible();
    await page.keyboard.press('Escape');
    await form.choose('outcome', await systemOf('LTC', locale));
    await expect(notice).toBeHidden();
  });
}
