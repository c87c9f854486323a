import { exchangeForm } from './exchange-form.ts';
import { browserLocale, signInByForm } from './office-page.ts';
import { headline, makeOrder, openOrder, ROUBLES_TO_LITECOIN, systemOf } from './order.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { LOCALES, OWNER } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

async function switchTo(page: Page, from: 'ru' | 'en', to: 'ru' | 'en'): Promise<void> {
  await page
    .getByRole('navigation', { name: wordsOf(from)('shell.language') })
    .getByRole('link', { name: to, exact: true })
    .click();
  await expect(page.locator('html')).toHaveAttribute('lang', to);
  await untilRunning(page);
}

for (const from of LOCALES) {
  const to = from === 'ru' ? 'en' : 'ru';

  test(`from ${from} to ${to}: the form keeps its pair and its amount`, async ({ page }) => {
    const form = exchangeForm(page, from);
    await form.open('/exchange/ltc-xrp?amount=1');
    await form.amount('income').fill('2.5');
    await form.expectNumbers();
    await expect(page).toHaveURL(/amount=2\.5/);
    await switchTo(page, from, to);
    expect(new URL(page.url()).pathname).toBe(pathIn(to, '/exchange/ltc-xrp'));
    const other = exchangeForm(page, to);
    await other.expectNumbers();
    await expect(other.amount('income')).toHaveValue(to === 'ru' ? '2,5' : '2.5');
    await expect(other.submitButton()).toBeVisible();
  });

  test(`from ${from} to ${to}: the form keeps all input, on either side`, async ({ page }) => {
    const form = exchangeForm(page, from);
    const [usdt, sber] = [await systemOf('USDTTRC20', from), await systemOf('SBERRUB', from)];
    await form.open('/exchange/usdttrc20-sberrub');
    await form.fillDetails({ from: usdt, to: sber });
    await form.amount('outcome').fill('12345');
    await form.expectNumbers();
    await switchTo(page, from, to);
    const other = exchangeForm(page, to);
    await other.expectNumbers();
    await expect(other.amount('outcome')).toHaveValue('12\u00A0345');
    await expect(other.email()).toHaveValue('guest@example.org');
    await expect(other.terms()).toBeChecked();
    const card = other.field((await systemOf('SBERRUB', to)).outcome_fields[0]?.label ?? '');
    await expect(card).toHaveValue(sber.outcome_fields[0]?.example ?? '');
    expect(page.url()).not.toMatch(/guest|2202/);
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain('guest@example.org');
  });

  test(`from ${from} to ${to}: an order stays open, and other pages keep their position`, async ({ page }) => {
    const made = await makeOrder(ROUBLES_TO_LITECOIN, from);
    await openOrder(page, made, from);
    await switchTo(page, from, to);
    expect(new URL(page.url()).pathname).toBe(pathIn(to, `/order/${made.id}`));
    await expect(headline(page, to, 'awaiting_payment')).toBeVisible();
    await page.goto(pathIn(from, '/terms'));
    await switchTo(page, from, to);
    await expect(page.getByRole('heading', { level: 1, name: wordsOf(to)('shell.footer.terms') })).toBeVisible();
    await expect(page.locator(`link[rel=alternate][hreflang=${from}]`)).toHaveAttribute('href', new RegExp(`${pathIn(from, '/terms')}$`));
  });

  test(`the office from ${from} to ${to}, and the choice is remembered`, async ({ openContext }) => {
    const office = await signInByForm(await openContext({ locale: browserLocale(from) }), from, OWNER);
    await expect(office.locator('html')).toHaveAttribute('lang', from);
    await office.getByRole('link', { name: wordsOf(from)('office.nav.reserves'), exact: true }).click();
    await office.getByRole('button', { name: wordsOf(from)('office.other_language') }).click();
    await expect(office.getByRole('heading', { level: 1, name: wordsOf(to)('office.reserves.title') })).toBeVisible();
    await expect(office.locator('html')).toHaveAttribute('lang', to);
    await office.reload();
    await expect(office.getByRole('heading', { level: 1, name: wordsOf(to)('office.reserves.title') })).toBeVisible();
  });
}

test('the theme is chosen on the page and remembered', async ({ page }) => {
  await exchangeForm(page, 'en').open();
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  const themes = page.getByRole('button', { name: /^Theme: / });
  await themes.click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await themes.click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(paper).not.toBe(light);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
