import { combineSources, type Combined } from '#core/pricing/combine-sources.ts';
import type { PriceState } from '#core/pricing/jump-guard.ts';
import { BASE_SYMBOL, type Reading } from '#core/pricing/reading.ts';
import { compare, type Fraction } from '#core/money/fraction.ts';
import type { PriceConditions } from '#core/pricing/price-terms.ts';
import { SECOND_MS, type Instant } from '#core/time.ts';
import type { RateSource } from '#server/adapters/rate-sources/port.ts';
import type { Deps } from '#server/deps.ts';
import { conditionsToJson, RATES_CHANGED, type Snapshot } from './snapshot.ts';
import { packEvidence } from './evidence.ts';
import { findNewestSnapshot } from './queries.ts';
import { findMemory, insertSnapshot, type MarketSettings } from './store.ts';

export type TakeDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'live' | 'catalogue'> & {
  /** Inputs of the price terms other than the market; computed by the module that prices directions. */
  readonly conditionsAt: (prices: ReadonlyMap<string, Fraction>, now: Instant) => PriceConditions;
};

/** Shortest time between snapshots. A price that appears or disappears opens or closes directions and is published at once. */
const PUBLISH_EVERY_MS = 3 * SECOND_MS;
/** Unchanged prices are published again after this time, before readers would treat them as old. */
const RENEW_EVERY_MS = 10 * SECOND_MS;

/** Symbols that need a price: the market symbols of all payment systems, and the dollar. */
export const neededSymbols = ({ catalogue }: Pick<Deps, 'catalogue'>): readonly string[] => [
  ...new Set([BASE_SYMBOL, ...catalogue.paymentSystems().map((system) => system.marketSymbol)]),
];

/** Symbols in use: of payment systems that are ready and enabled on at least one side. Others raise no alarm without a price. */
export const tradedSymbols = ({ catalogue }: Pick<Deps, 'catalogue'>): ReadonlySet<string> =>
  new Set(
    catalogue
      .paymentSystems()
      .filter(({ stage, incomeEnabled, outcomeEnabled }) => stage === 'ready' && (incomeEnabled || outcomeEnabled))
      .map((system) => system.marketSymbol),
  );

/** Memory to store: only of symbols whose memory does not follow from the snapshot's price (see `loadPublished`). */
const memoryToStore = ({ prices, memory }: Combined, now: Instant): ReadonlyMap<string, PriceState> =>
  new Map(
    [...memory].filter(([symbol, { last, level }]) => {
      const usd = prices.get(symbol)?.usd;
      return level !== null || (last !== null && !(usd && last.at === now && compare(usd, last.usd) === 0));
    }),
  );

/** The newest snapshot, published by any process, and the memory that the next combination starts from. */
interface Published {
  readonly newest: Snapshot | undefined;
  readonly memory: ReadonlyMap<string, PriceState>;
}

async function loadPublished(db: Deps['db']): Promise<Published> {
  const [newest, stored] = await Promise.all([findNewestSnapshot(db), findMemory(db)]);
  const fromPrices = Array.from(
    newest?.prices ?? [],
    ([symbol, usd]) => [symbol, { last: { usd, at: newest?.takenAt ?? 0 }, level: null }] as const,
  );
  return { newest, memory: new Map([...fromPrices, ...stored]) };
}

const sameKeys = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean =>
  a.size === b.size && [...a.keys()].every((key) => b.has(key));

function needsSnapshot(before: Snapshot | undefined, next: Pick<Snapshot, 'prices' | 'conditions'>, now: Instant): boolean {
  const { prices, conditions } = next;
  if (!before || !sameKeys(before.prices, prices)) return true;
  const elapsed = now - before.takenAt;
  if (elapsed >= RENEW_EVERY_MS || elapsed < 0) return true;
  if (elapsed < PUBLISH_EVERY_MS) return false;
  const isSame = [...prices].every(([symbol, usd]) => compare(before.prices.get(symbol) ?? usd, usd) === 0);
  return !isSame || conditionsToJson(conditions) !== conditionsToJson(before.conditions);
}

export interface PriceTaker {
  /** Combines the latest readings and publishes a snapshot when needed; returns the combination in both cases. */
  take(input: {
    readonly readings: readonly Reading[];
    readonly sources: readonly RateSource[];
    readonly settings: MarketSettings;
  }): Promise<Combined>;
  /** Another process may publish now: the next `take` reads the newest snapshot from the database first. */
  forget(): void;
}

/** Takes market prices; caches the last published snapshot and memory, which the jump guard compares with. */
export function createPriceTaker(deps: TakeDeps): PriceTaker {
  let published: Published | undefined;
  return {
    async take({ readings, sources, settings }) {
      published ??= await loadPublished(deps.db);
      const now = deps.clock.now();
      const symbols = neededSymbols(deps);
      const combined = combineSources({ ...settings, symbols, readings, sources, memory: published.memory, now });
      const { newest } = published;
      published = { newest, memory: combined.memory };
      const prices = new Map(Array.from(combined.prices, ([symbol, { usd }]) => [symbol, usd]));
      const conditions = deps.conditionsAt(prices, now);
      if (!needsSnapshot(newest, { prices, conditions }, now)) return combined;
      const id = deps.random.uuid();
      const snapshot = { id, takenAt: now, isDemo: sources.some((source) => source.isDemo), prices, conditions };
      await deps.db.tx(async (tx) => {
        await insertSnapshot(tx, {
          ...snapshot,
          prices: combined.prices,
          memory: memoryToStore(combined, now),
          evidence: packEvidence(combined),
        });
        await deps.live.notify(tx, RATES_CHANGED, id);
      });
      published = { newest: snapshot, memory: combined.memory };
      return combined;
    },
    forget() {
      published = undefined;
    },
  };
}
