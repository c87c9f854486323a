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

  test(`${locale}: without scripts a side leads to the pairs of the other side`, async ({ openContext }) => {
    const page = await (await openContext({ javaScriptEnabled: false })).newPage();
    const [ltc, btc] = await Promise.all(['LTC', 'BTC'].map((id) => systemOf(id, locale)));
    if (!ltc || !btc) throw new Error('the demo catalogue has these');
    await page.goto(pathIn(locale, '/exchange/ltc-sberrub'));
    await page.getByRole('button', { name: t('exchange.income.choose') }).click();
    await expect(page).toHaveURL(/\/systems\/sberrub#system-get$/);
    await page.locator('a[href$="/exchange/btc-sberrub"]').click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(btc.name);
    await page.getByRole('button', { name: t('exchange.outcome.choose') }).click();
    await expect(page).toHaveURL(/\/systems\/btc#system-give$/);
  });

  test(`${locale}: keys open the lists and swap the sides; own pairs are offered above the list`, async ({ page }) => {
    const [ltc, sber] = await Promise.all(['LTC', 'SBERRUB'].map((id) => systemOf(id, locale)));
    if (!ltc || !sber) throw new Error('the demo catalogue has these');
    const form = exchangeForm(page, locale);
    await form.open('/exchange/ltc-sberrub?amount=2');
    await form.expectNumbers();
    const dialog = (side: 'income' | 'outcome') => page.getByRole('dialog', { name: t(`exchange.${side}.choose`) });
    const star = (from: string, to: string) => page.getByRole('button', { name: t('exchange.favourite', { from, to }) });
    await expect.poll(async () => (await page.context().cookies()).some(({ name }) => name === 'pair')).toBe(true);
    // The listener is loaded after the form has been drawn
    await expect(async () => {
      await page.keyboard.press('Alt+q');
      await expect(dialog('income')).toContainText(t('exchange.shortcuts'), { timeout: 1_000 });
    }).toPass();
    await star(ltc.name, sber.name).click();
    await expect(star(ltc.name, sber.name)).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await expect(dialog('income')).toBeHidden();
    await page.getByRole('button', { name: t('exchange.income.choose') }).press(' ');
    await expect(dialog('income')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog('income')).toBeHidden();
    await page.keyboard.press('Alt+x');
    await expect(page).toHaveURL(/\/exchange\/sberrub-ltc/);
    await page.keyboard.press('Alt+w');
    await expect(star(ltc.name, sber.name)).toHaveAttribute('aria-pressed', 'true');
    await dialog('outcome')
      .getByRole('button', { name: `${ltc.name} → ${sber.name}`, exact: true })
      .click();
    await expect(page).toHaveURL(/\/exchange\/ltc-sberrub/);
    await form.expectNumbers();
  });
}
