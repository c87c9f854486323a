import type { Fraction } from '#core/money/fraction.ts';
import { refusePair } from '#core/order/admission.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { prepareDirection, priceAt, referenceOf, type DirectionPrice, type PreparedDirection } from '#core/pricing/direction-price.ts';
import { isOpenAt, isSameTerms, pairKey, termsOf } from '#core/pricing/price-terms.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';
import type { RateBoard } from './load-rates.ts';
import type { Snapshot } from '#server/market/snapshot.ts';

/** A direction at the newest prices. */
export interface Board {
  readonly snapshot: Snapshot;
  readonly price: DirectionPrice;
}

const MOST_KEPT = 100_000;

interface Sides {
  readonly direction: Direction;
  readonly income: PaymentSystem;
  readonly outcome: PaymentSystem;
}

export interface PriceBoard {
  /** The price of an open direction; refuses at the side that is in the way. */
  open(incomeCode: string, outcomeCode: string, premiumPpm: number): Result<Board, 'direction_unavailable' | 'rate_unavailable'>;
  /** Whether `open` would give a price, without making one. */
  isOpen(incomeCode: string, outcomeCode: string): boolean;
  /** The same for a direction that may have been closed since: for money already received. */
  any(incomeCode: string, outcomeCode: string, premiumPpm: number): Board | undefined;
}

const FIELDS = { income: 'income_payment_system_id', outcome: 'outcome_payment_system_id' } as const;

/** Which member of the request is to blame for a direction that cannot be used (quality R14). */
function openSides(catalogue: Catalogue, incomeCode: string, outcomeCode: string): Result<Sides, 'direction_unavailable'> {
  const income = catalogue.paymentSystem(incomeCode);
  const outcome = catalogue.paymentSystem(outcomeCode);
  const direction = catalogue.direction(incomeCode, outcomeCode);
  const closing = catalogue.closing(incomeCode, outcomeCode);
  const refusal = refusePair({ income, outcome, direction, closing, fields: FIELDS });
  if (refusal === null && income && outcome && direction) return accept({ direction, income, outcome });
  return refuse(refusal ?? { code: 'direction_unavailable', field: FIELDS.outcome });
}

interface Kept {
  readonly prepared: PreparedDirection;
  /** The market prices that `price` was made at: the same objects for as long as they stay the same (`loadRates`). */
  readonly incomeUsd: Fraction;
  readonly outcomeUsd: Fraction;
  readonly price: DirectionPrice;
}

/** What was prepared before, where settings and conditions have not changed since. */
function preparedAgain(before: PreparedDirection | undefined, sides: Sides & { readonly premiumPpm: number }, snapshot: Snapshot) {
  const terms = termsOf(sides.direction, sides.outcome, snapshot.conditions);
  const isSame =
    before !== undefined &&
    before.direction === sides.direction &&
    before.income === sides.income &&
    before.outcome === sides.outcome &&
    isSameTerms(before.terms, terms);
  return isSame ? before : prepareDirection({ ...sides, terms });
}

/**
 * Prices of directions, made when first asked for and kept until their own market prices, settings or conditions change: a quote costs
 * a few multiplications. Everything but the settings comes from the snapshot, so that one snapshot means the same numbers everywhere.
 */
export function createPriceBoard(deps: { readonly catalogue: Catalogue; readonly rates: Pick<RateBoard, 'current'> }): PriceBoard {
  const { catalogue, rates } = deps;
  const kept = new Map<string, Kept>();

  function priceOf(snapshot: Snapshot, sides: Sides, premiumPpm: number): DirectionPrice | undefined {
    const incomeUsd = snapshot.prices.get(sides.income.marketSymbol);
    const outcomeUsd = snapshot.prices.get(sides.outcome.marketSymbol);
    if (!(incomeUsd && outcomeUsd)) return undefined;
    const key = `${pairKey(sides.direction)}>${premiumPpm}`;
    const before = kept.get(key);
    const prepared = preparedAgain(before?.prepared, { ...sides, premiumPpm }, snapshot);
    if (before && before.prepared === prepared && before.incomeUsd === incomeUsd && before.outcomeUsd === outcomeUsd) return before.price;
    const price = priceAt(prepared, referenceOf(incomeUsd, outcomeUsd));
    // Premiums of slots that are gone must not be kept for ever
    if (kept.size > MOST_KEPT) kept.clear();
    kept.set(key, { prepared, incomeUsd, outcomeUsd, price });
    return price;
  }

  return {
    open(incomeCode, outcomeCode, premiumPpm) {
      const sides = openSides(catalogue, incomeCode, outcomeCode);
      if (!sides.ok) return sides;
      const snapshot = rates.current();
      if (snapshot && !isOpenAt(sides.value.direction, snapshot.conditions))
        return refuse({ code: 'direction_unavailable', field: 'outcome_payment_system_id' });
      const price = snapshot && priceOf(snapshot, sides.value, premiumPpm);
      return snapshot && price ? accept({ snapshot, price }) : refuse({ code: 'rate_unavailable' });
    },
    isOpen(incomeCode, outcomeCode) {
      const sides = openSides(catalogue, incomeCode, outcomeCode);
      const snapshot = rates.current();
      if (!sides.ok || snapshot === undefined) return false;
      const { direction, income, outcome } = sides.value;
      const isPriced = snapshot.prices.has(income.marketSymbol) && snapshot.prices.has(outcome.marketSymbol);
      return isPriced && isOpenAt(direction, snapshot.conditions);
    },
    any(incomeCode, outcomeCode, premiumPpm) {
      const [income, outcome] = [catalogue.paymentSystem(incomeCode), catalogue.paymentSystem(outcomeCode)];
      const direction = catalogue.direction(incomeCode, outcomeCode);
      const snapshot = rates.current();
      const price = snapshot && income && outcome && direction && priceOf(snapshot, { direction, income, outcome }, premiumPpm);
      return snapshot && price ? { snapshot, price } : undefined;
    },
  };
}
