import { transactionUrl } from '#server/payment-systems/transaction-url.ts';
import { orderNumber } from '#core/order/number.ts';
import type { SideAttributes } from '#contract/office/shop/operator.ts';
import type { OfficeOrderAttributes, OfficeOrderRowAttributes } from '#contract/office/orders/order-attributes.ts';
import { type Attention, ATTENTIONS } from '#core/staff/attention.ts';
import { formatAmount } from '#core/money/amount.ts';
import { endingOf } from '#core/order/ending.ts';
import { toSignificant } from '#core/money/fraction.ts';
import type { Order } from '#core/order/order.ts';
import { surplusOf } from '#core/order/surplus.ts';
import { STATUS_GROUP } from '#core/order/status.ts';
import { payoutActions } from '#core/payout/payout.ts';
import type { Locale } from '#core/locale.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { RequisitesOffer } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import { reasonText } from '#server/orders/customer/shared-attributes.ts';
import { presentLease } from '#server/leases/lease.ts';
import type { ChequeRow } from '#server/cheques/list-cheques.ts';
import type { DepositRow, OfficeOrderRow, PayoutRow } from './store.ts';

const RATE_DIGITS = 12;

export interface View {
  readonly deps: Pick<Deps, 'catalogue' | 'rails' | 't'>;
  readonly locale: Locale;
  readonly operatorId: string;
  /** The operator may end, take and return payouts. */
  readonly mayHandlePayouts: boolean;
  readonly now: Instant;
}

const dateText = (at: Date | null): string | null => (at === null ? null : toRfc3339(at.getTime()));
const instantText = (at: Instant | null): string | null => (at === null ? null : toRfc3339(at));

function systemOf(view: View, code: string): PaymentSystem {
  const system = view.deps.catalogue.paymentSystem(code);
  // An order's payment systems are foreign keys: a missing one is a broken catalogue
  if (!system) throw new Error(`no payment system ${code}`);
  return system;
}

const sideOf = (view: View, system: PaymentSystem): SideAttributes => ({
  id: system.code,
  name: system.name[view.locale],
  currency_iso_code: system.currency,
  rail: system.rail,
});

/** Why this order needs a person; null if it does not. */
const attentionOf = (row: OfficeOrderRow): Attention | null => ATTENTIONS[row.attention_at] ?? null;

export function presentRow(view: View, row: OfficeOrderRow): OfficeOrderRowAttributes {
  const income = systemOf(view, row.income_code);
  const outcome = systemOf(view, row.outcome_code);
  return {
    number: orderNumber(row.id),
    status: row.status,
    status_group: STATUS_GROUP[row.status],
    version: row.version,
    kind: 'exchange',
    attention: attentionOf(row),
    ending: endingOf(row),
    waits_why: row.approval_reasons ?? (row.is_at_cap ? ['cap'] : []),
    email: row.email,
    income: sideOf(view, income),
    outcome: sideOf(view, outcome),
    income_amount: formatAmount(BigInt(row.income_amount), income.scale),
    outcome_amount: formatAmount(BigInt(row.outcome_amount), outcome.scale),
    received_amount: formatAmount(BigInt(row.received_amount), income.scale),
    payout_state: row.payout_state,
    created_at: toRfc3339(row.created_at.getTime()),
    status_changed_at: toRfc3339(row.status_changed_at.getTime()),
    expires_at: dateText(row.expires_at),
    due_at: dateText(row.due_at),
    lease: presentLease(row, view.operatorId, view.now),
    payout_holder: row.payout_holder && { holder: row.payout_holder.name, is_mine: row.payout_holder.user_id === view.operatorId },
  };
}

export function presentDeposit(view: View, row: DepositRow): OfficeOrderAttributes['deposits'][number] {
  const system = systemOf(view, row.payment_system_code);
  return {
    id: row.id,
    rail: row.rail,
    external_id: row.external_id,
    reference: row.reference,
    note: row.note,
    beyond_rail: row.beyond_rail,
    payment_system: sideOf(view, system),
    amount: formatAmount(BigInt(row.amount), system.scale),
    posted_amount: formatAmount(BigInt(row.posted_amount), system.scale),
    state: row.state,
    confirmations: row.confirmations,
    required_confirmations: row.required_confirmations,
    tx_hash: row.tx_hash,
    tx_url: row.tx_hash === null ? null : transactionUrl(view.deps, { system, hash: row.tx_hash, rail: row.rail }),
    first_seen_at: toRfc3339(row.first_seen_at.getTime()),
    posted_at: dateText(row.posted_at),
  };
}

export function presentPayout(view: View, row: PayoutRow): OfficeOrderAttributes['payouts'][number] {
  const system = systemOf(view, row.payment_system_code);
  return {
    id: row.id,
    purpose: row.purpose,
    attempt: row.attempt,
    rail: row.rail,
    payment_system: sideOf(view, system),
    amount: formatAmount(BigInt(row.amount), system.scale),
    state: row.state,
    external_id: row.external_id,
    tx_hash: row.tx_hash,
    tx_url: row.tx_hash === null ? null : transactionUrl(view.deps, { system, hash: row.tx_hash, rail: row.rail }),
    reason: row.reason,
    claimed_at: toRfc3339(row.claimed_at.getTime()),
    asked_at: dateText(row.asked_at),
    taken_by: row.taken_by_name,
    actions: view.mayHandlePayouts ? payoutActions(row.state, row.taken_by === view.operatorId) : [],
  };
}

export const presentCheque = (row: ChequeRow, url: string): OfficeOrderAttributes['cheques'][number] => ({
  id: row.id,
  size: row.size,
  created_at: toRfc3339(row.created_at.getTime()),
  url,
  also_on_orders: [...row.also_on],
});

export function presentRequisites(view: View, code: string, offer: RequisitesOffer | undefined): OfficeOrderAttributes['requisites'] {
  if (!offer) return null;
  return {
    kind: offer.kind,
    amount: formatAmount(offer.amount, systemOf(view, code).scale),
    fields: offer.fields.map((field) => ({ label: view.deps.t(view.locale, `requisites.${field.labelKey}`), value: field.value })),
    memo: offer.memo,
  };
}

/** The part of the detail that comes from the order alone. */
export function presentOrderFields(view: View, order: Order) {
  const outcome = systemOf(view, order.outcomeCode);
  return {
    locale: order.locale,
    is_guest: order.userId === null,
    rate: toSignificant(order.quote.rate, RATE_DIGITS),
    rate_type: order.rateType,
    reference_rate: toSignificant(order.quote.referenceRate, RATE_DIGITS),
    is_demo: order.quote.isDemo,
    rate_locked_until: instantText(order.rateLockedUntil),
    first_seen_at: instantText(order.firstSeenAt),
    confirmations: order.confirmations,
    required_confirmations: order.requiredConfirmations,
    held_amount: order.hold === null ? null : formatAmount(order.hold.amount, outcome.scale),
    claim:
      order.claim === null ? null : { at: instantText(order.claim.at), invoice_id: order.claim.invoiceId, tx_hash: order.claim.txHash },
    reason: reasonText(view.deps, order.reason, view.locale),
  };
}

/** An amount in the order's income payment system. */
export const presentIncome = (view: View, order: Order, minor: bigint): string =>
  formatAmount(minor, systemOf(view, order.incomeCode).scale);

/** The part of the received amount that the rail has reversed; null if none. */
export const presentTakenBack = (view: View, order: Order, reversed: bigint): string | null =>
  reversed === 0n ? null : presentIncome(view, order, reversed);

/** Surplus still to be returned; null if none. */
export function presentSurplus(view: View, order: Order): string | null {
  const surplus = surplusOf(order);
  return surplus === 0n ? null : formatAmount(surplus, systemOf(view, order.incomeCode).scale);
}
