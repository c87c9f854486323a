import type { Resource } from '#contract/document.ts';
import type { RateCalculationAttributes } from '#contract/public/rate-calculations.ts';
import { formatAmount } from '#core/money/amount.ts';
import { roundDownToPrecision } from '#core/money/decimals.ts';
import { toSignificant } from '#core/money/fraction.ts';
import { deviationPercent } from '#core/money/percent.ts';
import { promisedMinutes } from '#core/order/promise.ts';
import type { Quote } from '#core/order/quote.ts';
import type { RefundFeeRule } from '#core/order/refund-fee.ts';
import { requiresCardCheck } from '#core/payment-system/direction-rules.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { approvalsNeeded, worthUsd } from '#core/payout/payout-limits.ts';
import { breakdownOf } from '#core/pricing/breakdown.ts';
import type { DirectionPrice } from '#core/pricing/direction-price.ts';
import { limitsMeta, suggestionsMeta } from '#core/pricing/price.ts';
import { type Instant, MINUTE_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { presentRefundTerms, refundRuleOf } from '#server/payment-systems/refund-rule.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findSlotsOfPair } from '#server/slots/load-slots.ts';
import type { Calculation, SlotOffer } from './quotes.ts';

/** Whether a payout of this amount needs approval by people (domain 5, "first limit"); customers see this before they pay. */
export const needsApproval = ({ limits, quotes }: Pick<Deps, 'limits' | 'quotes'>, outcome: PaymentSystem, amount: bigint): boolean =>
  approvalsNeeded(limits.current(), outcome.code, worthUsd(amount, outcome.scale, quotes.usdOf(outcome.code))) > 0;

const RATE_DIGITS = 12;
/** Decimals of a per cent in parts per million. */
const PPM_SCALE_OF_PERCENT = 4;

const amountOrNull = (amount: bigint | null, scale: number): string | null => (amount === null ? null : formatAmount(amount, scale));

/** Whether a payout of this amount needs approval. */
type NeedsReview = (outcomeAmount: bigint) => boolean;

function presentSlot(price: DirectionPrice, offer: SlotOffer, needsReview: NeedsReview): RateCalculationAttributes['slots'][number] {
  const { slot } = offer;
  const { scale } = price.outcome;
  return {
    id: slot.id,
    kind: slot.kind,
    income_amount: amountOrNull(offer.incomeAmount, price.income.scale),
    outcome_amount: amountOrNull(offer.outcomeAmount, scale),
    min_outcome_amount: amountOrNull(slot.minOutcomeAmount, scale),
    max_outcome_amount: amountOrNull(slot.maxOutcomeAmount, scale),
    premium_percent: formatAmount(BigInt(slot.premiumPpm), PPM_SCALE_OF_PERCENT),
    eta_minutes: promisedMinutes(offer.etaMinutes, offer.outcomeAmount !== null && needsReview(offer.outcomeAmount)),
    median_minutes: offer.medianMinutes,
  };
}

const inverse = (rate: Quote['rate']): Quote['rate'] => ({ num: rate.den, den: rate.num });

/** Attributes of `rate_calculations` (contract 3). */
export function presentRate(
  calculation: Calculation,
  now: Instant,
  { refundRule, needsReview }: { readonly refundRule: RefundFeeRule; readonly needsReview: NeedsReview },
): RateCalculationAttributes {
  const { quote, price, limits } = calculation;
  const { income, outcome } = price;
  const meta = limitsMeta(price, limits);
  return {
    income_amount: formatAmount(quote.incomeAmount, income.scale),
    outcome_amount: formatAmount(quote.outcomeAmount, outcome.scale),
    rate: toSignificant(quote.rate, RATE_DIGITS),
    inverse_rate: toSignificant(inverse(quote.rate), RATE_DIGITS),
    rate_type: quote.rateType,
    reference_rate: toSignificant(quote.referenceRate, RATE_DIGITS),
    deviation_percent: deviationPercent(quote.rate, quote.referenceRate),
    fees: quote.fees.map((fee) => ({
      kind: fee.kind,
      side: fee.side,
      amount: formatAmount(fee.amount, price[fee.side].scale),
      currency_iso_code: price[fee.side].currency,
    })),
    breakdown: breakdownOf(price, { ...quote, reference: quote.referenceRate }).map(({ kind, amount }) => ({
      kind,
      amount: formatAmount(amount, outcome.scale),
      currency_iso_code: outcome.currency,
    })),
    ...meta,
    limit_reasons: { min: limits.minReason, max: limits.maxReason },
    suggestions: [...suggestionsMeta(price, calculation.suggestions)],
    reserve: formatAmount(roundDownToPrecision(calculation.reserve, outcome), outcome.scale),
    eta_minutes: promisedMinutes(calculation.etaMinutes, needsReview(quote.outcomeAmount)),
    median_minutes: calculation.medianMinutes,
    payment_minutes: Math.round(price.direction.paymentWindowMs / MINUTE_MS),
    needs_review: needsReview(quote.outcomeAmount),
    slots: calculation.slots.map((offer) => presentSlot(price, offer, needsReview)),
    slot_id: quote.slotId,
    refund_terms: presentRefundTerms(refundRule, income),
    asks_card:
      income.incomeFields.some(({ kind }) => kind === 'card') && requiresCardCheck(price.direction.verification, quote.incomeAmount),
    conditions: price.direction.conditions,
    is_demo: quote.isDemo,
    created_at: toRfc3339(quote.createdAt),
    expires_at: toRfc3339(quote.expiresAt),
    server_time: toRfc3339(now),
  };
}

type PresentDeps = Pick<Deps, 'quotes' | 'clock' | 'shop' | 'limits'>;

/** The resource of a calculation; its id is the quote that an order sends. */
export const presentResource = (deps: PresentDeps, calculation: Calculation): Resource<RateCalculationAttributes> => ({
  type: 'rate_calculations',
  id: deps.quotes.idOf(calculation.quote),
  attributes: presentRate(calculation, deps.clock.now(), {
    refundRule: refundRuleOf(deps, calculation.price.direction, calculation.price.income),
    needsReview: (outcomeAmount) => needsApproval(deps, calculation.price.outcome, outcomeAmount),
  }),
});

/** The resource of an existing quote with the pair's current slots, as `rate_changed` contains it. Null when there is no rate any more. */
export async function presentCalculation(
  deps: PresentDeps,
  db: Queryable,
  quote: Quote,
): Promise<Resource<RateCalculationAttributes> | null> {
  const calculation = deps.quotes.calculationOf(quote);
  if (!calculation) return null;
  const availableIds = new Set((await findSlotsOfPair(db, quote)).map((slot) => slot.id));
  return presentResource(deps, { ...calculation, slots: calculation.slots.filter(({ slot }) => availableIds.has(slot.id)) });
}
