import { formatDecimal } from '#core/format/amount.ts';
import type { Locale } from '#core/locale.ts';
import { orderNumber } from '#core/order/number.ts';
import { browserLocale, openProposal, type Person, signIn, headingOf, proposalOf, proposalWith } from './office-page.ts';
import { callApi, makeOrder, type Made, pay, readOrder, ROUBLES_TO_LITECOIN, systemOf } from './order.ts';
import { expect, type Page, test } from './page-test.ts';
import { CASHIER, control, OWNER, TREASURER } from './product.ts';
import { pattern, wordsOf } from './words.ts';

type OpenContext = Parameters<Parameters<typeof test>[2]>[0]['openContext'];

/** The order page of one operator. */
async function atOrder(openContext: OpenContext, locale: Locale, seat: { readonly person: Person; readonly id: string }): Promise<Page> {
  const office = await signIn(await openContext({ locale: browserLocale(locale) }), seat.person);
  await office.goto(`/office/orders/${seat.id}`);
  await expect(headingOf(office, seat.id)).toBeVisible();
  return office;
}

/** A paid order whose provider answers its payout like this. */
async function paid(word: 'failed' | 'unknown'): Promise<Made> {
  const made = await makeOrder(ROUBLES_TO_LITECOIN);
  await control.sayOfPayouts(made.id, word);
  await pay(made.id, 'exact');
  return made;
}

/** An underpaid order; its customer wants a refund, and the provider refuses it. */
async function unrefunded(): Promise<Made> {
  const made = await makeOrder(ROUBLES_TO_LITECOIN);
  await control.sayOfPayouts(made.id, 'failed');
  await pay(made.id, 'short');
  await expect.poll(async () => (await readOrder(made)).status).toBe('requote');
  await callApi({
    method: 'POST',
    path: `/api/v1/orders/${made.id}/request_refund`,
    headers: { 'Order-Token': made.token },
    attributes: { refund_requisites: {} },
  });
  return made;
}

const statusOf = (made: Made) => expect.poll(async () => (await readOrder(made)).status, { timeout: 15_000 });

/** A time in the format of a date and time field, in the office's Moscow time. */
const moscow = (at: number): string => new Date(at + 3 * 3_600_000).toISOString().slice(0, 16);

/** Texts and buttons of the screens in one language. */
function deskIn(locale: Locale) {
  const t = wordsOf(locale);
  const formatted = (amount: string) => formatDecimal(amount, { locale });
  const region = (page: Page, key: string) => page.getByRole('region', { name: t(key), exact: true });
  const payouts = (page: Page) => region(page, 'office.order.payouts');
  const history = (page: Page) => region(page, 'office.order.timeline');
  const press = (part: ReturnType<Page['getByRole']>, key: string) => part.getByRole('button', { name: t(key), exact: true }).click();

  /** Takes the payout by hand, after a confirmation. */
  async function take(office: Page, purpose: 'payout' | 'refund'): Promise<void> {
    await press(payouts(office), `office.payout.take.${purpose}`);
    await expect(payouts(office).getByText(pattern(t, 'office.payout.take_effect', ['amount', 'place']))).toBeVisible();
    await press(payouts(office), `office.payout.take.${purpose}`);
    await expect(payouts(office).getByText(t('office.payout.taken_by', { who: CASHIER.email }))).toBeVisible();
  }
  return { t, shown: formatted, region, payouts, history, press, take };
}

test.describe('manual payouts, ru', () => {
  const locale = 'ru';
  const { t, shown, region, payouts, history, press, take } = deskIn(locale);
  test.use({ viewport: { width: 1280, height: 800 } });

  test('a failed payout is taken by hand, its requisites shown, and recorded as sent with evidence; the history shows all of it', async ({
    openContext,
  }) => {
    const made = await paid('failed');
    const office = await atOrder(openContext, locale, { person: CASHIER, id: made.id });
    await take(office, 'payout');
    const address = (await systemOf('LTC', locale)).outcome_fields[0]?.example ?? '';
    await expect(payouts(office)).not.toContainText(address);
    await press(payouts(office), 'office.payout.reveal');
    await expect(payouts(office)).toContainText(address);
    await expect(history(office)).toContainText(t('office.deed.requisites.view'));

    await press(payouts(office), 'office.payout.end.sent');
    const end = payouts(office).getByRole('button', { name: t('office.payout.end.sent'), exact: true });
    await payouts(office).getByLabel(t('office.payout.amount')).fill('0.00000001');
    await payouts(office).getByLabel(t('office.payout.reference.sent')).fill('bank-4711');
    await end.click();
    const note = payouts(office).getByLabel(t('office.order.note_required'));
    await expect(note).toHaveAccessibleDescription(t('refusals.detail.required'));
    await expect(note).toBeFocused();
    await note.fill('sent from the second wallet');
    await end.click();
    await expect(payouts(office).getByText(t('refusals.detail.payout_amount_differs'))).toBeVisible();
    await payouts(office).getByLabel(t('office.payout.amount')).fill(made.order.outcome_amount);
    await end.click();
    await statusOf(made).toBe('completed');
    await expect(payouts(office)).toContainText('bank-4711');
    const line = history(office)
      .getByRole('listitem')
      .filter({ hasText: t('office.deed.payout.end') });
    await expect(line).toContainText(shown(made.order.outcome_amount));
    await expect(line).toContainText(t('office.history.reference', { reference: 'bank-4711' }));
    await expect(line).toContainText('sent from the second wallet');
    await expect(line).toContainText(CASHIER.email);
  });

  test('a taken payout is returned, and is then sent automatically', async ({ openContext }) => {
    const made = await paid('failed');
    const office = await atOrder(openContext, locale, { person: CASHIER, id: made.id });
    await take(office, 'payout');
    await control.sayOfPayouts(made.id, null);
    await press(payouts(office), 'office.payout.give_back');
    await expect(payouts(office).getByText(pattern(t, 'office.payout.give_back_effect', ['amount', 'place']))).toBeVisible();
    await payouts(office).getByLabel(t('office.order.note_required')).fill('the bank is closed');
    await press(payouts(office), 'office.payout.give_back');
    await statusOf(made).toBe('completed');
    const line = history(office)
      .getByRole('listitem')
      .filter({ hasText: t('office.deed.payout.give_back') });
    await expect(line).toContainText('the bank is closed');
    await expect(payouts(office)).toContainText(t('office.payout.reason.given_back'));
  });

  test('a payout that its rail holds back during a pause says so, not that its result is unknown', async ({ openContext }) => {
    const made = await paid('unknown');
    const office = await signIn(await openContext({ locale: browserLocale(locale) }), CASHIER);
    await office.route(`**/api/office/v1/orders/${made.id}`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(/("state":"unknown"[^}]*"reason":)(null|"[^"]*")/g, '$1"payouts_paused"');
      await route.fulfill({ response, body });
    });
    await office.goto(`/office/orders/${made.id}`);
    await expect(payouts(office).getByText(t('office.payout.reason.payouts_paused'))).toBeVisible();
    await expect(payouts(office).getByText(t('office.order.payout_unknown'))).toHaveCount(0);
    // The page reads the order again all the time: an answer in progress must not outlive the test
    await office.unrouteAll({ behavior: 'wait' });
  });

  test("a payout with an unknown result is recorded as not sent on the provider's statement, and may be retried", async ({
    openContext,
  }) => {
    const made = await paid('unknown');
    const office = await atOrder(openContext, locale, { person: CASHIER, id: made.id });
    await expect(payouts(office).getByText(t('office.order.payout_unknown'))).toBeVisible();
    await expect(payouts(office).getByRole('button', { name: t('office.payout.take.payout') })).toHaveCount(0);
    await press(payouts(office), 'office.payout.end.not_sent');
    await payouts(office).getByLabel(t('office.payout.amount')).fill(made.order.outcome_amount);
    await payouts(office).getByLabel(t('office.payout.reference.not_sent')).fill('ticket 88-1');
    await payouts(office).getByLabel(t('office.order.note_required')).fill('they never had it');
    await press(payouts(office), 'office.payout.end.not_sent');
    const line = history(office)
      .getByRole('listitem')
      .filter({ hasText: t('office.deed.payout.end') });
    await expect(line).toContainText('ticket 88-1');
    await expect(line).toContainText('they never had it');
    await expect(payouts(office)).toContainText(t('office.payout.reason.operator'));
    await expect(region(office, 'office.order.actions').getByRole('button', { name: t('office.move.retry_payout') })).toBeVisible();
  });
});

test.describe('decisions of two operators, and views of one, en', () => {
  const locale = 'en';
  const { t, shown, region, payouts, history, press } = deskIn(locale);
  test.use({ viewport: { width: 360, height: 800 } });

  test('a failed refund is retried with one press', async ({ openContext }) => {
    const made = await unrefunded();
    const office = await atOrder(openContext, locale, { person: CASHIER, id: made.id });
    const retry = payouts(office).getByRole('button', { name: t('office.payout.retry_refund'), exact: true });
    await expect(retry).toBeVisible();
    await control.sayOfPayouts(made.id, null);
    await retry.click();
    await statusOf(made).toBe('refunded');
    await expect(history(office)).toContainText(t('office.deed.payout.retry_refund'));
    await expect(retry).toHaveCount(0);
  });

  test('a refund goes to another destination when one operator enters it and a second one approves it', async ({ openContext }) => {
    const made = await unrefunded();
    const office = await atOrder(openContext, locale, { person: CASHIER, id: made.id });
    await press(payouts(office), 'office.payout.set_destination');
    const card = payouts(office).getByLabel(t('office.detail.card_number'));
    await card.fill('2202 2000 0000 0009');
    await payouts(office).getByLabel(t('office.order.note_required')).fill('his card is closed, he called');
    await press(payouts(office), 'office.payout.set_destination');
    await expect(card).toHaveAttribute('aria-invalid', 'true');
    await card.fill('2200 0000 0000 0004');
    await press(payouts(office), 'office.payout.set_destination');
    await expect(payouts(office)).toContainText(t('office.payout.waits', { what: t('office.approval.kind.set_refund_destination') }));
    await expect(payouts(office).getByRole('link', { name: t('office.payout.look') })).toBeVisible();

    const second = await atOrder(openContext, locale, { person: TREASURER, id: made.id });
    await control.sayOfPayouts(made.id, null);
    await payouts(second)
      .getByRole('link', { name: t('office.payout.decide') })
      .click();
    const proposal = proposalOf(second, made.id);
    await openProposal(proposal);
    await expect(proposal).toContainText('his card is closed, he called');
    await expect(proposal).toContainText('0004');
    await expect(proposal).not.toContainText('2200000000000004');
    await expect(proposal).toContainText(t('office.detail.card_number'));
    await expect(proposal).not.toContainText('masked');
    await proposal.getByLabel(t('office.order.note')).fill('heard it too');
    await press(proposal, 'office.approvals.approve');
    await expect(proposal).toHaveCount(0);
    await statusOf(made).toBe('refunded');
    await expect(history(office)).toContainText(t('office.deed.approval.approve'));
    await expect(history(office)).toContainText(TREASURER.email);
  });

  test('an alarm links to its order and is closed with a reason', async ({ openContext }) => {
    const { id } = await makeOrder(ROUBLES_TO_LITECOIN);
    const office = await signIn(await openContext({ locale: browserLocale(locale) }), CASHIER);
    await control.alarm(id);
    await office.goto('/office/incidents');
    const alarm = office.getByRole('listitem').filter({ hasText: orderNumber(id) });
    await expect(alarm).toContainText(t('office.incident.kind.mail_undeliverable'));
    await expect(alarm.getByRole('link', { name: orderNumber(id) })).toHaveAttribute('href', `/office/orders/${id}`);
    await alarm.getByLabel(t('office.incidents.note')).fill('the address was mistyped, we called');
    await press(alarm, 'office.incidents.close');
    await expect(alarm).toHaveCount(0);
    await press(office.getByRole('group', { name: t('office.incidents.which') }), 'office.incidents.list.closed');
    await expect(alarm).toContainText('the address was mistyped, we called');
    await expect(alarm).toContainText(CASHIER.email);
  });

  test('a posting that needs two operators is posted when the second one approves', async ({ openContext }) => {
    const code = 'CARDKZT';
    const note = 'a new float';
    const treasurer = await signIn(await openContext({ locale: browserLocale(locale) }), TREASURER);
    await treasurer.goto('/office/reserves');
    await treasurer.getByRole('button', { name: new RegExp(`^${code}`) }).click();
    await treasurer.getByRole('textbox', { name: t('office.reserves.amount') }).fill('90000000');
    await treasurer.getByLabel(t('office.reserves.reason')).fill(note);
    await press(treasurer.getByRole('form', { name: t('office.reserves.form') }), 'office.reserves.propose');
    await expect(treasurer.getByText(pattern(t, 'office.reserves.proposed', ['code', 'amount']))).toBeVisible();

    const owner = await signIn(await openContext({ locale: browserLocale(locale) }), OWNER);
    await owner.goto('/office/approvals');
    const card = proposalWith(owner, note);
    await openProposal(card);
    await expect(card).toContainText(t('office.detail.change_percent'));
    await expect(card).toContainText(shown('90000000'));
    await press(card, 'office.approvals.approve');
    await expect(owner.getByText(t('office.approvals.said.approve'))).toBeVisible();
    await expect(card).toHaveCount(0);
    await press(owner.getByRole('group', { name: t('office.approvals.which') }), 'office.approvals.list.decided');
    await expect(card).toContainText(t('office.approvals.state.approved'));
    await treasurer.goto('/office/reserves');
    await expect(region(treasurer, 'office.reserves.written')).toContainText(note);
  });

  test("the customer's choice is shown to the operator with the same numbers", async ({ openContext }) => {
    const made = await makeOrder(ROUBLES_TO_LITECOIN);
    await pay(made.id, 'short');
    const office = await atOrder(openContext, locale, { person: CASHIER, id: made.id });
    const choices = region(office, 'office.requote.title');
    await expect(choices).toContainText(t('office.requote.reason.short'));
    const { requote } = await readOrder(made);
    const offered = requote?.options ?? [];
    expect(offered.map(({ choice }) => choice)).toEqual(['top_up', 'exchange_received', 'refund']);
    for (const { choice, outcome_amount: gets } of offered) {
      const line = choices.getByRole('listitem').filter({ hasText: t(`office.requote.choice.${choice}`) });
      await expect(line).toBeVisible();
      if (gets !== '0') await expect(line).toContainText(shown(gets));
    }
  });

  test('money that the rail will never report is recorded with its time, and the order is paid out', async ({ openContext }) => {
    const made = await makeOrder(ROUBLES_TO_LITECOIN);
    const office = await atOrder(openContext, locale, { person: CASHIER, id: made.id });
    const observation = region(office, 'office.observation.title');
    await observation.getByRole('button', { name: t('office.observation.open') }).click();
    await observation.getByLabel(t('office.observation.amount', { currency: 'RUB' })).fill('9 000,00');
    await expect(observation.getByText(pattern(t, 'office.observation.effect.agreed', ['seen', 'get', 'to']))).toBeVisible();
    await observation.getByLabel(t('office.observation.reference')).fill('40817-9');
    await observation.getByLabel(t('office.observation.seen_at')).fill(moscow(Date.now() - 60_000));
    await observation.getByLabel(t('office.observation.beyond_rail')).check();
    await observation.getByLabel(t('office.observation.note')).fill('came by post');
    await press(observation, 'office.observation.say');
    await statusOf(made).toBe('completed');
    const line = history(office)
      .getByRole('listitem')
      .filter({ hasText: t('office.deed.order.observation') });
    await expect(line).toContainText(shown('9000'));
    await expect(line).toContainText('40817-9');
    await expect(region(office, 'office.order.evidence')).toContainText('came by post');
  });
});
