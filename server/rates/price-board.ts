import type { DirectionSides } from './quotes.ts';
import { compare, type Fraction } from '#core/money/fraction.ts';
import { refusePair } from '#core/order/admission.ts';
import { type DirectionPrice, type PreparedDirection, prepareDirection, priceAt, referenceOf } from '#core/pricing/direction-price.ts';
import { isOpenAt, isSameTerms, pairKey, termsOf } from '#core/pricing/price-terms.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { RATES_CHANGED, type Snapshot } from '#server/market/snapshot.ts';
import { findNewestSnapshot } from '#server/market/queries.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';
import { keepFresh } from '#server/platform/live.ts';

/** Older prices are not used: directions close instead. */
export const STALE_MS = 30 * SECOND_MS;

export interface RateBoard {
  /** The newest prices; undefined when none is younger than `STALE_MS`. */
  current(): Snapshot | undefined;
  /** Called when prices change; returns the unsubscribe function. */
  onPrices(listener: () => void): () => void;
  refresh(): Promise<void>;
  start(): Promise<void>;
  stop(): void;
}

/** Keeps the objects of unchanged prices, so that values derived from them stay cached (`price-board.ts`, `rate-lines.ts`). */
const reuseUnchanged = (before: Snapshot['prices'] | undefined, now: Snapshot['prices']): Snapshot['prices'] =>
  new Map(
    Array.from(now, ([symbol, usd]) => {
      const previous = before?.get(symbol);
      return [symbol, previous !== undefined && compare(previous, usd) === 0 ? previous : usd];
    }),
  );

/** The newest market prices in the memory of every process. */
export function loadRates(deps: Pick<Deps, 'db' | 'clock' | 'live' | 'log'>): RateBoard {
  let newest: Snapshot | undefined;
  const listeners = new Set<() => void>();
  const refresh = async () => {
    const snapshot = await findNewestSnapshot(deps.db);
    if (!snapshot || snapshot.id === newest?.id) return;
    newest = { ...snapshot, prices: reuseUnchanged(newest?.prices, snapshot.prices) };
    for (const listener of listeners) listener();
  };
  return {
    current: () => (newest && deps.clock.now() - newest.takenAt <= STALE_MS ? newest : undefined),
    refresh,
    onPrices(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...keepFresh(deps, RATES_CHANGED, refresh),
  };
}

/** The price of a direction in the newest snapshot. */
export interface PricedDirection {
  readonly snapshot: Snapshot;
  readonly price: DirectionPrice;
}

const MAX_CACHED = 100_000;

export interface PriceBoard {
  /** The price of an open direction; a refusal names the side at fault. */
  priceOf(
    incomeCode: string,
    outcomeCode: string,
    premiumPpm: number,
  ): Result<PricedDirection, 'direction_unavailable' | 'rate_unavailable'>;
  /** Whether `priceOf` would succeed, without computing the price. */
  isOpen(incomeCode: string, outcomeCode: string): boolean;
  /** The price of a direction that may be closed, for money already received; undefined without a market price. */
  priceEvenIfClosed(incomeCode: string, outcomeCode: string, premiumPpm: number): PricedDirection | undefined;
}

/** Request fields of the two sides of a pair. */
export const PAIR_FIELDS = { income: 'income_payment_system_id', outcome: 'outcome_payment_system_id' } as const;

/** Finds both sides of an open direction; a refusal names the field at fault (quality R14). */
function openSides(catalogue: Catalogue, incomeCode: string, outcomeCode: string): Result<DirectionSides, 'direction_unavailable'> {
  const income = catalogue.paymentSystem(incomeCode);
  const outcome = catalogue.paymentSystem(outcomeCode);
  const direction = catalogue.direction(incomeCode, outcomeCode);
  const closing = catalogue.closing(incomeCode, outcomeCode);
  const refusal = refusePair({ income, outcome, direction, closing, fields: PAIR_FIELDS });
  if (refusal === null && income && outcome && direction) return accept({ direction, income, outcome });
  return refuse(refusal ?? { code: 'direction_unavailable', field: PAIR_FIELDS.outcome });
}

interface CachedPrice {
  readonly prepared: PreparedDirection;
  /** Market prices that `price` was computed from; unchanged prices keep their objects (`loadRates`). */
  readonly incomeUsd: Fraction;
  readonly outcomeUsd: Fraction;
  readonly price: DirectionPrice;
}

/** The cached preparation where settings and conditions are unchanged, else a new one. */
function reuseOrPrepare(
  before: PreparedDirection | undefined,
  sides: DirectionSides & { readonly premiumPpm: number },
  snapshot: Snapshot,
) {
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
 * Prices of directions, cached until their market prices, settings or conditions change. Everything except the settings comes from the
 * snapshot, so one snapshot gives the same numbers in all processes.
 */
export function createPriceBoard(deps: { readonly catalogue: Catalogue; readonly rates: Pick<RateBoard, 'current'> }): PriceBoard {
  const { catalogue, rates } = deps;
  const cache = new Map<string, CachedPrice>();

  function cachedPrice(snapshot: Snapshot, sides: DirectionSides, premiumPpm: number): DirectionPrice | undefined {
    const incomeUsd = snapshot.prices.get(sides.income.marketSymbol);
    const outcomeUsd = snapshot.prices.get(sides.outcome.marketSymbol);
    if (!(incomeUsd && outcomeUsd)) return undefined;
    const key = `${pairKey(sides.direction)}>${premiumPpm}`;
    const cached = cache.get(key);
    const prepared = reuseOrPrepare(cached?.prepared, { ...sides, premiumPpm }, snapshot);
    if (cached && cached.prepared === prepared && cached.incomeUsd === incomeUsd && cached.outcomeUsd === outcomeUsd) return cached.price;
    const price = priceAt(prepared, referenceOf(incomeUsd, outcomeUsd));
    // Entries for premiums of deleted slots remain in the cache, so its size is limited
    if (cache.size > MAX_CACHED) cache.clear();
    cache.set(key, { prepared, incomeUsd, outcomeUsd, price });
    return price;
  }

  return {
    priceOf(incomeCode, outcomeCode, premiumPpm) {
      const sides = openSides(catalogue, incomeCode, outcomeCode);
      if (!sides.ok) return sides;
      const snapshot = rates.current();
      if (snapshot && !isOpenAt(sides.value.direction, snapshot.conditions))
        return refuse({ code: 'direction_unavailable', field: 'outcome_payment_system_id' });
      const price = snapshot && cachedPrice(snapshot, sides.value, premiumPpm);
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
    priceEvenIfClosed(incomeCode, outcomeCode, premiumPpm) {
      const [income, outcome] = [catalogue.paymentSystem(incomeCode), catalogue.paymentSystem(outcomeCode)];
      const direction = catalogue.direction(incomeCode, outcomeCode);
      const snapshot = rates.current();
      const price = snapshot && income && outcome && direction && cachedPrice(snapshot, { direction, income, outcome }, premiumPpm);
      return snapshot && price ? { snapshot, price } : undefined;
    },
  };
}
