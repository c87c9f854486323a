import { exchangeForm } from './exchange-form.ts';
import { systemOf } from './order.ts';
import { expect, test } from './page-test.ts';
import { LOCALES, productUrl } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

for (const locale of LOCALES) {
  const t = wordsOf(locale);

  test(`${locale}: an old address redirects to the pair's page, which shows its facts, and those of another pair after a change`, async ({
    page,
  }) => {
    const [sber, tether, litecoin] = await Promise.all(['SBERRUB', 'USDTTRC20', 'LTC'].map((id) => systemOf(id, locale)));
    if (!sber || !tether || !litecoin) throw new Error('the demo catalogue has these');
    await page.setViewportSize({ width: 360, height: 780 });
    const own = pathIn(locale, '/exchange/sberrub-usdttrc20');
    const form = exchangeForm(page, locale);
    await form.open('/exchange/SBERRUB/USDTTRC20?amount=9000');
    expect(page.url()).toBe(`${productUrl()}${own}?amount=9000`);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', productUrl() + own);
    const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
    const drawn = await page.request.get(picture ?? '');
    expect([drawn.status(), drawn.headers()['content-type']]).toEqual([200, 'image/png']);

    const timeQuestion = (to: string) => page.getByText(t('pairs.question.time', { from: sber.name, to }), { exact: true });
    for (const title of ['facts.title', 'questions', 'near.title'])
      await expect(page.getByRole('heading', { level: 2, name: t(`pairs.${title}`) })).toBeVisible();
    await expect(timeQuestion(tether.name)).toBeVisible();
    await expect(page.getByText(t('pairs.question.get_network', { name: tether.name }))).toBeVisible();
    const over = async () => await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await over()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await over()).toBe(0);

    await form.choose('outcome', litecoin);
    await form.expectNumbers();
    await expect(timeQuestion(tether.name)).toHaveCount(0);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(timeQuestion(litecoin.name)).toBeVisible();
  });

  test(`${locale}: the directory finds exchanges without scripts, and links to a system's page and its exchanges`, async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: productUrl(), viewport: { width: 360, height: 780 } });
    const page = await context.newPage();
    const [from, to] = await Promise.all([systemOf('XRP', locale), systemOf('SBERRUB', locale)]);
    await page.goto(pathIn(locale, '/directions'));
    await page.getByRole('searchbox', { name: t('pairs.directions.search') }).fill('sberrub xrp');
    await page.getByRole('combobox', { name: t('pairs.directions.kind') }).selectOption('crypto');
    await page.getByRole('button', { name: t('pairs.directions.find') }).click();
    await expect(page.getByRole('status')).toContainText(t('pairs.directions.found', { count: 2 }));
    await page.locator(`main a[href="${pathIn(locale, '/systems/xrp')}"]`).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(from.name);
    await expect(page.getByText(t('pairs.system.memo_warning'))).toBeVisible();
    await page.locator(`a[href="${pathIn(locale, '/exchange/xrp-sberrub')}"]`).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('exchange.title', { from: from.name, to: to.name }));
    await context.close();
  });
}
