import { storedJson } from '#server/platform/db/row.ts';
import * as z from 'zod/mini';
import { ORDER_STATUSES } from '#core/order/status.ts';
import { LOCALES } from '#core/locale.ts';
import { quoteFromJson, quoteToJson, type QuoteJson } from '#core/order/quote-json.ts';
import { REQUOTE_REASONS, REQUOTE_CHOICES, type FirstAgreement, type Order, type Requote, type RequoteOption } from '#core/order/order.ts';
import type { RefundFeeRule } from '#core/order/refund-rule.ts';
import type { Instant } from '#core/time.ts';

const RequoteOptionJson = z.object({
  choice: z.enum(REQUOTE_CHOICES),
  income_amount: z.string(),
  outcome_amount: z.string(),
  refund_amount: z.string(),
  missing_amount: z.string(),
  quote: z.nullable(storedJson<QuoteJson>()),
  expires_at: z.number(),
});
type RequoteOptionJson = z.output<typeof RequoteOptionJson>;

export const RequoteJson = z.object({
  reason: z.enum(REQUOTE_REASONS),
  received_amount: z.string(),
  held: z.boolean(),
  options: z.array(RequoteOptionJson),
  expires_at: z.number(),
});
export type RequoteJson = z.output<typeof RequoteJson>;

/** Format before requotes had choices: the offer is recalculated before it can be accepted. */
const LegacyRequoteJson = z.object({
  reason: z.enum(REQUOTE_REASONS),
  income_amount: z.string(),
});
type LegacyRequoteJson = z.output<typeof LegacyRequoteJson>;

const RefundTermsJson = z.object({ network: z.boolean(), fixed: z.string(), ppm: z.string(), cap_ppm: z.string() });

const refundRuleFromJson = (json: z.output<typeof RefundTermsJson>): RefundFeeRule => ({
  network: json.network,
  fixed: BigInt(json.fixed),
  ppm: BigInt(json.ppm),
  capPpm: BigInt(json.cap_ppm),
});

export const refundRuleToJson = (rule: RefundFeeRule): z.output<typeof RefundTermsJson> => ({
  network: rule.network,
  fixed: String(rule.fixed),
  ppm: String(rule.ppm),
  cap_ppm: String(rule.capPpm),
});

const FirstAgreementJson = z.object({
  income_amount: z.string(),
  outcome_amount: z.string(),
  quote: storedJson<QuoteJson>(),
  is_reopened: z.boolean(),
});

/** A row of `orders` without its sealed columns. */
export const OrderRow = z.object({
  id: z.string(),
  status: z.enum(ORDER_STATUSES),
  version: z.number(),
  user_id: z.nullable(z.string()),
  email: z.string(),
  locale: z.enum(LOCALES),
  income_code: z.string(),
  outcome_code: z.string(),
  income_wallet: z.string(),
  outcome_wallet: z.string(),
  income_amount: z.string(),
  outcome_amount: z.string(),
  asked_amount: z.string(),
  quote: storedJson<QuoteJson>(),
  rate_type: z.enum(['fixed', 'floating']),
  slot_id: z.nullable(z.string()),
  hold_id: z.nullable(z.string()),
  hold_amount: z.nullable(z.string()),
  requisites_reference: z.nullable(z.string()),
  confirmations: z.nullable(z.number()),
  required_confirmations: z.nullable(z.number()),
  received_amount: z.string(),
  credited_amount: z.string(),
  surplus_returned: z.string(),
  refund_fee: z.string(),
  refund_terms: z.nullable(RefundTermsJson),
  promised_minutes: z.nullable(z.number()),
  income_tx_hash: z.nullable(z.string()),
  outcome_tx_hash: z.nullable(z.string()),
  claim: z.nullable(
    z.object({
      invoice_id: z.nullable(z.string()),
      tx_hash: z.nullable(z.string()),
      at: z.number(),
    }),
  ),
  requote: z.nullable(z.union([RequoteJson, LegacyRequoteJson])),
  first_agreement: z.nullable(FirstAgreementJson),
  reason: z.nullable(z.string()),
  created_at: z.date(),
  status_changed_at: z.date(),
  expires_at: z.nullable(z.date()),
  rate_locked_until: z.nullable(z.date()),
  first_seen_at: z.nullable(z.date()),
  has_refund_destination: z.boolean(),
});
export type OrderRow = z.output<typeof OrderRow>;

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

const requoteFromJson = (json: RequoteJson | LegacyRequoteJson): Requote =>
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

const firstAgreementFromJson = (json: z.output<typeof FirstAgreementJson>): FirstAgreement => ({
  incomeAmount: BigInt(json.income_amount),
  outcomeAmount: BigInt(json.outcome_amount),
  quote: quoteFromJson(json.quote),
  isReopened: json.is_reopened,
});

export const firstAgreementToJson = (agreement: FirstAgreement): z.output<typeof FirstAgreementJson> => ({
  income_amount: String(agreement.incomeAmount),
  outcome_amount: String(agreement.outcomeAmount),
  quote: quoteToJson(agreement.quote),
  is_reopened: agreement.isReopened,
});

export const orderFromRow = (row: OrderRow): Order => ({
  id: row.id,
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
  askedAmount: BigInt(row.asked_amount),
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
  refundRule: row.refund_terms === null ? null : refundRuleFromJson(row.refund_terms),
  promisedMinutes: row.promised_minutes,
  refundFee: BigInt(row.refund_fee),
  incomeTxHash: row.income_tx_hash,
  outcomeTxHash: row.outcome_tx_hash,
  claim: row.claim === null ? null : { invoiceId: row.claim.invoice_id, txHash: row.claim.tx_hash, at: row.claim.at },
  requote: row.requote === null ? null : requoteFromJson(row.requote),
  firstAgreement: row.first_agreement === null ? null : firstAgreementFromJson(row.first_agreement),
  reason: row.reason,
  createdAt: row.created_at.getTime(),
  statusChangedAt: row.status_changed_at.getTime(),
  expiresAt: instant(row.expires_at),
  rateLockedUntil: instant(row.rate_locked_until),
  firstSeenAt: instant(row.first_seen_at),
  hasRefundDestination: row.has_refund_destination,
});
