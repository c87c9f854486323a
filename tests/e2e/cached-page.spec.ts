import { pairPath } from '#core/link/pair-path.ts';
import { exchangeForm } from './exchange-form.ts';
import { expectStatus, systemOf } from './order.ts';
import { expect, type Page, test } from './page-test.ts';
import { control } from './product.ts';

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
