import { col, type RowOf, rowType, sql } from '#server/platform/db/db.ts';
import * as z from 'zod/mini';
import { ORDER_STATUSES } from '#core/order/status.ts';
import { LOCALES } from '#core/locale.ts';
import { quoteFromJson, quoteToJson, type QuoteJson } from '#core/order/quote-json.ts';
import {
  REQUOTE_REASONS,
  REQUOTE_CHOICES,
  type FirstAgreement,
  type Order,
  type PaymentClaim,
  type Requote,
  type RequoteOption,
} from '#core/order/order.ts';
import type { RefundFeeRule } from '#core/order/refund-fee.ts';

const Quote: z.ZodMiniType<QuoteJson> = z.object({
  income_code: z.string(),
  outcome_code: z.string(),
  income_amount: z.string(),
  outcome_amount: z.string(),
  rate: z.string(),
  rate_type: z.enum(['fixed', 'floating']),
  reference_rate: z.string(),
  fees: z.array(
    z.object({ kind: z.enum(['service', 'fixed', 'network', 'slot']), side: z.enum(['income', 'outcome']), amount: z.string() }),
  ),
  slot_id: z.nullable(z.string()),
  snapshot_id: z.string(),
  is_demo: z.boolean(),
  created_at: z.number(),
  expires_at: z.number(),
});

const RequoteOptionJson = z.object({
  choice: z.enum(REQUOTE_CHOICES),
  income_amount: z.string(),
  outcome_amount: z.string(),
  refund_amount: z.string(),
  missing_amount: z.string(),
  quote: z.nullable(Quote),
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

const ClaimJson = z.object({ invoice_id: z.nullable(z.string()), tx_hash: z.nullable(z.string()), at: z.number() });
const claimFromJson = (json: z.output<typeof ClaimJson>): PaymentClaim => ({
  invoiceId: json.invoice_id,
  txHash: json.tx_hash,
  at: json.at,
});

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
  quote: Quote,
  is_reopened: z.boolean(),
});

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

/** The columns of `orders` that make an `Order`; sealed columns are read apart. */
export const OrderRow = rowType({
  id: col.text,
  status: col.oneOf(ORDER_STATUSES),
  version: col.number,
  userId: col.nullable(col.text),
  email: col.text,
  locale: col.oneOf(LOCALES),
  incomeCode: col.text,
  outcomeCode: col.text,
  incomeWallet: col.text,
  outcomeWallet: col.text,
  incomeAmount: col.amount,
  outcomeAmount: col.amount,
  askedAmount: col.computed(col.amount, sql`coalesce((requisites->>'amount')::numeric, income_amount)`),
  quote: col.map(col.json(Quote), quoteFromJson),
  rateType: col.oneOf(['fixed', 'floating']),
  slotId: col.nullable(col.text),
  holdId: col.nullable(col.text),
  holdAmount: col.nullable(col.amount),
  requisitesReference: col.nullable(col.text),
  confirmations: col.nullable(col.number),
  requiredConfirmations: col.nullable(col.number),
  receivedAmount: col.amount,
  creditedAmount: col.amount,
  surplusReturned: col.amount,
  refundRule: col.computed(col.nullable(col.map(col.json(RefundTermsJson), refundRuleFromJson)), sql`refund_terms`),
  promisedMinutes: col.nullable(col.number),
  refundFee: col.amount,
  incomeTxHash: col.nullable(col.text),
  outcomeTxHash: col.nullable(col.text),
  claim: col.nullable(col.map(col.json(ClaimJson), claimFromJson)),
  requote: col.nullable(col.map(col.json(z.union([RequoteJson, LegacyRequoteJson])), requoteFromJson)),
  firstAgreement: col.nullable(col.map(col.json(FirstAgreementJson), firstAgreementFromJson)),
  reason: col.nullable(col.text),
  createdAt: col.instant,
  statusChangedAt: col.instant,
  expiresAt: col.nullable(col.instant),
  rateLockedUntil: col.nullable(col.instant),
  firstSeenAt: col.nullable(col.instant),
  hasRefundDestination: col.computed(col.bool, sql`(income_requisites_masked <> '{}'::jsonb or returns_by_payment)`),
});

export const orderFromRow = ({ holdId, holdAmount, ...order }: RowOf<typeof OrderRow>): Order => ({
  ...order,
  hold: holdId === null || holdAmount === null ? null : { id: holdId, amount: holdAmount },
});
