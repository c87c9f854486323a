import { pairPath } from '#core/link/pair-path.ts';
import { exchangeForm } from './exchange-form.ts';
import { expectStatus, makeOrder, ROUBLES_TO_LITECOIN, systemOf } from './order.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { control } from './product.ts';
import { wordsOf } from './words.ts';

const PAIR = { from: 'USDTTRC20', to: 'TCSBRUB' };
const ADDRESS = `${pairPath(PAIR.from, PAIR.to)}?amount=250`;

const quoteIdIn = (page: Page) => page.locator('input[name=rate_calculation_id]').inputValue();

test('two guests with the same cached page can each order at its numbers, also after the market has moved', async ({ openContext }) => {
  await control.setMargin(PAIR, 5_000);
  const system = await systemOf(PAIR.to, 'ru');
  const guests = await Promise.all([1, 2].map(async () => (await openContext({ javaScriptEnabled: false })).newPage()));
  const answers = await Promise.all(guests.map((page) => page.goto(ADDRESS)));
  // A page rendered for one visitor is compressed with the response, at a higher level
  for (const answer of answers) expect((await answer?.allHeaders())?.['content-encoding']).toBe('gzip');
  const ids = await Promise.all(guests.map(quoteIdIn));
  expect(ids[0]).toMatch(/^[\w-]+\.[\w-]+$/);
  expect(ids[0]).not.toBe(ids[1]);
  const displayedAmount = await exchangeForm(guests[0] as Page, 'ru')
    .amount('outcome')
    .inputValue();
  // The new rate is worse for the customer: the displayed amount is valid only by the guest's own quote
  await control.setMargin(PAIR, 30_000);
  for (const page of guests) {
    const form = exchangeForm(page, 'ru');
    await expect(form.amount('outcome')).toHaveValue(displayedAmount);
    await form.field(system.outcome_fields[0]?.label ?? '').fill(system.outcome_fields[0]?.example ?? '');
    await form.email().fill('one-of-two@example.org');
    await form.terms().check();
    await form.submitButton().click();
    await expectStatus(page, 'ru', 'awaiting_payment');
    await expect(page.getByRole('main')).toContainText(displayedAmount.replace(/,.*$/, ''));
  }
});

test('home is served with the pair used last, in every tab, and a link that names another pair comes first', async ({ page, context }) => {
  const [ltc, sber, tcs] = await Promise.all(['LTC', 'SBERRUB', 'TCSBRUB'].map((id) => systemOf(id, 'ru')));
  if (!ltc || !sber || !tcs) throw new Error('the demo catalogue has these');
  const titleOf = (from: string, to: string) => wordsOf('ru')('exchange.title', { from, to });
  const servedHome = async () => (await (await context.request.get('/')).text()).replaceAll('<!-- -->', '');
  const form = exchangeForm(page, 'ru');
  await form.open();
  expect(await context.cookies()).not.toContainEqual(expect.objectContaining({ name: 'pair' }));
  await form.choose('income', ltc);
  await form.choose('outcome', tcs);
  await form.expectNumbers();
  await expect.poll(async () => (await context.cookies()).find(({ name }) => name === 'pair')?.value).toBe('ltc-tcsbrub');
  // The served document names it: nothing changes after the page is shown
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(titleOf(ltc.name, tcs.name));
  expect(await servedHome()).toContain(`<title>${wordsOf('ru')('exchange.page_title', { from: ltc.name, to: tcs.name })}`);
  await other.goto('/terms?cur_from=LTC&cur_to=SBERRUB&amount=3');
  await other.goto('/');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(titleOf(ltc.name, sber.name));
  await expect(exchangeForm(other, 'ru').amount('income')).toHaveValue('3');
});

test('an unpaid order is offered to be continued in every tab, until it ends', async ({ page, context }) => {
  const t = wordsOf('en');
  const { id, token, order } = await makeOrder(ROUBLES_TO_LITECOIN, 'en');
  await page.goto(`/en/order/${id}?token=${token}`);
  const other = await context.newPage();
  const linkOn = (tab: Page) => tab.getByRole('link', { name: t('exchange.continue_order', { number: order.number }) });
  for (const path of ['/en/exchange/btc-sberrub', '/en']) {
    await other.goto(path);
    await expect(linkOn(other)).toHaveAttribute('href', `/en/order/${id}`);
  }
  await untilRunning(other);
  await untilRunning(page);
  await page.getByRole('button', { name: t('order.cancel'), exact: true }).click();
  await page.getByRole('button', { name: t('order.cancel_yes') }).click();
  await expectStatus(page, 'en', 'cancelled');
  await expect(linkOn(other)).toHaveCount(0);
  await other.reload();
  await expect(linkOn(other)).toHaveCount(0);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('open_order');
});
