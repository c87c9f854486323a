import { randomUUID } from 'node:crypto';
import { browserLocale, openProposal, signIn, proposalOf } from './office-page.ts';
import { expectStatus, makeOrder, openOrder, pay, readOrder, ROUBLES_TO_LITECOIN } from './order.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, test } from './page-test.ts';
import { localesOf, OWNER } from './product.ts';
import { send } from './signed-calls.ts';
import { pattern, wordsOf } from './words.ts';

for (const locale of localesOf('ru')) {
  const t = wordsOf(locale);

  test(`money of a customer blacklisted after ordering: the deadline is shown, an operator decides, it is exchanged, ${locale}`, async ({
    page,
    openContext,
  }) => {
    const email = `held-${randomUUID().slice(0, 8)}@example.org`;
    const made = await makeOrder(ROUBLES_TO_LITECOIN, locale, email);
    const office = await signIn(await openContext({ locale: browserLocale(locale), viewport: { width: 1280, height: 900 } }), OWNER);
    const attributes = { kind: 'email', value: email, reason: 'stolen_data', note: 'the owner of the card has called' };
    await send(office.request, 'POST /api/office/v1/blacklist_entries', { type: 'blacklist_entries', attributes });

    await page.setViewportSize({ width: 360, height: 780 });
    await openOrder(page, made, locale);
    await pay(made.id, 'exact');
    await expectStatus(page, locale, 'compliance_hold');
    await expect(page.getByText(t('order.compliance'))).toBeVisible();
    await expect(page.getByText(pattern(t, 'order.compliance_until', ['at']))).toBeVisible();
    await expect(page.getByText(/the owner of the card/)).toHaveCount(0);
    expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);

    await office.goto(`/office/orders/${made.id}`);
    await expect(office.getByText(t('office.strip.why.compliance_hold'))).toBeVisible();
    await office.getByRole('button', { name: t('office.move.clear_compliance') }).click();
    await office.getByLabel(t('office.order.note_required')).fill('the card is his own, seen on a statement');
    expect([await violationsOf(office), await sidewaysOf(office)]).toEqual([[], 0]);
    await office.getByRole('button', { name: t('office.move.clear_compliance'), exact: true }).click();
    await expect.poll(async () => (await readOrder(made)).status, { timeout: 15_000 }).toBe('payout_pending');

    // It waits for a second check, which the open page reports
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('order.payout_look.title'), { timeout: 15_000 });
    await expect(page.getByText(pattern(t, 'order.compliance_until', ['at']))).toBeVisible();
    await expect(page.getByText(t('order.minutes_promised'))).toHaveCount(0);
    expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);

    await office.goto('/office/approvals');
    const card = proposalOf(office, made.id);
    await openProposal(card);
    await card.getByRole('button', { name: t('office.approvals.approve'), exact: true }).click();
    await expectStatus(page, locale, 'completed');
  });
}
