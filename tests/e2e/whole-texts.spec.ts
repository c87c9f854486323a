import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { orderNumber } from '#core/order/number.ts';
import { exchangeForm } from './exchange-form.ts';
import { browserLocale, rowOf, signIn } from './office-page.ts';
import { makeOrder, pay, ROUBLES_TO_LITECOIN } from './order.ts';
import { expect, test } from './page-test.ts';
import { LOCALES, OWNER, productUrl } from './product.ts';
import { wordsOf } from './words.ts';

/** Texts whose content is wider than its box: cut, or broken inside a word. */
const cutTexts = (elements: Locator) =>
  elements.evaluateAll((all) => all.filter((node) => node.scrollWidth > node.clientWidth).map((node) => node.textContent ?? ''));

/** Words that continue on the next line, hyphens aside. */
const brokenWords = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all.flatMap((element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\d]+/gu)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (range.getClientRects().length > 1) found.push(word);
        }
      return found;
    }),
  );

for (const locale of LOCALES) {
  const t = wordsOf(locale);

  test(`system names of the board take at most two lines on a tablet, ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    const form = exchangeForm(page, locale);
    await form.open();
    const rows = page.getByRole('table', { name: t('exchange.departures.title') }).getByRole('row');
    await expect(rows).toHaveCount(9);
    const tall = await rows
      .getByRole('link')
      .evaluateAll((all) =>
        all.filter((name) => name.clientHeight > 45 || name.getClientRects().length > 2).map(({ textContent }) => textContent),
      );
    expect(tall).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768);
  });

  test(`the queue shows a deadline in days whole and no reason twice, ${locale}`, async ({ openContext }) => {
    const [short, declined] = [await makeOrder(ROUBLES_TO_LITECOIN, locale), await makeOrder(ROUBLES_TO_LITECOIN, locale)];
    await pay(short.id, 'short');
    await pay(declined.id, 'decline');
    const office = await signIn(await openContext({ locale: browserLocale(locale), viewport: { width: 1280, height: 900 } }), OWNER);
    await office.goto('/office?view=all');
    await expect(rowOf(office, short.id).getByText(t('office.status.requote'), { exact: true })).toBeVisible();
    expect(await cutTexts(rowOf(office, short.id).locator('.cell-left'))).toEqual([]);
    await expect(rowOf(office, declined.id).getByText(t('office.status.payment_failed'), { exact: true })).toHaveCount(1);
  });

  test(`the office keeps words whole on a phone and calls an order by its number in the chat, ${locale}`, async ({ openContext }) => {
    const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
    const customer = await openContext({ locale: browserLocale(locale) });
    const question = await customer.request.post('/api/v1/chat/messages', {
      headers: {
        'content-type': 'application/vnd.api+json',
        'idempotency-key': randomUUID(),
        origin: productUrl(),
        'order-token': made.token,
      },
      data: JSON.stringify({ text: 'Where is it?', order_id: made.id }),
    });
    expect(question.ok(), await question.text()).toBe(true);
    const office = await signIn(await openContext({ locale: browserLocale(locale), viewport: { width: 360, height: 780 } }), OWNER);
    await office.goto('/office/chat?list=all');
    const views = office.getByRole('group', { name: t('office_chat.which') }).getByRole('button');
    await expect(views).toHaveCount(5);
    expect(await brokenWords(views)).toEqual([]);
    await expect(office.getByText(t('office_chat.choose'))).toBeVisible();
    await expect(office.getByText(t('office_chat.choose_keys'))).toBeHidden();
    await office
      .getByRole('link')
      .filter({ hasText: orderNumber(made.id) })
      .click();
    await expect(office.getByRole('link', { name: t('office_chat.order', { id: orderNumber(made.id) }), exact: true })).toBeVisible();
    await office.goto('/office/settings');
    // The hours of a week: a line a day, in two columns
    const times = office.locator('.chat-day').getByRole('textbox');
    await expect(times).toHaveCount(14);
    const places = await times.evaluateAll((all) =>
      all.map((field) => field.getBoundingClientRect()).map(({ left, top }) => ({ left, top })),
    );
    expect(new Set(places.map(({ top }) => top)).size).toBe(7);
    expect(new Set(places.map(({ left }) => left)).size).toBe(2);
  });
}
