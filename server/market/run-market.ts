import { type Choice, type ChosenSource, chosenSources } from '#contract/office/catalogue/rate-source-choice.ts';
import { BASE_SYMBOL, CROSS_BASES } from '#core/pricing/reading.ts';
import { SECOND_MS } from '#core/time.ts';
import type { RateSource } from '#server/adapters/rate-sources/port.ts';
import type { Deps } from '#server/deps.ts';
import { type RunningSource, runSource } from './run-source.ts';
import { MARKET_SETTINGS_CHANGED } from './snapshot.ts';
import { createMarketAlarms, createUsage, type Usage } from './source-health.ts';
import { dropMarketLease, findMarketSettings, type MarketSettings, saveSourceStates, type SourceState, takeMarketLease } from './store.ts';
import { createPriceTaker, neededSymbols, type TakeDeps, tradedSymbols } from './take-prices.ts';

export type MarketDeps = TakeDeps & Pick<Deps, 'log'>;

export interface MarketOptions {
  /** Choice in environment variables; overrides the choice in the office when not empty. */
  readonly environment: Choice;
  /** Source names used when neither has a choice. */
  readonly fallback: readonly string[];
  readonly create: (chosen: ChosenSource) => RateSource;
}

export interface Market {
  /** One turn: acquires or renews the lease, combines the readings, publishes a snapshot when needed. */
  turn(): Promise<void>;
  /** First turn at the start of a process: waits briefly for the first answers before it publishes. */
  begin(): Promise<void>;
  stop(): Promise<void>;
}

/** A lease not renewed for this long passes to another process; shorter than the maximum age of prices. */
const LEASE_MS = 6 * SECOND_MS;
/** How long a start waits for the first answers. */
const FIRST_ANSWERS_TIMEOUT_MS = 3 * SECOND_MS;
const SETTINGS_EVERY_MS = 5 * SECOND_MS;
const STATES_EVERY_MS = 2 * SECOND_MS;

const keyOf = ({ name, url }: ChosenSource): string => `${name} ${url ?? ''}`;

const hasResult = ({ health }: RunningSource): boolean => health().answeredAt !== null || health().failures > 0;

/** Runs each chosen source in its own loop; a changed choice starts and stops only the sources that differ. */
function createSourceRunner(deps: MarketDeps, { create }: MarketOptions) {
  const running = new Map<string, RunningSource>();
  let changedAt = 0;
  const symbols = () => new Set([BASE_SYMBOL, ...CROSS_BASES, ...neededSymbols(deps)]);
  return {
    all: (): readonly RunningSource[] => [...running.values()],
    /** False until every source has answered or failed, or the wait is over: publishing earlier would close directions without reason. */
    isReady: () => deps.clock.now() - changedAt >= FIRST_ANSWERS_TIMEOUT_MS || [...running.values()].every(hasResult),
    setSources(chosen: readonly ChosenSource[]) {
      const keys = new Set(chosen.map(keyOf));
      for (const [key, runningSource] of running) {
        if (keys.has(key)) continue;
        runningSource.stop();
        running.delete(key);
      }
      for (const source of chosen)
        if (!running.has(keyOf(source))) running.set(keyOf(source), runSource(deps, create(source), { symbols }));
    },
  };
}

const stateOf = ({ source, health }: RunningSource, more: Pick<SourceState, 'chosenBy' | 'usedPpm'>): SourceState => ({
  name: source.name,
  kind: source.kind,
  everyMs: source.intervalMs,
  maxAgeMs: source.maxAgeMs,
  ...health(),
  ...more,
});

/** The market's settings, read again after a change and every `SETTINGS_EVERY_MS`; `onChoice` gets the sources of each reading. */
function createSettingsCache(
  deps: MarketDeps,
  { environment, fallback }: MarketOptions,
  onChoice: (chosen: readonly ChosenSource[]) => void,
) {
  let settings: MarketSettings | undefined;
  let readAt = 0;
  const forget = () => (settings = undefined);
  return {
    forget,
    stop: deps.live.subscribe(MARKET_SETTINGS_CHANGED, forget),
    async current(): Promise<MarketSettings> {
      const now = deps.clock.now();
      if (settings && now - readAt < SETTINGS_EVERY_MS) return settings;
      settings = await findMarketSettings(deps.db);
      readAt = now;
      const { names, urls } = settings.choice;
      const chosen = environment.names.length > 0 ? environment.names : names.length > 0 ? names : fallback;
      onChoice(chosenSources({ names: chosen, urls: { ...urls, ...environment.urls } }));
      return settings;
    },
  };
}

/** Saves how each source does, at most every `STATES_EVERY_MS`. */
function createStateSaver(deps: MarketDeps, chosenBy: SourceState['chosenBy']) {
  let savedAt = 0;
  return async (now: number, running: readonly RunningSource[], usage: Usage): Promise<void> => {
    if (now - savedAt < STATES_EVERY_MS) return;
    savedAt = now;
    await saveSourceStates(
      deps.db,
      running.map((runningSource) => stateOf(runningSource, { chosenBy, usedPpm: usage.ppmOf(runningSource.source.name) })),
    );
  };
}

/** Takes market prices: one process holds the lease, polls the sources and publishes; another takes over when the lease expires. */
export function createMarket(deps: MarketDeps, options: MarketOptions): Market {
  const holder = deps.random.uuid();
  const runner = createSourceRunner(deps, options);
  const settings = createSettingsCache(deps, options, (chosen) => runner.setSources(chosen));
  const priceTaker = createPriceTaker(deps);
  const updateAlarms = createMarketAlarms(deps);
  const usage = createUsage();
  const saveStates = createStateSaver(deps, options.environment.names.length > 0 ? 'environment' : 'office');

  async function acquireLease(): Promise<boolean> {
    const now = deps.clock.now();
    const isLeader = await takeMarketLease(deps.db, { holder, now, until: now + LEASE_MS });
    if (isLeader) return true;
    runner.setSources([]);
    priceTaker.forget();
    settings.forget();
    return false;
  }

  async function takeAndPublish(): Promise<void> {
    const now = deps.clock.now();
    const { rules, fixed, confirmed, choice } = await settings.current();
    if (!runner.isReady()) return;
    const running = runner.all();
    const combined = await priceTaker.take({
      readings: running.flatMap((runningSource) => runningSource.readings()),
      sources: running.map(({ source }) => source),
      settings: { rules, fixed, confirmed, choice },
    });
    usage.count(combined);
    const traded = tradedSymbols(deps);
    await updateAlarms(
      running,
      combined.missing.filter(({ symbol }) => traded.has(symbol)),
    );
    await saveStates(now, running, usage);
  }

  return {
    async turn() {
      if (await acquireLease()) await takeAndPublish();
    },
    async begin() {
      if (!(await acquireLease())) return;
      await settings.current();
      const timeout = new Promise<void>((resolve) => void setTimeout(resolve, FIRST_ANSWERS_TIMEOUT_MS).unref());
      await Promise.race([Promise.all(runner.all().map(({ firstResult }) => firstResult)), timeout]);
      await takeAndPublish();
    },
    async stop() {
      settings.stop();
      runner.setSources([]);
      await dropMarketLease(deps.db, holder);
    },
  };
}

const TURN_EVERY_MS = SECOND_MS;

/** Takes prices every second. */
export const marketJobs = (deps: Pick<Deps, 'queue'>, market: Market): void =>
  deps.queue.every('market.turn', TURN_EVERY_MS, () => market.turn());
