import { formatDateTime } from '#core/format/moment.ts';
import { signIn } from './office-page.ts';
import { expect, test, untilRunning } from './page-test.ts';
import { sidewaysOf } from './page-checks.ts';
import { LOCALES, OWNER } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

const PHONE = { width: 360, height: 740 };
const LONG_AGO = '2026-01-02T03:04:05.000Z';
const TOP = '**/api/v1/crypto_stats/top_15';

interface Listed {
  readonly data: readonly { readonly id: string; readonly attributes: { readonly price_usd: string } }[];
}

for (const locale of LOCALES) {
  const t = wordsOf(locale);

  test(`${locale}: coins are sorted, updated in place and linked to their exchanges; the office shows the source`, async ({
    page,
    openContext,
  }) => {
    await page.setViewportSize(PHONE);
    const list = async () => (await (await page.request.get('/api/v1/crypto_stats/top_15')).json()) as Listed;
    await expect.poll(async () => (await list()).data.length).toBe(15);
    await page.clock.install();
    await page.goto(pathIn(locale, '/terms'));
    await untilRunning(page);
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('shell.footer.crypto') })
      .click();
    const board = page.getByRole('table', { name: t('crypto.board') });
    const rows = board.getByRole('row');
    await expect(rows).toHaveCount(16);
    expect(await sidewaysOf(page)).toBe(0);

    await board.getByRole('link', { name: t('crypto.long.change_24h') }).click();
    await expect(board.locator('[aria-sort="descending"]')).toContainText(t('crypto.column.change_24h'));
    await expect(page).toHaveURL(/\?sort=-change_24h$/);
    const names = await board.getByRole('rowheader').allInnerTexts();

    // Bitcoin falls to five dollars and its data are outdated: only Bitcoin's row says so, and nothing moves
    let requestCount = 0;
    await page.route(TOP, async (route) => {
      requestCount += 1;
      const response = (await (await route.fetch()).json()) as Listed;
      const data = response.data.map((one) =>
        one.id === 'BTC' ? { ...one, attributes: { ...one.attributes, price_usd: '5', is_stale: true, as_of: LONG_AGO } } : one,
      );
      await route.fulfill({ json: { ...response, data }, contentType: 'application/vnd.api+json' });
    });
    // The page may still be starting its timer
    await expect(async () => {
      await page.clock.fastForward(61_000);
      await expect.poll(() => requestCount, { timeout: 2_000 }).toBeGreaterThan(0);
    }).toPass();
    const bitcoin = rows.filter({ hasText: 'Bitcoin' }).filter({ hasText: /BTC/ });
    await expect(bitcoin).toContainText(locale === 'ru' ? '5,00' : '5.00');
    expect(await board.getByRole('rowheader').allInnerTexts()).toEqual(names);
    await expect(page.getByText(t('crypto.stale', { at: formatDateTime(LONG_AGO, locale) }))).toBeVisible();
    // An idle page requests data once a minute, and nothing else
    const others: string[] = [];
    page.on('request', (request) => void (/\/api\/(?!v1\/following\/)(?!.*top_15)/.test(request.url()) && others.push(request.url())));
    const earlierCount = requestCount;
    for (const minute of [1, 2]) {
      await page.clock.runFor(60_000);
      await expect.poll(() => requestCount).toBe(earlierCount + minute);
    }
    expect(others).toEqual([]);

    await bitcoin.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Bitcoin');
    const chart = page.getByRole('region', { name: t('crypto.coin.chart') });
    await chart.scrollIntoViewIfNeeded();
    await expect(chart.getByRole('img')).toHaveAccessibleName(/BTC .*\d/);
    await chart.getByRole('button', { name: t('rate_history.period.year') }).click();
    await expect(chart.getByRole('img')).toHaveAccessibleName(new RegExp(t('rate_history.span.year')));
    await chart.getByRole('button', { name: t('rate_history.as_table') }).click();
    expect(await chart.getByRole('row').count()).toBeGreaterThan(100);
    expect(await sidewaysOf(page)).toBe(0);
    const give = page.getByRole('region', { name: t('crypto.coin.give', { symbol: 'BTC' }) });
    const direction = give.getByRole('link').first();
    const target = await direction.getAttribute('href');
    await direction.click();
    await expect(page).toHaveURL((url) => url.pathname === target);
    await untilRunning(page);

    const desk = await signIn(await openContext({ locale: locale === 'ru' ? 'ru-RU' : 'en-GB' }), OWNER);
    await desk.goto('/office/market');
    const provider = desk.getByRole('region', { name: t('office_market_stats.title') });
    await expect(provider).toContainText(t('office_market_stats.healths.live'));
    await provider.getByRole('button', { name: t('office_market_stats.ask') }).click();
    await expect(provider.getByRole('status')).toHaveText(t('office_market_stats.asked'));
  });
}

test('without scripts the coins, their order and a day of prices are shown', async ({ openContext }) => {
  const t = wordsOf('ru');
  const page = await (await openContext({ javaScriptEnabled: false })).newPage();
  await expect.poll(async () => ((await (await page.request.get('/api/v1/crypto_stats/top_15')).json()) as Listed).data.length).toBe(15);
  await page.goto('/crypto');
  await page.getByRole('link', { name: t('crypto.column.price'), exact: true }).click();
  await expect(page.locator('[aria-sort="descending"]')).toHaveText(t('crypto.column.price'));
  await expect(page.getByRole('row').nth(1)).toContainText('BTC');
  await page
    .getByRole('link', { name: /Ethereum/ })
    .first()
    .click();
  expect(
    await page
      .getByRole('table', { name: t('crypto.coin.table', { symbol: 'ETH' }) })
      .getByRole('row')
      .count(),
  ).toBeGreaterThan(12);
});
