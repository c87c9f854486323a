import { exchangeForm } from './exchange-form.ts';
import { systemOf } from './order.ts';
import { expect, test } from './page-test.ts';
import { localesOf, productUrl } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

for (const locale of localesOf('en')) {
  const t = wordsOf(locale);

  test(`${locale}: a pair that is not exchanged has a page that says so, with its own address and the nearest pairs`, async ({ page }) => {
    const [sber, tcs] = [await systemOf('SBERRUB', locale), await systemOf('TCSBRUB', locale)];
    for (const address of ['/exchange/sberrub-tcsbrub', '/?from=SBERRUB&to=TCSBRUB']) {
      const answer = await page.goto(
        pathIn(locale, address.startsWith('/?') ? '/' : address) + (address.startsWith('/?') ? address.slice(1) : ''),
      );
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('exchange.no_pair.title', { from: sber.name, to: tcs.name }));
    }
    await page.goto(pathIn(locale, '/exchange/sberrub-tcsbrub'));
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', productUrl() + pathIn(locale, '/exchange/sberrub-tcsbrub'));
    const near = page.getByRole('main').getByRole('listitem').getByRole('link');
    expect(await near.count()).toBeGreaterThan(3);
    await near.first().click();
    await exchangeForm(page, locale).expectNumbers();
  });

  test(`${locale}: choosing a system changes only its side, or names what else it changed`, async ({ page }) => {
    const form = exchangeForm(page, locale);
    const status = page.locator('main p[role=status]').first();
    const [btc, ltc, tcs, sber] = await Promise.all(['BTC', 'LTC', 'TCSBRUB', 'SBERRUB'].map((id) => systemOf(id, locale)));
    if (!btc || !ltc || !tcs || !sber) throw new Error('the demo catalogue has these');
    await form.open('/exchange/ltc-sberrub?amount=2');
    await form.choose('outcome', tcs);
    await form.expectNumbers();
    await expect(form.amount('income')).toHaveValue('2');
    await expect(status).toBeEmpty();
    const got = await form.amount('outcome').inputValue();
    await form.choose('income', btc);
    await form.expectNumbers();
    await expect(form.amount('outcome')).toHaveValue(got);
    await expect(status).toBeEmpty();
    await expect(page).toHaveURL(/\/exchange\/btc-tcsbrub\?get=/);
    await form.choose('income', sber);
    await form.expectNumbers();
    await expect(page).not.toHaveURL(/sberrub-tcsbrub/);
    const { pathname } = new URL(page.url());
    const now = await systemOf(pathname.split('-').at(-1)?.toUpperCase() ?? '', locale);
    await expect(status).toHaveText(t('exchange.changed.both', { from: sber.name, to: now.name }));
  });

  test(`${locale}: back closes the list of systems and stays on the page; recalculated amounts are announced`, async ({ page }) => {
    const form = exchangeForm(page, locale);
    await page.goto(pathIn(locale, '/terms'));
    await form.open('/exchange/ltc-sberrub?amount=2');
    await form.email().fill('guest@example.org');
    await page.getByRole('button', { name: t('exchange.outcome.choose') }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    expect(new URL(page.url()).pathname).toBe(pathIn(locale, '/exchange/ltc-sberrub'));
    await expect(form.email()).toHaveValue('guest@example.org');
    await page.getByRole('button', { name: t('exchange.outcome.choose') }).click();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    // A pair chosen after the page was loaded is unknown to the router, which would load the previous one
    await form.choose('outcome', await systemOf('TCSBRUB', locale));
    await page.getByRole('button', { name: t('exchange.income.choose') }).click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await form.expectNumbers();
    expect(new URL(page.url()).pathname).toBe(pathIn(locale, '/exchange/ltc-tcsbrub'));
    await expect(form.email()).toHaveValue('guest@example.org');
    await form.amount('income').fill('3');
    const announcement = page.locator('main p[role=status].sr-only');
    await expect(announcement).toContainText('3');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: t('shell.footer.terms') })).toBeVisible();
  });
}
