import { combineSources, type Combined } from '#core/pricing/combine-sources.ts';
import type { PriceMemory } from '#core/pricing/jump-guard.ts';
import { BASE_SYMBOL, type Reading } from '#core/pricing/reading.ts';
import { compare, type Fraction } from '#core/money/fraction.ts';
import type { PriceConditions } from '#core/pricing/price-terms.ts';
import { SECOND_MS, type Instant } from '#core/time.ts';
import type { RateSource } from '#server/adapters/rate-sources/port.ts';
import type { Deps } from '#server/deps.ts';
import { conditionsToJson } from './conditions-json.ts';
import { packEvidence } from './evidence.ts';
import { findNewestSnapshot } from './find-snapshot.ts';
import type { MarketSettings } from './settings-store.ts';
import type { Snapshot } from './snapshot.ts';
import { findMemory, insertSnapshot } from './store.ts';
import { RATES_CHANGED } from './channels.ts';

export type TakeDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'live' | 'catalogue'> & {
  /** What moves prices beside the market, at these prices; told by who prices directions. */
  readonly conditionsAt: (prices: ReadonlyMap<string, Fraction>, now: Instant) => PriceConditions;
};

/** Prices move all the time; new ones are published at this pace. What opens or closes a direction is not kept waiting. */
const PUBLISH_EVERY_MS = 3 * SECOND_MS;
/** Prices that stand still are still in force: said before anybody would take them for old. */
const RENEW_EVERY_MS = 10 * SECOND_MS;

/** Symbols that need a price: what the shop's payment systems are counted in. */
export const neededSymbols = ({ catalogue }: Pick<Deps, 'catalogue'>): readonly string[] => [
  ...new Set([BASE_SYMBOL, ...catalogue.paymentSystems().map((system) => system.marketSymbol)]),
];

/** Symbols that somebody exchanges by: drafts and what is switched off on both sides miss nothing. */
export const tradedSymbols = ({ catalogue }: Pick<Deps, 'catalogue'>): ReadonlySet<string> =>
  new Set(
    catalogue
      .paymentSystems()
      .filter(({ stage, incomeEnabled, outcomeEnabled }) => stage === 'ready' && (incomeEnabled || outcomeEnabled))
      .map((system) => system.marketSymbol),
  );

/** A symbol that is simply at its price needs no line of its own. */
const beyondPrices = ({ prices, memory }: Combined, now: Instant): ReadonlyMap<string, PriceMemory> =>
  new Map(
    [...memory].filter(([symbol, { last, level }]) => {
      const usd = prices.get(symbol)?.usd;
      return level !== null || (last !== null && !(usd && last.at === now && compare(usd, last.usd) === 0));
    }),
  );

/** What the next combination must know, from what the last one published, whoever that was. */
async function remember(
  db: Deps['db'],
): Promise<{ readonly newest: Snapshot | undefined; readonly memory: ReadonlyMap<string, PriceMemory> }> {
  const [newest, kept] = await Promise.all([findNewestSnapshot(db), findMemory(db)]);
  const atPrice = Array.from(
    newest?.prices ?? [],
    ([symbol, usd]) => [symbol, { last: { usd, at: newest?.takenAt ?? 0 }, level: null }] as const,
  );
  return { newest, memory: new Map([...atPrice, ...kept]) };
}

const sameKeys = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean =>
  a.size === b.size && [...a.keys()].every((key) => b.has(key));

function isNews(before: Snapshot | undefined, next: Pick<Snapshot, 'prices' | 'conditions'>, now: Instant): boolean {
  const { prices, conditions } = next;
  if (!before || !sameKeys(before.prices, prices)) return true;
  const passed = now - before.takenAt;
  if (passed >= RENEW_EVERY_MS || passed < 0) return true;
  if (passed < PUBLISH_EVERY_MS) return false;
  const isSame = [...prices].every(([symbol, usd]) => compare(before.prices.get(symbol) ?? usd, usd) === 0);
  return !isSame || conditionsToJson(conditions) !== conditionsToJson(before.conditions);
}

export interface PriceTaker {
  /** Combines what the sources last said and publishes it where it is news; gives what was found. */
  take(input: {
    readonly readings: readonly Reading[];
    readonly sources: readonly RateSource[];
    readonly settings: MarketSettings;
  }): Promise<Combined>;
  /** Another process has published meanwhile: what it knew is read before the next set. */
  forget(): void;
}

/** Takes market prices; remembers what was published last, to tell a jump from a market. */
export function createPriceTaker(deps: TakeDeps): PriceTaker {
  let known: Awaited<ReturnType<typeof remember>> | undefined;
  return {
    async take({ readings, sources, settings }) {
      known ??= await remember(deps.db);
      const now = deps.clock.now();
      const symbols = neededSymbols(deps);
      const combined = combineSources({ ...settings, symbols, readings, sources, memory: known.memory, now });
      const { newest } = known;
      known = { newest, memory: combined.memory };
      const prices = new Map(Array.from(combined.prices, ([symbol, { usd }]) => [symbol, usd]));
      const conditions = deps.conditionsAt(prices, now);
      if (!isNews(newest, { prices, conditions }, now)) return combined;
      const id = deps.random.uuid();
      const snapshot = { id, takenAt: now, isDemo: sources.some((source) => source.isDemo), prices, conditions };
      await deps.db.tx(async (tx) => {
        await insertSnapshot(tx, {
          ...snapshot,
          prices: combined.prices,
          memory: beyondPrices(combined, now),
          evidence: packEvidence(combined),
        });
        await deps.live.notify(tx, RATES_CHANGED, id);
      });
      known = { newest: snapshot, memory: combined.memory };
      return combined;
    },
    forget() {
      known = undefined;
    },
  };
}
