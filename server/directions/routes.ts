import { type DirectionAttributes, getDirection, listDirectionChanges, listDirections, listFees } from '#contract/public/directions.ts';
import { formatAmount } from '#core/money/amount.ts';
import { roundDownToPrecision } from '#core/money/decimals.ts';
import { toSignificant } from '#core/money/fraction.ts';
import { deviationPercent } from '#core/money/percent.ts';
import { closedSide } from '#core/order/admission.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { DirectionPrice } from '#core/pricing/direction-price.ts';
import { limitsOf } from '#core/pricing/limits.ts';
import { decimalText } from '#core/pricing/plain-decimal.ts';
import { limitsMeta } from '#core/pricing/price.ts';
import { accept, refuse } from '#core/result.ts';
import { MINUTE_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { presentRefundTerms, refundRuleOf } from '#server/payment-systems/refund-rule.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { firstRateOf } from './first-rate.ts';
import { listFeeRows } from './list-fees.ts';
import { exchangeTimeOf, presentTime } from '#server/rates/payout-time.ts';

const Row = rowType({ income_code: col.text, outcome_code: col.text, changed_at: col.nullable(col.timestamp) });

/** When the terms of each direction or of its payment systems last changed; null: unknown. */
async function findChanges(db: Queryable): Promise<ReadonlyMap<string, Date | null>> {
  const rows = await db.many(
    Row,
    sql`
    select income_code, outcome_code, greatest(direction.changed_at, income.changed_at, outcome.changed_at) as changed_at
    from directions direction
    join payment_systems income on income.code = income_code
    join payment_systems outcome on outcome.code = outcome_code`,
  );
  return new Map(rows.map((row) => [`${row.income_code}-${row.outcome_code}`, row.changed_at]));
}

type DirectionDeps = Pick<Deps, 'catalogue' | 'quotes' | 'shop'>;

/** As in quotes. */
const RATE_DIGITS = 12;

function presentPrice(deps: DirectionDeps, price: DirectionPrice): DirectionAttributes['price'] {
  const { income, outcome, direction, bands } = price;
  const snapshot = deps.quotes.snapshot();
  if (snapshot === undefined) return null;
  const limits = limitsOf(price, deps.catalogue.reserve(outcome.code), null);
  const rate = firstRateOf(price);
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
function presentDirection(deps: DirectionDeps, direction: Direction): DirectionAttributes | undefined {
  const { incomeCode, outcomeCode } = direction;
  const [income, outcome] = [deps.catalogue.paymentSystem(incomeCode), deps.catalogue.paymentSystem(outcomeCode)];
  if (income === undefined || outcome === undefined) return undefined;
  const quoted = deps.quotes.priceOf(direction);
  const price = quoted.ok ? presentPrice(deps, quoted.value) : null;
  const isUnpriced = quoted.ok ? price === null : quoted.refusals.some(({ code }) => code === 'rate_unavailable');
  const times = deps.quotes.times();
  return {
    income_payment_system_id: incomeCode,
    outcome_payment_system_id: outcomeCode,
    state: price !== null ? 'open' : isUnpriced ? 'unpriced' : 'closed',
    rate_type: direction.rateType,
    price,
    reserve: formatAmount(roundDownToPrecision(deps.catalogue.reserve(outcomeCode), outcome), outcome.scale),
    ...presentTime(exchangeTimeOf(times, direction)),
    slow_minutes: times.slowOf({ incomeCode, outcomeCode, kind: 'custom' }),
    payment_minutes: Math.round(direction.paymentWindowMs / MINUTE_MS),
    card_above: cardAbove(direction, income),
    conditions: direction.conditions,
    refund_terms: presentRefundTerms(refundRuleOf(deps, direction, income), income),
    denied_countries: [...direction.deniedCountries],
  };
}

type RouteDeps = Pick<Deps, 'db' | 'catalogue' | 'quotes' | 'shop'>;

const idOf = ({ incomeCode, outcomeCode }: Direction): string => `${incomeCode}-${outcomeCode}`;

/** `GET /api/v1/directions`: the terms of directions, from memory; only the dates of change are read from the database. */
export function directionRoutes(deps: RouteDeps): Route[] {
  const { catalogue } = deps;
  const resourceOf = (direction: Direction) => {
    const attributes = presentDirection(deps, direction);
    return attributes === undefined ? [] : [{ type: 'directions', id: idOf(direction), attributes }];
  };
  const isOpen = (direction: Direction): boolean =>
    closedSide({
      income: catalogue.paymentSystem(direction.incomeCode),
      outcome: catalogue.paymentSystem(direction.outcomeCode),
      direction,
    }) === null;
  return [
    route(getDirection, async ({ params: { income_payment_system_id: income, outcome_payment_system_id: outcome } }) => {
      const direction = catalogue.direction(income.toUpperCase(), outcome.toUpperCase());
      const [data] = direction === undefined ? [] : resourceOf(direction);
      return data === undefined ? refuse({ code: 'not_found' }) : accept({ data });
    }),
    route(listDirections, async ({ query: { payment_system_id: id } }) => {
      const code = id.toUpperCase();
      if (catalogue.paymentSystem(code) === undefined) return refuse({ code: 'not_found' });
      const directions = catalogue
        .directions()
        .filter((direction) => (direction.incomeCode === code || direction.outcomeCode === code) && isOpen(direction));
      return accept({ data: directions.flatMap(resourceOf) });
    }),
    route(listFees, async () => accept({ data: listFeeRows(deps, catalogue.directions().filter(isOpen)) })),
    route(listDirectionChanges, async () => {
      const changes = await findChanges(deps.db);
      return accept({
        data: catalogue
          .directions()
          .filter(isOpen)
          .map((direction) => {
            const changedAt = changes.get(idOf(direction)) ?? null;
            const { incomeCode: income_payment_system_id, outcomeCode: outcome_payment_system_id } = direction;
            const changed_at = changedAt === null ? null : toRfc3339(changedAt.getTime());
            return {
              type: 'direction_changes',
              id: idOf(direction),
              attributes: { income_payment_system_id, outcome_payment_system_id, changed_at },
            };
          }),
      });
    }),
  ];
}
