import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { browserLocale } from './office-page.ts';
import { violationsOf } from './page-checks.ts';
import { expect, test } from './page-test.ts';
import { localesOf } from './product.ts';
import { wordsOf } from './words.ts';

/** A third-party page with the strictest content policy: it allows our script and frame, and no styles. */
async function openHost(shop: string, body: string): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = http.createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-security-policy', `default-src 'none'; script-src ${shop}; frame-src ${shop}`);
    response.end(`<!doctype html><html lang="de"><head><title>Host</title></head><body>${body}</body></html>`);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

for (const locale of localesOf('en')) {
  test(`another site's page embeds the widget, ${locale}: rates by keyboard, and the exchange in a new tab`, async ({
    openContext,
    baseURL,
  }) => {
    const t = wordsOf(locale);
    const shop = baseURL ?? '';
    const tag = (more: string) => `<script src="${shop}/widget.js" data-lang="${locale}" data-rid="partner-1" ${more} async></script>`;
    const hostile = `data-from="../.." data-amount="1;alert(1)" data-accent="red;background:url(//e)" data-theme="<script>"`;
    const host = await openHost(
      shop,
      `<p>above</p>${tag('data-from="LTC" data-to="SBERRUB" data-amount="2" data-theme="dark" data-accent="#fe0"')}<div id="second"></div>${tag(`data-target="#second" ${hostile}`)}<p id="below">below</p>`,
    );
    const context = await openContext({ viewport: { width: 320, height: 1400 }, locale: browserLocale(locale) });
    const page = await context.newPage();
    await page.goto(host.url);
    await expect(page.locator('iframe')).toHaveCount(2);
    await expect(page.locator('#second > iframe')).toHaveCount(1);
    const frame = page.frameLocator('iframe').first();
    const incomeAmount = frame.getByLabel(t('widget.amount_income'));
    const got = frame.getByLabel(t('widget.amount_outcome'));
    await expect(incomeAmount).toHaveValue('2');
    await expect(got).not.toHaveValue('');
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
    // The reserved height is the final height
    const own = await frame.locator('main').evaluate((main) => Math.ceil(main.getBoundingClientRect().height));
    await expect(page.locator('iframe').first()).toHaveAttribute('height', String(own));
    expect(await violationsOf(page)).toEqual([]);

    // By keyboard alone: a system is searched for and selected, both amounts follow the input
    await frame.getByRole('button', { name: t('widget.choose_outcome') }).focus();
    await page.keyboard.press('Enter');
    await expect(frame.getByRole('combobox', { name: t('widget.search') })).toBeFocused();
    await page.keyboard.type('tcsbrub');
    await expect(frame.getByRole('option')).toHaveCount(1);
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(frame.locator('#go')).toHaveAttribute('href', /\/exchange\/ltc-tcsbrub\?amount=2&rid=partner-1$/);
    await got.fill('10000');
    await expect(incomeAmount).not.toHaveValue('2');
    await expect(frame.getByRole('status').first()).toContainText('LTC');
    expect(await context.cookies()).toEqual([]);

    const opening = context.waitForEvent('page');
    await frame.getByRole('link', { name: t('widget.go') }).click();
    const exchange = await opening;
    await expect(exchange).toHaveURL(
      new RegExp(`${locale === 'en' ? '/en' : ''}/exchange/ltc-tcsbrub\\?(?=.*get=10000)(?=.*rid=partner-1)`),
    );
    await expect(exchange.getByLabel(t('exchange.outcome.amount', { name: 'T' }).replace(/T$/, ''))).toHaveValue(/10.000/);
    expect(await exchange.evaluate(() => window.opener === null)).toBe(true);

    // A second tag adds one more widget, and the others stay
    await page.evaluate((src) => {
      const again = document.createElement('script');
      again.src = src;
      document.body.append(again);
    }, `${shop}/widget.js`);
    await expect(page.locator('iframe')).toHaveCount(3);
    host.close();
  });
}
