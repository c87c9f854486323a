import { priceDirection } from '#core/pricing/direction-price.ts';
import { termsOf } from '#core/pricing/price-terms.ts';
import { limitsOf } from '#core/pricing/limits.ts';
import { isWithin } from '#core/pricing/median.ts';
import { priceReceived } from '#core/pricing/price.ts';
import type { Quote } from '#core/order/quote.ts';
import { accept } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { loadBands } from '#server/market/load-bands.ts';
import { validFrom, calculate, calculateFirstSlot, offersNear, quoteOf } from './calculate.ts';
import { loadRates } from './load-rates.ts';
import { loadSlots } from '#server/slots/load-slots.ts';
import { promisedMinutesOf } from './payout-time.ts';
import { keepPayoutTimes, type MeasureTimes } from './payout-times.ts';
import { createPriceBoard } from './price-board.ts';
import { quoteIdOf, readQuoteId } from './quote-id.ts';
import type { Calculation, Quotes } from './quotes.ts';

export interface Rates {
  readonly quotes: Quotes;
  /** Loads prices and slots and keeps them current. */
  start(): Promise<void>;
  stop(): void;
  /** Reloads prices and slots now. */
  refresh(): Promise<void>;
}

/** Generates texts of equal length, unique across processes. */
function createUniqueSuffixes(random: Deps['random']): () => string {
  const prefix = Buffer.from(random.bytes(6)).toString('base64url');
  let count = 0;
  return () => prefix + String((count += 1)).padStart(10, '0');
}

/** Prices and quotes of one process, from memory except for a requested slot. `measure` returns how long exchanges take. */
export function createRates(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'secrets' | 'live' | 'log' | 'catalogue'>,
  measure: MeasureTimes = async () => [],
): Rates {
  const times = keepPayoutTimes(deps, measure);
  const rates = loadRates(deps);
  const slots = loadSlots(deps);
  const bands = loadBands(deps);
  const { catalogue, secrets } = deps;
  const nextSuffix = createUniqueSuffixes(deps.random);
  const board = createPriceBoard({ catalogue, rates });
  const parts = { catalogue, board, slots, times, now: () => deps.clock.now() };

  function calculationOf(quote: Quote): Calculation | undefined {
    const { incomeCode, outcomeCode, outcomeAmount } = quote;
    const ready = slots.of(incomeCode, outcomeCode);
    const slot = ready.find((candidate) => candidate.id === quote.slotId) ?? null;
    const priced = board.any(incomeCode, outcomeCode, slot?.premiumPpm ?? 0);
    if (!priced) return undefined;
    const { price } = priced;
    const reserve = catalogue.reserve(outcomeCode);
    return {
      quote,
      price,
      limits: limitsOf(price, reserve, slot),
      reserve,
      etaMinutes: promisedMinutesOf(times, price.direction, slot),
      medianMinutes: times.of({ incomeCode, outcomeCode, kind: slot?.kind ?? 'custom' }),
      slots: offersNear(parts, ready, { side: 'outcome', amount: outcomeAmount, outcomeAmount }),
      // An existing quote offers no other amounts
      suggestions: [],
    };
  }

  const quotes: Quotes = {
    async calculate(db, request) {
      const calculated = await calculate(parts, db, { ...request, slots: 'none' });
      return calculated.ok ? accept(calculated.value.quote) : calculated;
    },
    calculation: (db, request) => calculate(parts, db, request),
    firstSlot: (pair) => calculateFirstSlot(parts, pair),
    calculationOf,
    priceOf(pair) {
      const open = board.open(pair.incomeCode, pair.outcomeCode, 0);
      return open.ok ? accept(open.value.price) : open;
    },
    isOpen: ({ incomeCode, outcomeCode }) => board.isOpen(incomeCode, outcomeCode),
    previewPrice(sides) {
      const snapshot = rates.current();
      const [incomeUsd, outcomeUsd] = [sides.income, sides.outcome].map(({ marketSymbol }) => snapshot?.prices.get(marketSymbol));
      if (!(snapshot && incomeUsd && outcomeUsd)) return undefined;
      const terms = termsOf(sides.direction, sides.outcome, snapshot.conditions);
      return priceDirection({ ...sides, incomeUsd, outcomeUsd, premiumPpm: 0, terms });
    },
    usdOf: (code) => rates.current()?.prices.get(catalogue.paymentSystem(code)?.marketSymbol ?? ''),
    times: () => times.current(),
    onPrices: (listener) => rates.onPrices(listener),
    snapshot: () => rates.current(),
    idOf: (quote) => quoteIdOf(secrets, quote, nextSuffix()),
    read: (id) => readQuoteId(secrets, id),
    renew(id) {
      const quote = readQuoteId(secrets, id);
      const isCurrent = quote !== undefined && quote.snapshotId === rates.current()?.id;
      return isCurrent ? validFrom(quote, deps.clock.now()) : undefined;
    },
    isWithinBand(quote) {
      const open = board.open(quote.incomeCode, quote.outcomeCode, 0);
      if (!open.ok) return false;
      const { reference, income, outcome } = open.value.price;
      const bandPpm = Math.max(bands.bandPpm(income.marketSymbol), bands.bandPpm(outcome.marketSymbol));
      return isWithin(reference, quote.referenceRate, bandPpm);
    },
    recalculate({ incomeCode, outcomeCode, incomeAmount }) {
      const current = board.any(incomeCode, outcomeCode, 0);
      const amounts = current && priceReceived(current.price, incomeAmount);
      return current && amounts ? quoteOf(current, amounts, { now: deps.clock.now(), slotId: null }) : undefined;
    },
  };
  return {
    quotes,
    start: async () => void (await Promise.all([rates.start(), slots.start(), times.start(), bands.start()])),
    stop() {
      rates.stop();
      slots.stop();
      times.stop();
      bands.stop();
    },
    refresh: async () => void (await Promise.all([rates.refresh(), slots.refresh(), bands.refresh()])),
  };
}
