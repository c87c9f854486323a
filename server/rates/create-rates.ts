import { type DirectionPrice, priceDirection } from '#core/pricing/direction-price.ts';
import { termsOf } from '#core/pricing/price-terms.ts';
import { isWithin } from '#core/pricing/median.ts';
import { priceReceived } from '#core/pricing/price.ts';
import type { Quote } from '#core/order/quote.ts';
import { accept } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { type Bands, loadBands } from '#server/market/queries.ts';
import type { Snapshot } from '#server/market/snapshot.ts';
import { withValidity, calculate, calculateForQuote, calculateFirstSlot, quoteOf } from './calculate.ts';
import { loadSlots } from '#server/slots/load-slots.ts';
import { keepPayoutTimes, type MeasureTimes } from './payout-time.ts';
import { createPriceBoard, loadRates, type PriceBoard } from './price-board.ts';
import { quoteIdOf, readQuoteId } from './quote-id.ts';
import type { DirectionSides, Quotes } from './quotes.ts';

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

function previewPrice(snapshot: Snapshot | undefined, sides: DirectionSides, premiumPpm: number): DirectionPrice | undefined {
  const [incomeUsd, outcomeUsd] = [sides.income, sides.outcome].map(({ marketSymbol }) => snapshot?.prices.get(marketSymbol));
  if (!(snapshot && incomeUsd && outcomeUsd)) return undefined;
  const terms = termsOf(sides.direction, sides.outcome, snapshot.conditions);
  return priceDirection({ ...sides, incomeUsd, outcomeUsd, premiumPpm, terms });
}

function isWithinBand(quote: Quote, board: PriceBoard, bands: Bands): boolean {
  const current = board.priceOf(quote.incomeCode, quote.outcomeCode, 0);
  if (!current.ok) return false;
  const { reference, income, outcome } = current.value.price;
  const bandPpm = Math.max(bands.bandPpm(income.marketSymbol), bands.bandPpm(outcome.marketSymbol));
  return isWithin(reference, quote.referenceRate, bandPpm);
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
  const calculateDeps = { catalogue, board, slots, times, now: () => deps.clock.now() };

  const quotes: Quotes = {
    async calculate(db, request) {
      const calculated = await calculate(calculateDeps, db, { ...request, slots: 'none' });
      return calculated.ok ? accept(calculated.value.quote) : calculated;
    },
    calculation: (db, request) => calculate(calculateDeps, db, request),
    firstSlot: (pair) => calculateFirstSlot(calculateDeps, pair),
    calculationOf: (quote) => calculateForQuote(calculateDeps, quote),
    priceOf(pair) {
      const current = board.priceOf(pair.incomeCode, pair.outcomeCode, 0);
      return current.ok ? accept(current.value.price) : current;
    },
    isOpen: ({ incomeCode, outcomeCode }) => board.isOpen(incomeCode, outcomeCode),
    previewPrice: (sides, premiumPpm = 0) => previewPrice(rates.current(), sides, premiumPpm),
    usdOf: (code) => rates.current()?.prices.get(catalogue.paymentSystem(code)?.marketSymbol ?? ''),
    times: () => times.current(),
    onPrices: (listener) => rates.onPrices(listener),
    snapshot: () => rates.current(),
    idOf: (quote) => quoteIdOf(secrets, quote, nextSuffix()),
    read: (id) => readQuoteId(secrets, id),
    renew(id) {
      const quote = readQuoteId(secrets, id);
      const isCurrent = quote !== undefined && quote.snapshotId === rates.current()?.id;
      return isCurrent ? withValidity(quote, deps.clock.now()) : undefined;
    },
    isWithinBand: (quote) => isWithinBand(quote, board, bands),
    recalculate({ incomeCode, outcomeCode, incomeAmount }) {
      const current = board.priceEvenIfClosed(incomeCode, outcomeCode, 0);
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
