import { orderNumber } from '#core/order/number.ts';
import { expectStatus, headline, makeOrder, openOrder, pay, readOrder, ROUBLES_TO_LITECOIN } from './order.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { control, LOCALES } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

const TETHER_TO_ROUBLES = { from: 'USDTTRC20', to: 'SBERRUB', amount: '200' };
/** A coin whose address needs a tag, and the longest possible order slip. */
const RIPPLE_TO_ROUBLES = { from: 'XRP', to: 'SBERRUB', amount: '200' };

const icon = (page: Page) => page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? '');

/**
 * Words broken across lines, and currency signs separated from their numbers. Addresses are excluded: they do not fit on one line of a
 * phone.
 */
const badLines = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const place = node.parentElement;
      const text = node.textContent ?? '';
      if (place === null || text.trim() === '' || place.closest('script, style, .sr-only, .break-all, svg') !== null) continue;
      const range = document.createRange();
      const tops = (from: number, to: number) => {
        range.setStart(node, from);
        range.setEnd(node, to);
        return [...range.getClientRects()].filter((rect) => rect.width > 0).map((rect) => Math.round(rect.top));
      };
      for (const { 0: word, index } of text.matchAll(/(?<![^\s\u00A0\u202F-])[^\s\u00A0\u202F-]{1,26}(?![^\s\u00A0\u202F-])/g)) {
        if (new Set(tops(index, index + word.length)).size > 1) found.push(`cut: ${word}`);
      }
      for (const { 0: bound, index } of text.matchAll(/[^ \n]*[\u00A0\u202F][^ \n]*/g)) {
        if (new Set(tops(index, index + bound.length)).size > 1) found.push(`parted: ${bound}`);
      }
    }
    return [...new Set(found)];
  });

test('where to pay: network, warning and groups; copying gives no spaces, by the button and by hand', async ({ page }) => {
  const t = wordsOf('ru');
  await openOrder(page, await makeOrder(TETHER_TO_ROUBLES), 'ru');
  await expect(page.getByText('TRON (TRC-20)', { exact: true })).toBeVisible();
  await expect(page.getByText(t('requisites.network_warning', { currency: 'USDT', network: 'TRON (TRC-20)' }))).toBeVisible();
  const address = page.locator('p.select-all', { hasText: /^T\w{3} / });
  await expect(address).toHaveText(/^T\w{3}( \w{4}){7} \w{2}$/);
  const displayed = ((await address.textContent()) ?? '').replaceAll(' ', '');
  await page.getByRole('button', { name: new RegExp(`^${t('order.copy_idle')}.*${t('requisites.address')}`) }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(displayed);
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await address.click();
  await page.keyboard.press('ControlOrMeta+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(displayed);
});

test("a late font moves nothing: on a phone an order's number and time have separate lines", async ({ page }) => {
  await page.setViewportSize({ width: 440, height: 800 });
  await openOrder(page, await makeOrder(TETHER_TO_ROUBLES), 'ru');
  const line = page.locator('p', { has: page.locator('time') }).first();
  const [number, time] = [await line.locator('span').boundingBox(), await line.locator('time').boundingBox()];
  expect(time?.y).toBeGreaterThanOrEqual((number?.y ?? 0) + (number?.height ?? 0));
});

for (const locale of LOCALES) {
  const t = wordsOf(locale);

  test(`the tab's title shows the order's state, ${locale}`, async ({ page }) => {
    const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
    await openOrder(page, made, locale);
    const titleOf = (status: string) => t('order.page_title', { state: t(`status.${status}.title`), id: orderNumber(made.id) });
    await expect(page).toHaveTitle(titleOf('awaiting_payment'));
    expect(await icon(page)).toContain('order-turn');
    await pay(made.id, 'exact');
    await expectStatus(page, locale, 'completed');
    await expect(page).toHaveTitle(titleOf('completed'));
    expect(await icon(page)).toContain('order-done');
  });

  test(`an order without its token says that the mailed link opens it, ${locale}`, async ({ page }) => {
    const { id } = await makeOrder(ROUBLES_TO_LITECOIN, locale);
    const answer = await page.goto(pathIn(locale, `/order/${id}`));
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: t('shell.no_order.title') })).toBeVisible();
    await expect(page.getByText(t('shell.no_order.text'))).toBeVisible();
    await expect(page.locator('meta[name="robots"]').first()).toHaveAttribute('content', 'noindex');
  });

  test(`input is kept when the language changes, ${locale}`, async ({ page }) => {
    const other = locale === 'ru' ? 'en' : 'ru';
    const made = await makeOrder(TETHER_TO_ROUBLES, locale);
    await openOrder(page, made, locale);
    await pay(made.id, 'short');
    await expectStatus(page, locale, 'requote');
    const field = page.locator(`input[name="${(await readOrder(made)).refund_fields[0]?.key ?? ''}"]`);
    await field.fill('my half-typed address');
    await page
      .getByRole('navigation', { name: t('shell.language') })
      .getByRole('link', { name: other, exact: true })
      .click();
    await expect(page.locator('html')).toHaveAttribute('lang', other);
    await expect(field).toHaveValue('my half-typed address');
    expect(page.url()).not.toContain('typed');
    await page.reload();
    await untilRunning(page);
    await expect(field).toHaveValue('');
  });

  test(`no word is cut and no character is alone on a line at 320 px, ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 720 });
    for (const [pair, scenario] of [
      [RIPPLE_TO_ROUBLES, null],
      [TETHER_TO_ROUBLES, 'short'],
      [ROUBLES_TO_LITECOIN, 'over'],
    ] as const) {
      const made = await makeOrder(pair, locale);
      await openOrder(page, made, locale);
      if (scenario !== null) {
        await pay(made.id, scenario);
        await expectStatus(page, locale, 'requote');
      }
      expect(await badLines(page), `${pair.from} ${scenario ?? ''}`).toEqual([]);
    }
  });

  test(`the slip prints on one page, without the site around it, ${locale}`, async ({ page }) => {
    await openOrder(page, await makeOrder(RIPPLE_TO_ROUBLES, locale), locale);
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(headline(page, locale, 'awaiting_payment')).toBeVisible();
  });
}

test('with forced colours the completed steps differ from the next ones', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openOrder(page, await makeOrder(ROUBLES_TO_LITECOIN), 'ru');
  const bars = page.getByRole('list', { name: wordsOf('ru')('order.steps') }).locator('li > span:first-child');
  const colours = await bars.evaluateAll((all) => all.map((bar) => getComputedStyle(bar).backgroundColor));
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect([colours[0] === paper, colours[1] === paper]).toEqual([false, true]);
  expect(await bars.nth(1).evaluate((bar) => getComputedStyle(bar).borderTopWidth)).toBe('1px');
});

test("with forced colours the screen's main action is readable", async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openOrder(page, await makeOrder(ROUBLES_TO_LITECOIN), 'ru');
  const action = page.getByRole('button', { name: wordsOf('ru')('order.claim_payment'), exact: true });
  const looks = await action.evaluate((button) => {
    const { forcedColorAdjust, color, backgroundColor } = getComputedStyle(button);
    return { forcedColorAdjust, differs: color !== backgroundColor };
  });
  expect(looks).toEqual({ forcedColorAdjust: 'none', differs: true });
});

test("background pages leave the browser's connections to the visible one, and still update", async ({ page, context }) => {
  const made = await makeOrder(ROUBLES_TO_LITECOIN);
  await openOrder(page, made, 'ru');
  const aside = [];
  for (let tab = 0; tab < 6; tab += 1) {
    const one = await context.newPage();
    await one.addInitScript(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }));
    await openOrder(one, made, 'ru');
    aside.push(one);
  }
  await pay(made.id, 'exact');
  await expectStatus(page, 'ru', 'completed');
  await expect(aside[0] ?? page).toHaveTitle(new RegExp(wordsOf('ru')('status.completed.title')), { timeout: 30_000 });
  const secondPage = await context.newPage();
  await secondPage.goto('/terms', { timeout: 10_000 });
});

test('an order without a locked rate mentions none', async ({ page }) => {
  const t = wordsOf('ru');
  const made = await makeOrder(ROUBLES_TO_LITECOIN);
  await openOrder(page, made, 'ru');
  await expect(page.getByText(t('order.locked_until'))).toBeVisible();
  await pay(made.id, 'exact');
  await expectStatus(page, 'ru', 'completed');
  await expect(page.getByText(t('order.locked_until'))).toHaveCount(0);
});

test('"back" closes the cancellation dialog, and stays on the order', async ({ page }) => {
  const t = wordsOf('ru');
  const made = await makeOrder(ROUBLES_TO_LITECOIN);
  await openOrder(page, made, 'ru');
  const cancelButton = page.getByRole('button', { name: t('order.cancel'), exact: true });
  const question = page.getByRole('group', { name: t('order.cancel_question') });
  await cancelButton.click();
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toBeHidden();
  expect(new URL(page.url()).pathname).toBe(`/order/${made.id}`);
  const steps = await page.evaluate(() => history.length);
  await cancelButton.click();
  await question.getByRole('button', { name: t('order.cancel_no') }).click();
  await expect(question).toBeHidden();
  await cancelButton.click();
  await expect(question).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(steps);
});

test('a page opened while the cancellation dialog is shown is not left because of it', async ({ page }) => {
  const t = wordsOf('ru');
  await openOrder(page, await makeOrder(ROUBLES_TO_LITECOIN), 'ru');
  await page.getByRole('button', { name: t('order.cancel'), exact: true }).click();
  await expect(page.getByRole('group', { name: t('order.cancel_question') })).toBeVisible();
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: t('shell.footer.terms') })
    .click();
  const terms = page.getByRole('heading', { level: 1, name: t('shell.footer.terms') });
  await expect(terms).toBeVisible();
  // Otherwise navigation to the previous page would follow shortly
  await page.waitForTimeout(600);
  await expect(terms).toBeVisible();
});

test('a page that was suspended during a change shows it when it is visible again', async ({ page, context, guard }) => {
  guard.allow(/net::ERR_INTERNET_DISCONNECTED/);
  const made = await makeOrder(ROUBLES_TO_LITECOIN);
  await openOrder(page, made, 'ru');
  await context.setOffline(true);
  await pay(made.id, 'exact');
  await expect.poll(async () => (await readOrder(made)).status, { timeout: 15_000 }).toBe('completed');
  await context.setOffline(false);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expectStatus(page, 'ru', 'completed');
});

test('every countdown says what happens at its end, and the page follows', async ({ page }) => {
  const t = wordsOf('ru');
  const made = await makeOrder(ROUBLES_TO_LITECOIN);
  await openOrder(page, made, 'ru');
  await page.getByRole('button', { name: t('order.claim_payment'), exact: true }).click();
  await expectStatus(page, 'ru', 'payment_claimed');
  await expect(page.getByRole('timer')).toContainText(t('order.left_to_operator'));
  await control.endTime(made.id);
  await expectStatus(page, 'ru', 'moderation');
  await expect(page.getByRole('timer')).toContainText(t('order.left_to_hold'));
  await control.endTime(made.id);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('timer')).toContainText(t('order.over_to_hold'));
  expect((await readOrder(made)).status).toBe('moderation');
});

test('files at fixed addresses exist with the right types', async ({ request, page }) => {
  const security = await (await request.get('/.well-known/security.txt')).text();
  expect(Date.parse(/^Expires: (\S+)$/m.exec(security)?.[1] ?? '')).toBeGreaterThan(Date.now());
  expect(await (await request.get('/robots.txt')).text()).toMatch(/^Sitemap: http.*\/sitemap\.xml$/m);
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? '');
  expect(listed.length).toBeGreaterThan(100);
  expect(listed.filter((address) => /\/(?:order|receipt|office)/.test(address))).toEqual([]);
  expect((await request.get(listed.at(-1) ?? '')).status()).toBe(200);
  for (const path of ['/favicon.ico', '/apple-touch-icon.png']) {
    const picture = await request.get(path);
    expect(picture.headers()['content-type']).toBe('image/png');
  }
  await page.goto('/');
  const manifest = (await (await request.get((await page.locator('link[rel="manifest"]').getAttribute('href')) ?? '')).json()) as {
    readonly icons: readonly { readonly src: string }[];
  };
  for (const { src } of manifest.icons) expect((await request.get(src)).ok()).toBe(true);
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', await page.title());
  const card = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '';
  expect((await request.get(card)).headers()['content-type']).toBe('image/png');
  expect(JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')).toHaveProperty('@graph');
  await openOrder(page, await makeOrder(ROUBLES_TO_LITECOIN), 'ru');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('meta[property^="og:"], link[rel="canonical"], script[type="application/ld+json"]')).toHaveCount(0);
});
