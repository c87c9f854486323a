import { makeOrder, pay, readOrder } from './order.ts';
import { browserLocale, openProposal, signIn, proposalOf, proposalWith, rowOf } from './office-page.ts';
import { expect, test } from './page-test.ts';
import { CASHIER, OWNER } from './product.ts';
import { pattern, wordsOf } from './words.ts';

/** A payment system that no other test pays out. */
const SYSTEM = 'TRX';

test.describe('approval of payouts, ru', () => {
  const locale = 'ru';
  const t = wordsOf(locale);
  test.use({ viewport: { width: 1280, height: 800 } });

  test("a payout above its system's limit waits; a second operator approves, and it is sent automatically", async ({ openContext }) => {
    const owner = await signIn(await openContext({ locale: browserLocale(locale) }), OWNER);
    await owner.goto('/office/limits');
    await owner.getByRole('combobox', { name: t('limits.systems') }).selectOption(SYSTEM);
    await owner
      .getByRole('button', { name: t('limits.add'), exact: true })
      .first()
      .click();
    await owner.getByRole('group', { name: SYSTEM }).getByLabel(t('limits.first')).fill('1');
    await owner.getByRole('textbox', { name: t('limits.note') }).fill('на время проверки');
    await owner.getByRole('button', { name: t('limits.save'), exact: true }).click();
    await expect(owner.getByText(pattern(t, 'limits.set_by', ['who', 'at']))).toBeVisible();

    const made = await makeOrder({ from: 'SBERRUB', to: SYSTEM, amount: '9000' });
    await pay(made.id, 'exact');
    const cashier = await signIn(await openContext({ locale: browserLocale(locale) }), CASHIER);
    await cashier.goto('/office/approvals');
    const card = proposalOf(cashier, made.id);
    await openProposal(card);
    await expect(card.getByText(t('office.approval.kind.pay_out'))).toBeVisible();
    expect((await readOrder(made)).status).toBe('payout_pending');
    const why = t('office.detail_value.why.above_limit');
    await expect(card).toContainText(why);
    await expect(card.getByText(pattern(t, 'office.approvals.promised', ['at']))).toBeVisible();
    await owner.goto(`/office?view=all&q=${made.id}`);
    await expect(rowOf(owner, made.id)).toContainText(why);
    await owner.goto(`/office/orders/${made.id}`);
    await expect(owner.getByText(t('office.waits_why', { why }))).toBeVisible();
    // The rate as shown to the customer, with the market rate
    await expect(owner.getByText(/^1 TRX = [\d,]+ ₽/)).toBeVisible();
    await card.getByRole('button', { name: t('office.approvals.approve'), exact: true }).click();
    await expect.poll(async () => (await readOrder(made)).status, { timeout: 15_000 }).toBe('completed');
    await owner.reload();
    await expect(owner.getByText(t('office.status.completed'), { exact: true }).first()).toBeVisible();
    await expect(owner.getByText(t('office.waits_why', { why }))).toHaveCount(0);
  });

  test('a pending approval is shown in the form it was sent from, also after reopening, until it is withdrawn', async ({ openContext }) => {
    const owner = await signIn(await openContext({ locale: browserLocale(locale) }), OWNER);
    await owner.goto('/office/limits');
    const note = owner.getByRole('textbox', { name: t('limits.note') });
    const waits = owner.getByText(t('office.approvals.waits', { what: t('office.approval.kind.change_caps') }));
    const save = async () => {
      await owner.getByRole('textbox', { name: t('limits.treasury') }).fill('90000');
      await note.fill('на время проверки');
      await owner.getByRole('button', { name: t('limits.save'), exact: true }).click();
    };
    await expect(note).toBeVisible();
    await expect(waits).toHaveCount(0);
    await save();
    await expect(waits).toBeVisible();
    await owner.reload();
    await expect(waits).toBeVisible();
    await save();
    await expect(owner.getByRole('alert').filter({ hasText: t('refusals.detail.approval_waiting') })).toBeVisible();
    await waits.getByRole('link').click();
    const card = proposalWith(owner, t('office.approval.kind.change_caps'));
    await openProposal(card);
    await card.getByRole('button', { name: t('office.approvals.take_back'), exact: true }).click();
    await expect(card).toHaveCount(0);
    await owner.goto('/office/limits');
    await expect(note).toBeVisible();
    await expect(waits).toHaveCount(0);
  });
});
