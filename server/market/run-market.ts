import { chosenSources, type Choice, type ChosenSource } from '#contract/rate-source-choice.ts';
import { BASE_SYMBOL, CROSS_BASES } from '#core/pricing/reading.ts';
import { SECOND_MS } from '#core/time.ts';
import type { RateSource } from '#server/adapters/rate-sources/port.ts';
import type { Deps } from '#server/deps.ts';
import { createMarketAlarms } from './alarms.ts';
import { MARKET_SETTINGS_CHANGED } from './channels.ts';
import { createUsage } from './count-usage.ts';
import { runSource, type RunningSource } from './run-source.ts';
import { findMarketSettings, type MarketSettings } from './settings-store.ts';
import { dropMarketLease, saveSourceStates, takeMarketLease, type SourceState } from './source-store.ts';
import { createPriceTaker, neededSymbols, type TakeDeps, tradedSymbols } from './take-prices.ts';

export type MarketDeps = TakeDeps & Pick<Deps, 'log'>;

export interface MarketOptions {
  /** What environment variables say; they win over the office where they say anything. */
  readonly environment: Choice;
  /** Where neither has chosen any. */
  readonly fallback: readonly string[];
  readonly create: (chosen: ChosenSource) => RateSource;
}

export interface Market {
  /** One turn: stays or becomes the process that asks, combines what is there, publishes what is news. */
  turn(): Promise<void>;
  /** The first prices of a process that starts: waits a moment for those who answer at once. */
  begin(): Promise<void>;
  stop(): Promise<void>;
}

/** A process that says nothing for so long has died: the next one asks. Less than prices need to grow old. */
const LEASE_MS = 6 * SECOND_MS;
/** A start waits no longer for its first prices. */
const FIRST_ANSWERS_MS = 3 * SECOND_MS;
const SETTINGS_EVERY_MS = 5 * SECOND_MS;
const STATES_EVERY_MS = 2 * SECOND_MS;

const keyOf = ({ name, url }: ChosenSource): string => `${name} ${url ?? ''}`;

const isHeard = ({ health }: RunningSource): boolean => health().answeredAt !== null || health().failures > 0;

/** The chosen sources, each in a loop of its own; a changed choice starts and stops only what it changes. */
function createCrew(deps: MarketDeps, { create }: MarketOptions) {
  const running = new Map<string, RunningSource>();
  let changedAt = 0;
  const symbols = () => new Set([BASE_SYMBOL, ...CROSS_BASES, ...neededSymbols(deps)]);
  return {
    all: (): readonly RunningSource[] => [...running.values()],
    /** Who has just begun has heard nothing yet: that is no reason to close the shop. */
    isReady: () => deps.clock.now() - changedAt >= FIRST_ANSWERS_MS || [...running.values()].every(isHeard),
    keep(chosen: readonly ChosenSource[]) {
      const keys = new Set(chosen.map(keyOf));
      for (const [key, one] of running) {
        if (keys.has(key)) continue;
        one.stop();
        running.delete(key);
      }
      for (const one of chosen) if (!running.has(keyOf(one))) running.set(keyOf(one), runSource(deps, create(one), { symbols }));
    },
  };
}

const stateOf = ({ source, health }: RunningSource, more: Pick<SourceState, 'chosenBy' | 'usedPpm'>): SourceState => ({
  name: source.name,
  kind: source.kind,
  everyMs: source.everyMs,
  maxAgeMs: source.maxAgeMs,
  ...health(),
  ...more,
});

/** Where the prices come from: one process of all asks the sources and publishes; the others stand by and go on when it dies. */
export function createMarket(deps: MarketDeps, options: MarketOptions): Market {
  const { environment, fallback } = options;
  const holder = deps.random.uuid();
  const crew = createCrew(deps, options);
  const taker = createPriceTaker(deps);
  const tellAlarms = createMarketAlarms(deps);
  const usage = createUsage();
  const byEnvironment = environment.names.length > 0;
  let settings: MarketSettings | undefined;
  let settingsAt = 0;
  let statesAt = 0;
  const unsubscribe = deps.live.subscribe(MARKET_SETTINGS_CHANGED, () => (settings = undefined));

  function stepBack(): void {
    crew.keep([]);
    taker.forget();
    settings = undefined;
  }

  async function leads(): Promise<boolean> {
    const now = deps.clock.now();
    const isOurs = await takeMarketLease(deps.db, { holder, now, until: now + LEASE_MS });
    if (!isOurs) stepBack();
    return isOurs;
  }

  async function obeyed(): Promise<MarketSettings> {
    const now = deps.clock.now();
    if (!settings || now - settingsAt >= SETTINGS_EVERY_MS) {
      settings = await findMarketSettings(deps.db);
      settingsAt = now;
      const { names, urls } = settings.choice;
      const chosen = byEnvironment ? environment.names : names.length > 0 ? names : fallback;
      crew.keep(chosenSources({ names: chosen, urls: { ...urls, ...environment.urls } }));
    }
    return settings;
  }

  async function publish(): Promise<void> {
    const now = deps.clock.now();
    const { rules, fixed, confirmed, choice } = await obeyed();
    if (!crew.isReady()) return;
    const running = crew.all();
    const sources = running.map(({ source }) => source);
    const combined = await taker.take({
      readings: running.flatMap((one) => one.readings()),
      sources,
      settings: { rules, fixed, confirmed, choice },
    });
    usage.count(combined);
    const traded = tradedSymbols(deps);
    await tellAlarms(
      running,
      combined.missing.filter(({ symbol }) => traded.has(symbol)),
    );
    if (now - statesAt < STATES_EVERY_MS) return;
    statesAt = now;
    const chosenBy = byEnvironment ? 'environment' : 'office';
    await saveSourceStates(
      deps.db,
      running.map((one) => stateOf(one, { chosenBy, usedPpm: usage.ppmOf(one.source.name) })),
    );
  }

  return {
    async turn() {
      if (await leads()) await publish();
    },
    async begin() {
      if (!(await leads())) return;
      await obeyed();
      const patience = new Promise<void>((resolve) => void setTimeout(resolve, FIRST_ANSWERS_MS).unref());
      await Promise.race([Promise.all(crew.all().map(({ heard }) => heard)), patience]);
      await publish();
    },
    async stop() {
      unsubscribe();
      crew.keep([]);
      await dropMarketLease(deps.db, holder);
    },
  };
}
