import { makeOrder, openOrder } from './order.ts';
import { expect, type Page, test } from './page-test.ts';
import { LOCALES } from './product.ts';
import { pathIn } from './words.ts';

const NARROW = Array.from({ length: 11 }, (_, index) => 320 + index * 4);

/** Words of headings that are broken across two lines, hyphenated or not. */
const findBrokenWords = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const found: string[] = [];
    for (const heading of main.querySelectorAll('h1, h2, h3, legend:not(.sr-only)')) {
      const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const range = document.createRange();
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size > 1) found.push(word);
        }
      }
    }
    return found;
  });

async function brokenAtAnyWidth(page: Page): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const width of NARROW) {
    await page.setViewportSize({ width, height: 740 });
    broken.push(...(await findBrokenWords(page)).map((word) => `${width} px: ${word}`));
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) broken.push(`${width} px: ${over} px too wide`);
  }
  return broken;
}

for (const locale of LOCALES) {
  test(`${locale}: no word of a heading breaks on a narrow phone, hyphenated names included`, async ({ page }) => {
    for (const pair of ['usdttrc20-tcsbrub', 'tcsbrub-usdterc20', 'acrub-eth', 'sberrub-tcsbrub', 'acrub-tcsbrub']) {
      await page.goto(pathIn(locale, `/exchange/${pair}`));
      await expect(page.getByRole('heading', { level: 1 })).toContainText('-');
      expect(await brokenAtAnyWidth(page), pair).toEqual([]);
    }
    await openOrder(page, await makeOrder({ from: 'TCSBRUB', to: 'LTC', amount: '9000' }, locale), locale);
    expect(await brokenAtAnyWidth(page), 'an order').toEqual([]);
  });
}
