import type { Fraction } from '#core/money/fraction.ts';
import {
  BASE_SYMBOL,
  combineSources,
  DEFAULT_RULES,
  type CombineRules,
  type MissingPrice,
  type Reading,
} from '#core/pricing/combine-sources.ts';
import { PLAIN_CONDITIONS } from '#core/pricing/price-terms.ts';
import type { Instant } from '#core/time.ts';
import type { RateSource } from '#server/adapters/rate-sources/port.ts';
import type { Deps } from '#server/deps.ts';
import type { Conditions } from './take-conditions.ts';
import { RATES_CHANGED } from './load-rates.ts';
import { findLastPrices, findNewestSnapshot, insertSnapshot, lockSnapshots } from './store.ts';

export type SnapshotDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'log' | 'live' | 'catalogue'> & {
  readonly rateSources: readonly RateSource[];
  /** What moves prices beside the market; absent: nothing does. */
  readonly conditions?: Pick<Conditions, 'at'>;
};

/** Another process has just taken one: nothing to do. */
const FRESH_MS = 1_500;

async function readSource(deps: SnapshotDeps, source: RateSource, symbols: readonly string[]): Promise<readonly Reading[]> {
  try {
    const prices = await source.fetch(symbols, deps.clock.now());
    return prices.map(({ symbol, usd, at }) => ({
      source: source.name,
      symbol,
      usd,
      at,
      maxAgeMs: source.maxAgeMs ?? DEFAULT_RULES.maxAgeMs,
    }));
  } catch (error) {
    deps.log.warn({ source: source.name, error }, 'rate_source_failed');
    return [];
  }
}

/** A lone configured source must be believed; with more, one alone is not enough. */
const rulesFor = (sources: readonly RateSource[]): CombineRules => ({
  ...DEFAULT_RULES,
  minSources: Math.min(DEFAULT_RULES.minSources, sources.length),
});

/** Takes market prices again and again; remembers what was published last, to tell a jump from a market. */
export function createSnapshotTaker(deps: SnapshotDeps): () => Promise<void> {
  const published = new Map<string, { readonly usd: Fraction; readonly at: Instant }>();
  let isReady = false;
  let alarmed = new Set<string>();

  // An operator is alarmed once when a price goes away, not every few seconds.
  const alarm = (missing: readonly MissingPrice[]) => {
    for (const lost of missing) if (!alarmed.has(lost.symbol)) deps.log.error({ ...lost }, 'rate_missing');
    alarmed = new Set(missing.map((lost) => lost.symbol));
  };

  return async () => {
    if (!isReady) {
      const last = await findLastPrices(deps.db, deps.clock.now() - DEFAULT_RULES.jumpWindowMs);
      for (const [symbol, price] of last) published.set(symbol, price);
      isReady = true;
    }
    const symbols = [...new Set([BASE_SYMBOL, ...deps.catalogue.paymentSystems().map((system) => system.marketSymbol)])];
    const readings = (await Promise.all(deps.rateSources.map((source) => readSource(deps, source, symbols)))).flat();
    const now = deps.clock.now();
    const { prices, missing } = combineSources({ symbols, readings, previous: published, now, rules: rulesFor(deps.rateSources) });
    alarm(missing);
    const id = deps.random.uuid();
    const isDemo = deps.rateSources.some((source) => source.isDemo);
    await deps.db.tx(async (tx) => {
      if (!(await lockSnapshots(tx))) return;
      const newest = await findNewestSnapshot(tx);
      if (newest && Math.abs(now - newest.takenAt) < FRESH_MS) return;
      const usd = new Map(Array.from(prices, ([symbol, price]) => [symbol, price.usd]));
      await insertSnapshot(tx, { id, takenAt: now, isDemo, prices, conditions: deps.conditions?.at(usd, now) ?? PLAIN_CONDITIONS });
      await deps.live.notify(tx, RATES_CHANGED, id);
    });
    for (const [symbol, { usd }] of prices) published.set(symbol, { usd, at: now });
  };
}
