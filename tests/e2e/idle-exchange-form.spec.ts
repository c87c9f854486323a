import { formatDecimal } from '#core/format/amount.ts';
import { exchangeForm } from './exchange-form.ts';
import { makeOrder, pay, readOrder } from './order.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { control } from './product.ts';
import { wordsOf } from './words.ts';

const t = wordsOf('ru');
/** Longer than a quote is valid. */
const QUOTE_LIFETIME_MS = 31_000;
const LONG_ASIDE_MS = 20 * 60_000;

interface Numbers {
  readonly income_amount: string;
  readonly outcome_amount: string;
}

/** Every calculation of the page, in the order of the responses. */
function listen(page: Page): { readonly last: () => Numbers | undefined; readonly count: () => number } {
  const seen: Numbers[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/rate_calculations/') || !response.ok()) return;
    void response
      .json()
      .then((body: { data: { attributes: Numbers } | null }) => (body.data === null ? undefined : seen.push(body.data.attributes)));
  });
  return { last: () => seen.at(-1), count: () => seen.length };
}

/** Puts the tab into the background and back, as far as a page can detect. */
async function setAside(page: Page, isAside: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (hidden ? 'hidden' : 'visible') });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isAside);
}

const digits = (text: string): string => text.replaceAll(/[^\d,]/g, '').replace(/,?0*$/, '');

/** No error, no emptied field, the button enabled, the numbers those of the API (quality R65). */
async function expectTrue(page: Page, numbers: Numbers | undefined): Promise<void> {
  const form = exchangeForm(page, 'ru');
  await form.expectNumbers();
  await expect(page.getByRole('alert')).toHaveCount(0);
  const displayedAmount = async (side: 'income' | 'outcome') => digits(await form.amount(side).inputValue());
  const expected = (amount: string | undefined) => digits(formatDecimal(amount ?? '', { locale: 'ru' }));
  await expect.poll(() => displayedAmount('income')).toBe(expected(numbers?.income_amount));
  await expect.poll(() => displayedAmount('outcome')).toBe(expected(numbers?.outcome_amount));
}

interface Opening {
  readonly name: string;
  readonly path: string;
  readonly pair: { readonly from: string; readonly to: string };
  readonly act?: (page: Page) => Promise<void>;
}

const slot = (kind: string) => async (page: Page) => {
  await page
    .getByRole('group', { name: t('exchange.slot.legend') })
    .getByRole('radio', { name: new RegExp(`^${t(`exchange.slot.${kind}`)}`) })
    .last()
    .check();
};
const limit = (key: string) => async (page: Page) => {
  const tray = page.getByRole('group', { name: t('exchange.income.legend') });
  await tray.getByRole('button', { name: new RegExp(`^${t(key, { amount: '' }).trim()}`) }).click();
};
const HOME = { from: 'USDTTRC20', to: 'SBERRUB' };

const OPENINGS: readonly Opening[] = [
  { name: 'the opening page', path: '/', pair: HOME },
  { name: 'an express slot of choice', path: '/exchange/btc-sbprub', pair: { from: 'BTC', to: 'SBPRUB' }, act: slot('express') },
  {
    name: 'an accelerated slot',
    path: '/exchange/usdttrc20-tcsbrub',
    pair: { from: 'USDTTRC20', to: 'TCSBRUB' },
    act: slot('accelerated'),
  },
  { name: 'the ordinary slot', path: '/exchange/sberrub-usdttrc20', pair: { from: 'SBERRUB', to: 'USDTTRC20' }, act: slot('custom') },
  { name: 'a pair without slots', path: '/exchange/eth-cardrub', pair: { from: 'ETH', to: 'CARDRUB' } },
  { name: 'the least of a pair', path: '/exchange/xmr-sbprub', pair: { from: 'XMR', to: 'SBPRUB' }, act: limit('exchange.from_limit') },
  { name: 'the most of a pair', path: '/exchange/trx-sberrub', pair: { from: 'TRX', to: 'SBERRUB' }, act: limit('exchange.to_limit') },
];

for (const { name, path, pair, act } of OPENINGS) {
  test(`idle for two refreshes, visible and in the background: ${name}`, async ({ page }) => {
    await control.setMargin(pair, 10_000);
    await page.clock.install();
    const requests = listen(page);
    const form = exchangeForm(page, 'ru');
    await page.goto(path);
    await untilRunning(page);
    await act?.(page);
    await form.expectNumbers();
    // The market moves in both directions
    for (const marginPpm of [25_000, 4_000]) {
      await control.setMargin(pair, marginPpm);
      const before = requests.count();
      await page.clock.fastForward(QUOTE_LIFETIME_MS);
      await expect.poll(requests.count).toBeGreaterThan(before);
      await expectTrue(page, requests.last());
    }
    await setAside(page, true);
    for (const marginPpm of [25_000, 4_000]) {
      await control.setMargin(pair, marginPpm);
      const before = requests.count();
      await page.clock.fastForward(QUOTE_LIFETIME_MS);
      await expect.poll(requests.count).toBeGreaterThan(before);
      await expectTrue(page, requests.last());
    }
    await page.clock.fastForward(LONG_ASIDE_MS);
    await control.setMargin(pair, 15_000);
    const before = requests.count();
    await setAside(page, false);
    await expect.poll(requests.count).toBeGreaterThan(before);
    await expectTrue(page, requests.last());
  });
}

test('two minutes next to others who exchange ordinary amounts: the row of slots stays, and no one takes the ordinary slot', async ({
  page,
}) => {
  await page.clock.install();
  const requests = listen(page);
  const form = exchangeForm(page, 'ru');
  await form.open('/exchange/sberrub-usdttrc20');
  await form.amount('outcome').fill('120');
  await form.expectNumbers();
  const row = page.getByRole('group', { name: t('exchange.slot.legend') }).getByRole('radio');
  // Compares the kinds of slots, not their style: a form without an ordinary slot shows a choice that looks like one
  const slots = async () => await row.evaluateAll((all) => all.map((radio) => radio.getAttribute('value')));
  const before = await slots();
  const ordinary = row.and(page.getByRole('radio', { name: new RegExp(`^${t('exchange.slot.custom')}`), checked: true }));
  await expect(ordinary).toHaveValue(/./);
  for (let refresh = 0; refresh < 4; refresh++) {
    const made = await makeOrder({ from: 'SBERRUB', to: 'USDTTRC20', amount: '12000', slot: 'fitting' });
    await pay(made.id, 'exact');
    await expect.poll(async () => (await readOrder(made)).status, { timeout: 15_000 }).toBe('completed');
    const requestCount = requests.count();
    await page.clock.fastForward(QUOTE_LIFETIME_MS);
    await expect.poll(requests.count).toBeGreaterThan(requestCount);
    await expectTrue(page, requests.last());
    expect(await slots()).toEqual(before);
    await expect(ordinary).toBeVisible();
  }
});
