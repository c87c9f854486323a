import { violationsOf } from './page-checks.ts';
import { expect, test, untilRunning } from './page-test.ts';
import { wordsOf } from './words.ts';

const t = wordsOf('ru');

test('the rate chart loads when it is about to be visible, works by keyboard, and is available as a table', async ({ page }) => {
  const parts: string[] = [];
  page.on('request', (request) => void (/RateHistory-|rate_history/.test(request.url()) && parts.push(request.url())));
  await page.setViewportSize({ width: 390, height: 600 });
  const chart = page.getByRole('region', { name: t('exchange.history') });
  const picture = chart.getByRole('img');
  // The history of the demo mode is generated while it runs, backwards from now
  const week = async () => {
    const response = await page.request.get('/api/v1/rate_history/BTC/SBERRUB?period=week');
    return ((await response.json()) as { data: { attributes: { points: unknown[] } } }).data.attributes.points.length;
  };
  await expect.poll(week, { timeout: 60_000 }).toBeGreaterThan(100);
  await expect(async () => {
    parts.length = 0;
    await page.goto('/exchange/btc-sberrub');
    await untilRunning(page);
    await page.waitForLoadState('networkidle');
    expect(parts).toEqual([]);
    const before = await chart.boundingBox();
    await chart.scrollIntoViewIfNeeded();
    await expect(picture).toBeVisible({ timeout: 5_000 });
    // Our own rate is recorded once there are prices
    await expect(chart.getByText(t('rate_history.ours'), { exact: true })).toBeVisible({ timeout: 2_000 });
    // It appeared in the reserved space
    expect((await chart.boundingBox())?.height).toBe(before?.height);
  }).toPass();
  await expect(picture).toHaveAccessibleName(/BTC .*₽.*%/);

  const walk = chart.getByRole('slider', { name: t('rate_history.walk') });
  await walk.focus();
  const last = await walk.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowLeft');
  await expect(walk).not.toHaveAttribute('aria-valuetext', last ?? '');
  await expect(chart.locator('.chart-standing')).toHaveText((await walk.getAttribute('aria-valuetext')) ?? '');

  await chart.getByRole('button', { name: t('rate_history.period.week') }).press('Enter');
  await expect(picture).toHaveAccessibleName(new RegExp(t('rate_history.span.week')));
  await chart.getByRole('button', { name: t('rate_history.as_table') }).press('Enter');
  const rows = chart.getByRole('table').getByRole('row');
  expect(await rows.count()).toBeGreaterThan(100);
  await expect(rows.first().getByRole('columnheader')).toHaveText([t('rate_history.when'), /^Рынок: 1 BTC/, /^Наш курс: 1 BTC/]);
  await expect(rows.nth(1)).toHaveText(/^\d\d\.\d\d, \d\d:\d\d\d/);
  expect(await violationsOf(page, '[aria-labelledby="rate-history"]')).toEqual([]);
});

test("the day's chart shows the same change as the board of its page", async ({ page }) => {
  const chart = page.getByRole('region', { name: t('exchange.history') });
  const sberbank = page.getByRole('link', { name: `${t('exchange.departures.choose')} Сбербанк`, exact: true });
  const boardChange = page.getByRole('row').filter({ has: sberbank }).locator('.board-change');
  await expect(async () => {
    await page.goto('/exchange/btc-sberrub');
    await untilRunning(page);
    await chart.scrollIntoViewIfNeeded();
    // The history of the demo mode is generated while it runs
    await expect(boardChange).toHaveText(/%$/, { timeout: 2_000 });
    await expect(chart.locator('.chart-standing')).toContainText(`${await boardChange.innerText()} ${t('rate_history.span.day')}`, {
      timeout: 2_000,
    });
  }).toPass();
});
