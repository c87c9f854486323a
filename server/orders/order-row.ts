import { quoteFromJson, quoteToJson, type QuoteJson } from '#core/quote-json.ts';
import type { Order, Requote, RequoteChoice, RequoteOption, RequoteReason } from '#core/order/order.ts';
import type { OrderStatus } from '#core/order/status.ts';
import type { Locale } from '#core/payment-system/payment-system.ts';
import type { Instant } from '#core/time.ts';

interface RequoteOptionJson {
  readonly choice: RequoteChoice;
  readonly income_amount: string;
  readonly outcome_amount: string;
  readonly refund_amount: string;
  readonly missing_amount: string;
  readonly quote: QuoteJson | null;
  readonly expires_at: number;
}

export interface RequoteJson {
  readonly reason: RequoteReason;
  readonly received_amount: string;
  readonly held: boolean;
  readonly options: readonly RequoteOptionJson[];
  readonly expires_at: number;
}

/** What a row kept before there were choices: an offer that is calculated anew before anybody can take it. */
interface FormerRequoteJson {
  readonly reason: RequoteReason;
  readonly income_amount: string;
}

/** A row of `orders` without its sealed columns. */
export interface OrderRow {
  id: string;
  kind: 'exchange' | 'withdrawal';
  status: OrderStatus;
  version: number;
  user_id: string | null;
  email: string;
  locale: Locale;
  income_code: string;
  outcome_code: string;
  income_wallet: string;
  outcome_wallet: string;
  income_amount: string;
  outcome_amount: string;
  quote: QuoteJson;
  rate_type: 'fixed' | 'floating';
  slot_id: string | null;
  hold_id: string | null;
  hold_amount: string | null;
  requisites_reference: string | null;
  confirmations: number | null;
  required_confirmations: number | null;
  received_amount: string;
  credited_amount: string;
  surplus_returned: string;
  income_tx_hash: string | null;
  outcome_tx_hash: string | null;
  claim: { invoice_id: string | null; tx_hash: string | null; at: number } | null;
  requote: RequoteJson | FormerRequoteJson | null;
  reason: string | null;
  created_at: Date;
  status_changed_at: Date;
  expires_at: Date | null;
  rate_locked_until: Date | null;
  first_seen_at: Date | null;
  has_refund_destination: boolean;
}

const instant = (date: Date | null): Instant | null => (date === null ? null : date.getTime());

const optionFromJson = (json: RequoteOptionJson): RequoteOption => ({
  choice: json.choice,
  incomeAmount: BigInt(json.income_amount),
  outcomeAmount: BigInt(json.outcome_amount),
  refundAmount: BigInt(json.refund_amount),
  missingAmount: BigInt(json.missing_amount),
  quote: json.quote === null ? null : quoteFromJson(json.quote),
  expiresAt: json.expires_at,
});

const requoteFromJson = (json: RequoteJson | FormerRequoteJson): Requote =>
  'options' in json
    ? {
        reason: json.reason,
        receivedAmount: BigInt(json.received_amount),
        held: json.held,
        options: json.options.map(optionFromJson),
        expiresAt: json.expires_at,
      }
    : { reason: json.reason, receivedAmount: BigInt(json.income_amount), held: json.reason !== 'reopened', options: [], expiresAt: 0 };

const optionToJson = (option: RequoteOption): RequoteOptionJson => ({
  choice: option.choice,
  income_amount: String(option.incomeAmount),
  outcome_amount: String(option.outcomeAmount),
  refund_amount: String(option.refundAmount),
  missing_amount: String(option.missingAmount),
  quote: option.quote === null ? null : quoteToJson(option.quote),
  expires_at: option.expiresAt,
});

export const requoteToJson = (requote: Requote): RequoteJson => ({
  reason: requote.reason,
  received_amount: String(requote.receivedAmount),
  held: requote.held,
  options: requote.options.map(optionToJson),
  expires_at: requote.expiresAt,
});

/** Row -> order. */
export const orderFromRow = (row: OrderRow): Order => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  version: row.version,
  userId: row.user_id,
  email: row.email,
  locale: row.locale,
  incomeCode: row.income_code,
  outcomeCode: row.outcome_code,
  incomeWallet: row.income_wallet,
  outcomeWallet: row.outcome_wallet,
  incomeAmount: BigInt(row.income_amount),
  outcomeAmount: BigInt(row.outcome_amount),
  quote: quoteFromJson(row.quote),
  rateType: row.rate_type,
  slotId: row.slot_id,
  hold: row.hold_id === null || row.hold_amount === null ? null : { id: row.hold_id, amount: BigInt(row.hold_amount) },
  requisitesReference: row.requisites_reference,
  confirmations: row.confirmations,
  requiredConfirmations: row.required_confirmations,
  receivedAmount: BigInt(row.received_amount),
  creditedAmount: BigInt(row.credited_amount),
  surplusReturned: BigInt(row.surplus_returned),
  incomeTxHash: row.income_tx_hash,
  outcomeTxHash: row.outcome_tx_hash,
  claim: row.claim === null ? null : { invoiceId: row.claim.invoice_id, txHash: row.claim.tx_hash, at: row.claim.at },
  requote: row.requote === null ? null : requoteFromJson(row.requote),
  reason: row.reason,
  createdAt: row.created_at.getTime(),
  statusChangedAt: row.status_changed_at.getTime(),
  expiresAt: instant(row.expires_at),
  rateLockedUntil: instant(row.rate_locked_until),
  firstSeenAt: instant(row.first_seen_at),
  hasRefundDestination: row.has_refund_destination,
});
