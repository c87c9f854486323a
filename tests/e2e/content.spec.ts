import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { FeeAttributes } from '#contract/public/directions.ts';
import { formatMoney } from '#core/format/amount.ts';
import { browserLocale, signIn } from './office-page.ts';
import { callApi, systemOf } from './order.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, test, untilRunning } from './page-test.ts';
import { localesOf, OWNER, productUrl } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

const JSON_API = 'application/vnd.api+json';

interface Item {
  readonly data: { readonly id: string; readonly attributes: { readonly revision: number } };
}

/** News in Russian only, written and published by the owner; each save changes the address. */
async function publishNews(api: APIRequestContext, slugs: readonly string[], title: string): Promise<void> {
  const send = async (method: 'POST' | 'PUT', path: string, attributes: object): Promise<Item> => {
    const headers = { 'content-type': JSON_API, accept: JSON_API, origin: productUrl() };
    const data = JSON.stringify({ data: { type: 'content_items', attributes } });
    const answer = await api.fetch(`/api/office/v1/content_items${path}`, { method, headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as Item;
  };
  let item = await send('POST', '', { category_id: '2' });
  const { id } = item.data;
  for (const slug of slugs) {
    const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Подробности.' }] }] };
    const ru = { title, slug, seolink: '', excerpt: '', body, seo: { title: '', description: '' } };
    const { revision } = item.data.attributes;
    // oxlint-disable-next-line no-await-in-loop -- one after another
    item = await send('PUT', `/${id}/draft`, { revision, category_id: '2', sort: 0, ru, en: null });
    // oxlint-disable-next-line no-await-in-loop -- one after another
    item = await send('POST', `/${id}/publish`, { revision: item.data.attributes.revision });
  }
}

for (const locale of localesOf('en')) {
  const t = wordsOf(locale);
  const other = locale === 'ru' ? 'en' : 'ru';

  test(`${locale}: articles are read by topic, by month and by search, at their current address and in the other language`, async ({
    page,
    request,
    openContext,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(pathIn(locale, '/news'));
    await untilRunning(page);
    const menu = page.getByRole('navigation', { name: t('content.news.menu') });
    await expect(page.locator('link[type="application/rss+xml"]')).toHaveAttribute('href', pathIn(locale, '/news/rss.xml'));
    await menu
      .getByRole('link', { name: /20\d\d/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/news\/archive\/20\d\d\/\d\d$/);
    await menu.locator('a[href$="/news/category/rates"]').click();
    await page.locator('main article a[href$="/news/how-rates-are-made"]').click();
    await expect(page).toHaveURL(new RegExp(`${pathIn(locale, '/news/how-rates-are-made')}$`));
    const title = await page.getByRole('heading', { level: 1 }).innerText();
    await page.reload();
    const linked = await page.locator('script[type="application/ld+json"]').allInnerTexts();
    expect(linked.join()).toContain('"NewsArticle"');
    await expect(page.locator('meta[property="og:type"]')).toHaveAttribute('content', 'article');
    await page
      .getByRole('navigation', { name: t('shell.language') })
      .getByRole('link', { name: other })
      .click();
    await expect(page).toHaveURL(new RegExp(`${pathIn(other, '/news/how-rates-are-made')}$`));
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title);

    // A search with a typing error; then the same without scripts
    const wrong = locale === 'ru' ? 'вывсти' : 'withdarw';
    await page.goto(pathIn(locale, '/faq'));
    await untilRunning(page);
    await page.getByRole('searchbox', { name: t('content.faq.search') }).fill(wrong);
    const question = page.locator('main details').filter({ has: page.locator('#withdraw') });
    await expect(page).toHaveURL(/\?q=/);
    await expect(question).toBeVisible();
    const plain = await openContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
    const still = await plain.newPage();
    await still.goto(pathIn(locale, '/faq'));
    await still.getByRole('searchbox', { name: t('content.faq.search') }).fill(wrong);
    await still.getByRole('button', { name: t('content.faq.find') }).click();
    await expect(still.locator('#withdraw')).toHaveCount(1);
    await still.goto(pathIn(locale, '/faq/forgot-memo'));
    await expect(still).toHaveURL(/\/faq#forgot-memo$/);
    await expect(still.locator('#forgot-memo')).toBeVisible();

    // Published in one language, under a former address
    const slugs = ['first', 'second'].map((name) => `${name}-${randomUUID()}`);
    const owner = await signIn(await openContext({ locale: browserLocale(locale) }), OWNER);
    await publishNews(owner.request, slugs, `Новость ${locale}`);
    await expect.poll(async () => (await request.get(`/news/${slugs[0]}`, { maxRedirects: 0 })).status()).toBe(301);
    await page.goto(`/news/${slugs[0]}`);
    await expect(page).toHaveURL(`${productUrl()}/news/${slugs[1]}`);
    await expect(page.locator('link[rel=alternate][hreflang=en]')).toHaveCount(0);
    const missing = await page.goto(`/en/news/${slugs[1]}`);
    expect(missing?.status()).toBe(404);
    await page
      .getByRole('main')
      .getByRole('link', { name: `Новость ${locale}` })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: `Новость ${locale}` })).toBeVisible();
    expect((await request.get('/pages/terms', { maxRedirects: 0 })).headers()['location']).toBe('/terms');
    expect((await request.get('/news?page=0')).status()).toBe(404);
    const lists = { '/news?page=99': 'content.news', '/news/archive/2020/1': 'content.news', '/reviews?page=99': 'reviews' };
    for (const [path, words] of Object.entries(lists)) {
      expect((await page.goto(pathIn(locale, path)))?.status()).toBe(404);
      await expect(page).toHaveTitle(new RegExp(t(`${words}.nothing.title`)));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(`${words}.nothing.title`));
      const back = page.getByRole('main').getByRole('link', { name: t(`${words}.to_all`) });
      await expect(back).toHaveAttribute('href', pathIn(locale, `/${path.split(/[/?]/)[1]}`));
    }
  });
}

for (const locale of localesOf('ru')) {
  const t = wordsOf(locale);

  test(`${locale}: long rules begin with a summary, steps are drawn, and the fees are a table of the current prices`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(pathIn(locale, '/terms'));
    const summary = page.getByRole('region', { name: t('content.summary') });
    await expect(summary.getByRole('listitem')).toHaveCount(5);
    const outline = page.getByRole('navigation', { name: t('content.outline') });
    const [above, below] = [await summary.boundingBox(), await outline.boundingBox()];
    expect((above?.y ?? Number.NaN) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
    await page.goto(pathIn(locale, '/how-we-work'));
    await expect(page.locator('main ol.steps > li')).toHaveCount(6);
    expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
    await page.goto(pathIn(locale, '/fees'));
    const fees = await callApi<FeeAttributes>({ path: '/api/v1/fees' });
    const table = page.getByRole('table');
    await expect(table.getByRole('rowheader')).toHaveCount(fees.length);
    const tether = await systemOf('USDTTRC20', locale);
    const fee = fees.find(({ id }) => id === tether.id)?.attributes.max_network_fee ?? '';
    const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: tether.name, exact: true }) });
    await expect(row).toContainText(t('content.fees.up_to', { amount: formatMoney(fee, tether, locale) }));
    expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(table.getByRole('columnheader', { name: t('content.fees.network') })).toBeVisible();
    expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
  });
}
