import type { DirectionAttributes } from '#contract/public/directions.ts';
import { formatAmount } from '#core/money/amount.ts';
import { roundDownToPrecision, pow10 } from '#core/money/decimals.ts';
import { type Fraction, toSignificant } from '#core/money/fraction.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { deviationPercent } from '#core/money/percent.ts';
import type { DirectionPrice } from '#core/pricing/direction-price.ts';
import { limitsOf } from '#core/pricing/limits.ts';
import { decimalText, type PlainDecimal } from '#core/pricing/plain-decimal.ts';
import { limitsMeta } from '#core/pricing/price.ts';
import { MINUTE_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { promisedMinutesOf } from '#server/rates/payout-time.ts';
import { presentRefundTerms, refundRuleOf } from '#server/payment-systems/refund-rule.ts';

export type DirectionDeps = Pick<Deps, 'catalogue' | 'quotes' | 'shop'>;

/** As in quotes. */
const RATE_DIGITS = 12;

const fractionOf = ({ digits, decimals }: PlainDecimal): Fraction => ({ num: digits, den: pow10(decimals) });

function presentPrice(deps: DirectionDeps, price: DirectionPrice): DirectionAttributes['price'] {
  const { income, outcome, direction, bands } = price;
  const snapshot = deps.quotes.snapshot();
  if (snapshot === undefined) return null;
  const limits = limitsOf(price, deps.catalogue.reserve(outcome.code), null);
  const rate = fractionOf(bands[0].rate);
  return {
    rate: decimalText(bands[0].rate),
    inverse_rate: toSignificant({ num: rate.den, den: rate.num }, RATE_DIGITS),
    reference_rate: toSignificant(price.reference, RATE_DIGITS),
    deviation_percent: deviationPercent(rate, price.reference),
    steps: bands
      .slice(1)
      .map((band) => ({ from_income_amount: formatAmount(band.fromIncome, income.scale), rate: decimalText(band.rate) })),
    income_fee: formatAmount(direction.incomeFeeFixed, income.scale),
    outcome_fee: formatAmount(direction.outcomeFeeFixed, outcome.scale),
    network_fee: formatAmount(price.networkFee, outcome.scale),
    ...limitsMeta(price, limits),
    limit_reasons: { min: limits.minReason, max: limits.maxReason },
    as_of: toRfc3339(snapshot.takenAt),
    is_demo: snapshot.isDemo,
  };
}

function cardAbove({ verification }: Direction, income: PaymentSystem): string | null {
  if (verification.rule === 'never' || !income.incomeFields.some(({ kind }) => kind === 'card')) return null;
  return formatAmount(verification.rule === 'always' ? 0n : verification.incomeAmount, income.scale);
}

/** The public attributes of a direction; undefined if one of its systems is hidden from customers. */
export function presentDirection(deps: DirectionDeps, direction: Direction): DirectionAttributes | undefined {
  const { incomeCode, outcomeCode } = direction;
  const [income, outcome] = [deps.catalogue.paymentSystem(incomeCode), deps.catalogue.paymentSystem(outcomeCode)];
  if (income === undefined || outcome === undefined) return undefined;
  const quoted = deps.quotes.priceOf(direction);
  const price = quoted.ok ? presentPrice(deps, quoted.value) : null;
  const isUnpriced = quoted.ok ? price === null : quoted.refusals.some(({ code }) => code === 'rate_unavailable');
  const times = deps.quotes.times();
  const pair = { incomeCode, outcomeCode, kind: 'custom' } as const;
  return {
    income_payment_system_id: incomeCode,
    outcome_payment_system_id: outcomeCode,
    state: price !== null ? 'open' : isUnpriced ? 'unpriced' : 'closed',
    rate_type: direction.rateType,
    price,
    reserve: formatAmount(roundDownToPrecision(deps.catalogue.reserve(outcomeCode), outcome), outcome.scale),
    eta_minutes: promisedMinutesOf(times, direction),
    median_minutes: times.of(pair),
    slow_minutes: times.slowOf(pair),
    payment_minutes: Math.round(direction.paymentWindowMs / MINUTE_MS),
    card_above: cardAbove(direction, income),
    conditions: direction.conditions,
    refund_terms: presentRefundTerms(refundRuleOf(deps, direction, income), income),
    denied_countries: [...direction.deniedCountries],
  };
}
