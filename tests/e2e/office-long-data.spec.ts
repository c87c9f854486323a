import * as z from 'zod/mini';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { EXAMPLE_ID, exampleOf, type Schema } from '#contract/example-of.ts';
import { browserLocale, signIn } from './office-page.ts';
import { expect, type Page, test } from './page-test.ts';
import { LOCALES, OWNER } from './product.ts';

/** The boards of the office. */
const BOARDS: readonly string[] = [
  '',
  'reserve-requests?state=all',
  'notices',
  'texts',
  'figures/orders',
  'changes',
  'systems',
  'directions',
  'slots',
  'customers',
  'withdrawals?list=all',
  'earnings',
  'partners',
  'content',
];
/** Number of invented rows of an empty list; each takes the next value of every closed list. */
const MADE_UP = 8;
/** An address, a page or a code of ours: longer values do not occur. */
const LONG: readonly (readonly [RegExp, string])[] = [
  [/email$/, 'a-very-long-name-of-a-customer@example-company.org'],
  [/^(?:name|.*_name|holder|author|actor|operator|.*_by|worker)$/, 'Константин Вознесенский-Задунайский'],
  [/^(?:note|reason|last_error|bank|issuing_bank)$/, 'Акционерное общество «Коммерческий банк внешней торговли»'],
  [/^(?:(?:.*_)?payment_system(?:_.*)?_id|code|wallet)$/, 'USDTTRC20'],
  [/^url$/, 'https://a-very-long-name-of-a-server.partner-company.example.org/notices'],
  [/^ip$/, '2001:0db8:85a3:0000:0000:8a2e:0370:7334'],
];
const AMOUNT = /amount|_usd$|^(?:free|paid|given|got|available|treasury|held|buffer|unearned|in_transit|reserve|share|volume|earned)$/;
/** Attributes that an example recognises by name. */
const TIME = /^(?:from|to)$/;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** The same response with the longest possible value of each attribute. */
function lengthened(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => lengthened(one, key));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, lengthened(one, name)]));
  if (typeof value !== 'string') return value;
  if (TIME.test(key) && value === key) return '2026-11-22T09:00:00.000Z';
  if (AMOUNT.test(key) && (DECIMAL.test(value) || value === key.replaceAll('_', ' '))) return '123456789012.34';
  return LONG.find(([shape]) => shape.test(key))?.[1] ?? value;
}

/** A schema whose closed lists contain only the value of this row. */
function turned(schema: unknown, turn: number): unknown {
  if (Array.isArray(schema)) return schema.map((one) => turned(one, turn));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { enum: words, ...others } = schema as { readonly enum?: readonly unknown[] };
  const rest = Object.fromEntries(Object.entries(others).map(([key, one]) => [key, turned(one, turn)]));
  return words === undefined ? rest : { ...rest, enum: [words[turn % words.length]] };
}

type Listed = Endpoint & { readonly reply: Extract<Endpoint['reply'], { readonly kind: 'collection' }> };
const isListed = (endpoint: Endpoint): endpoint is Listed =>
  endpoint.method === 'GET' && endpoint.path.startsWith('/api/office/v1/') && endpoint.reply.kind === 'collection';

function rowsOf({ reply }: Listed): object[] {
  const schema = z.toJSONSchema(reply.attributes, { unrepresentable: 'any' });
  return Array.from({ length: MADE_UP }, (_, turn) => ({
    type: reply.type,
    id: `${EXAMPLE_ID}${turn}`,
    attributes: exampleOf(turned(schema, turn) as Schema, { for: 'answer', components: {} }),
  }));
}

/** Answers every list of the office with long data; empty lists get invented rows. */
async function lengthen(page: Page): Promise<void> {
  for (const endpoint of ALL_ENDPOINTS.filter(isListed)) {
    const shape = new RegExp(`${endpoint.path.replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`);
    await page.route(shape, async (route) => {
      if (route.request().method() !== 'GET') return await route.fallback();
      const response = await route.fetch();
      const document = (await response.json()) as { readonly data?: readonly { readonly attributes: object }[] };
      if (document.data === undefined) return await route.fulfill({ response });
      const rows = document.data.length === 0 ? (rowsOf(endpoint) as { readonly attributes: object }[]) : document.data;
      const data = rows.map((row) => ({ ...row, attributes: lengthened(row.attributes) }));
      return await route.fulfill({ response, json: { ...document, data } });
    });
  }
}

/** Tables wider than the page, with the difference in pixels; scrollable containers are allowed. */
const overOf = (page: Page) =>
  page.evaluate(() => {
    const sheet = document.querySelector('.page');
    if (sheet === null) return ['no page'];
    const edge = sheet.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(sheet).paddingRight);
    const isScrolled = (table: Element) => {
      let place = table.parentElement;
      while (place !== null && place !== sheet && !/auto|scroll|hidden/.test(getComputedStyle(place).overflowX))
        place = place.parentElement;
      return place !== sheet;
    };
    return [...sheet.querySelectorAll('table')].flatMap((table) => {
      const over = Math.round(table.getBoundingClientRect().right - edge);
      return over > 0 && table.checkVisibility() && !isScrolled(table)
        ? [`${table.caption?.textContent ?? table.className}: ${over} px over`]
        : [];
    });
  });

for (const locale of LOCALES) {
  test(`office tables fit the page with the longest possible data, ${locale}`, async ({ openContext }) => {
    test.setTimeout(480_000);
    const page = await signIn(await openContext({ locale: browserLocale(locale) }), OWNER);
    await page.setViewportSize({ width: 1280, height: 800 });
    await lengthen(page);
    const found: string[] = [];
    // A screen opened by its address is rendered inside the office's frame while it loads
    page.on('console', (message) => message.text().includes('HydrateFallback') && found.push(message.text()));
    for (const path of BOARDS) {
      await page.goto(`/office/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.loading, .list-skeleton')).toHaveCount(0);
      await expect(page.getByRole('table').first(), path).toBeVisible();
      for (const over of await overOf(page)) found.push(`${path}: ${over}`);
    }
    expect(found).toEqual([]);
  });
}
