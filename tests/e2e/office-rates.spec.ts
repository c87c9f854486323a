import { browserLocale, openProposal, proposalWith, signIn } from './office-page.ts';
import { expect, type Page, test } from './page-test.ts';
import { OWNER, TREASURER } from './product.ts';
import { wordsOf } from './words.ts';

/** Directions that no other test uses. */
const INCOME = 'XRP';

type Cell = 'marginPpm' | 'minIncome' | 'incomeFeePpm';

const cell = (page: Page, row: number, name: Cell) => page.locator(`.rate-cell[data-row="${row}"][data-name="${name}"]`);

/** Pastes a block from a spreadsheet at the selected cell. */
const paste = async (page: Page, text: string) =>
  await page.getByRole('grid').evaluate((grid, block) => {
    const data = new DataTransfer();
    data.setData('text/plain', block);
    grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);

test('an owner edits margins like a spreadsheet, previews, applies and reverts them, and needs a second operator beyond the bands', async ({
  openContext,
}) => {
  const locale = 'ru';
  const t = wordsOf(locale);
  const page = await signIn(await openContext({ locale: browserLocale(locale) }), TREASURER);
  await page.goto(`/office/rates?q=${INCOME}+%3E+btc`);
  await expect(page.getByRole('grid', { name: t('rates.grid') })).toBeVisible();
  // Enter in the search reaches the grid
  await page.getByRole('searchbox', { name: t('rates.search') }).press('Enter');
  await expect(page.getByRole('grid', { name: t('rates.grid') })).toBeFocused();
  const margin = cell(page, 0, 'marginPpm');
  const was = (await margin.textContent()) ?? '';
  const press = async (key: string) => await page.getByRole('button', { name: t(key), exact: true }).click();
  const apply = async (note: string, key: string) => {
    await press('rates.check');
    await page.getByRole('textbox', { name: new RegExp(`^${t('rates.note')}`) }).fill(note);
    await press(key);
  };

  // An invalid value is refused; undo restores the former one
  await margin.click();
  await page.keyboard.type('abc');
  await page.keyboard.press('Enter');
  await expect(margin).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('button', { name: t('rates.check'), exact: true })).toBeDisabled();
  await page.keyboard.press('Control+KeyZ');
  await expect(margin).toHaveText(was);

  // A block with a comma and a dot, over two columns
  await margin.click();
  await paste(page, '1,75\t0.25\r\n');
  await expect(margin).toHaveText('1,75');
  await expect(cell(page, 0, 'incomeFeePpm')).toHaveText('0,25');
  await expect(page.getByRole('status').filter({ hasText: t('rates.pending', { count: 2 }) })).toBeVisible();

  // The preview, then the change
  await press('rates.check');
  await expect(page.getByText(t('rates.alone'))).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(2);
  // Rates before and after, in the same direction as customers read them
  await expect(page.getByRole('dialog').getByRole('cell', { name: /^1 BTC = [\d\s,]+ XRP/ })).toHaveCount(2);
  await page.keyboard.press('Escape');
  // Without a mouse: Ctrl+Enter in the reason applies
  await press('rates.check');
  await page.getByRole('textbox', { name: new RegExp(`^${t('rates.note')}`) }).fill('evening');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(t('rates.done.applied'))).toBeVisible();
  await expect(margin).toHaveText('1,75');
  await expect(page.getByRole('status').filter({ hasText: t('rates.nothing_pending') })).toBeVisible();

  // Reverted from the history with one press
  await page.goto('/office/changes');
  await page.getByRole('row').filter({ hasText: 'evening' }).getByRole('link').click();
  await expect(page.getByText('evening')).toBeVisible();
  await press('rates.roll_back');
  await press('rates.apply');
  await expect(page.getByText(t('rates.state.rolled_back'), { exact: true })).toBeVisible();
  await page.goto(`/office/rates?q=${INCOME}+%3E+btc`);
  await expect(margin).toHaveText(was);

  // Outside the bands the form warns before it is sent, and another operator approves
  await margin.click();
  await page.keyboard.type('-0,5');
  await page.keyboard.press('Enter');
  await press('rates.check');
  await expect(page.getByText(t('rates.needs_second'))).toBeVisible();
  await page.keyboard.press('Escape');
  await apply('below nothing', 'rates.propose');
  await expect(page.getByText(t('rates.done.waiting'))).toBeVisible();
  await expect(margin).toHaveText(was);
  const second = await signIn(await openContext({ locale: browserLocale(locale) }), OWNER);
  await second.goto('/office/approvals');
  const proposal = proposalWith(second, 'below nothing');
  await openProposal(proposal);
  // The field, the old and the new value with unit, and why it waits for approval
  await expect(proposal).toContainText(t('rates.guard.margin_below_zero', { value: '−0,5' }));
  await expect(proposal).toContainText(`${t('rates.column.marginPpm').replace(', %', '')}: ${was}\u00A0% › −0,5\u00A0%`);
  await proposal.getByRole('button', { name: t('office.approvals.approve'), exact: true }).click();
  await expect(proposal).toHaveCount(0);
  // The grid refreshes on its own interval
  await expect(margin).toHaveText('−0,5', { timeout: 30_000 });

  // Restores the settings for other tests
  await second.goto('/office/changes');
  await second.getByRole('row').filter({ hasText: 'below nothing' }).getByRole('link').click();
  await second.getByRole('button', { name: t('rates.roll_back'), exact: true }).click();
  await second.getByRole('button', { name: t('rates.apply'), exact: true }).click();
  await expect(second.getByText(t('rates.state.rolled_back'), { exact: true })).toBeVisible();
});
