import { joinPoints, thinPoints } from '#core/crypto-stats/chart-points.ts';
import { backOffMs, nextStatsCall, STALE_STATS_FAILURES, STALE_STATS_MS, type StatsCall } from '#core/crypto-stats/next-call.ts';
import { HISTORY_PERIODS } from '#core/history/period.ts';
import { type Instant, SECOND_MS } from '#core/time.ts';
import { type CoinStats, type MarketStats, type StatsAnswer, StatsUnavailable } from '#server/adapters/market-stats/port.ts';
import type { Deps } from '#server/deps.ts';
import { keepIncidents } from '#server/incidents/keep-incidents.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { claimSource, countCall, dayOf, releaseSource, saveAnswered, saveFailure, saveListAsked, type SourceRow } from './source-store.ts';
import { dropInvented, dropOtherCoins, findChart, listChartStandings, listCoins, markChartAsked, saveChart, saveCoins } from './store.ts';

type FetchDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'log' | 'live' | 'catalogue'>;

/** Longer than a call and its writing take; a process that died with it in hand is not waited for longer. */
const CLAIM_MS = 30 * SECOND_MS;
const MAX_ERROR_CHARS = 200;
/** The list of the largest tells of so many: what it told is known by its rank. */
const TOP_TOLD = 25;
/** What is invented costs nobody anything: its charts are there at once. */
const DEMO_CALLS_A_TURN = 12;

const timeOf = (at: Date | null): Instant | null => at?.getTime() ?? null;

/** Symbols that the shop exchanges. */
export const tradedSymbols = ({ catalogue }: Pick<Deps, 'catalogue'>): ReadonlySet<string> =>
  new Set(
    catalogue
      .paymentSystems()
      .filter(({ incomeEnabled, outcomeEnabled }) => incomeEnabled || outcomeEnabled)
      .map(({ marketSymbol }) => marketSymbol),
  );

/** A share between 0 and 1 that nobody foresees: two shops of one provider do not come back in the same moment. */
const anyShare = ({ random }: Pick<Deps, 'random'>): number => (random.bytes(1)[0] ?? 0) / 255;

/**
 * Asks the provider of crypto statistics, one call after the other and one process at a time, by the plan of `nextStatsCall`, and
 * keeps what it said. What it said stands while it fails (domain 9); nobody who reads waits for it.
 */
export function createStatsFetcher(deps: FetchDeps, source: MarketStats, { dailyCalls }: { readonly dailyCalls: number }) {
  const keeper = keepIncidents(deps);

  const ourSymbols = (): ReadonlySet<string> => new Set([...tradedSymbols(deps)].filter((symbol) => source.knows(symbol)));

  async function planned(row: SourceRow, now: Instant): Promise<StatsCall | null> {
    const [coins, standings] = await Promise.all([listCoins(deps.db), listChartStandings(deps.db)]);
    const ours = ourSymbols();
    const known = new Map(standings.map((one) => [`${one.symbol} ${one.period}`, one]));
    // The list of the largest brings those along that it tells of at the same moment
    const fromTop = new Set(coins.filter(({ rank }) => rank !== null && rank <= TOP_TOLD).map(({ symbol }) => symbol));
    return nextStatsCall({
      now,
      dailyCalls,
      callsToday: row.calls_day === dayOf(now) ? row.calls : 0,
      // What another kind of source said does not stand until its turn would come
      topAskedAt: coins.some(({ isDemo }) => isDemo !== source.isDemo) ? null : timeOf(row.top_asked_at),
      oursAskedAt: timeOf(row.ours_asked_at),
      needsOurs: [...ours].some((symbol) => !fromTop.has(symbol)),
      ours,
      charts: coins.flatMap(({ symbol }) =>
        HISTORY_PERIODS.map((period) => {
          const one = known.get(`${symbol} ${period}`);
          return { symbol, period, askedAt: timeOf(one?.asked_at ?? null), wantedAt: timeOf(one?.wanted_at ?? null) };
        }),
      ),
    });
  }

  async function saveList(tx: Tx, list: 'top' | 'ours', answer: StatsAnswer<readonly CoinStats[]>, now: Instant): Promise<void> {
    await saveListAsked(tx, list, { now, etag: answer.kind === 'told' ? answer.etag : undefined });
    if (answer.kind === 'unchanged') return;
    // What was invented before is no past of what is real
    if (!source.isDemo) await dropInvented(tx);
    await saveCoins(tx, answer.value, source);
    if (list === 'top' && answer.value.length > 0) await dropOtherCoins(tx, [...answer.value.map(({ symbol }) => symbol), ...ourSymbols()]);
  }

  async function askList(list: 'top' | 'ours', row: SourceRow, now: Instant): Promise<void> {
    const answer =
      list === 'top'
        ? await source.top({ ours: tradedSymbols(deps), etag: row.top_etag, now })
        : await source.coins({ symbols: ourSymbols(), etag: row.ours_etag, now });
    await deps.db.tx(async (tx) => {
      await saveAnswered(tx, now);
      await saveList(tx, list, answer, now);
    });
  }

  async function askChart(call: Extract<StatsCall, { kind: 'chart' }>, now: Instant): Promise<void> {
    const coin = (await listCoins(deps.db)).find(({ symbol }) => symbol === call.symbol);
    const kept = await findChart(deps.db, call);
    // Whatever comes of it, the next turn is another chart's
    await markChartAsked(deps.db, call, now);
    if (coin === undefined) return;
    const past = kept?.isDemo === source.isDemo ? kept : undefined;
    const answer = await source.chart({ ...call, coinId: coin.coinId, etag: past?.etag ?? null, now });
    await deps.db.tx(async (tx) => {
      await saveAnswered(tx, now);
      if (answer?.kind !== 'told' || answer.value.length === 0) return;
      const points = thinPoints(call.period === 'all' ? joinPoints(past?.points ?? [], answer.value) : answer.value);
      await saveChart(tx, call, { points, asOf: points.at(-1)?.at ?? now, etag: answer.etag, now, isDemo: source.isDemo });
    });
  }

  async function ask(call: StatsCall, row: SourceRow, now: Instant): Promise<void> {
    await countCall(deps.db, now);
    try {
      await (call.kind === 'chart' ? askChart(call, now) : askList(call.kind, row, now));
    } catch (error) {
      if (!(error instanceof StatsUnavailable)) throw error;
      const wait = backOffMs({ failures: row.failures + 1, askedMs: error.retryAfterMs, share: anyShare(deps) });
      const reason = error.message.replace(/\s+/g, ' ').slice(0, MAX_ERROR_CHARS);
      await saveFailure(deps.db, { now, error: reason, until: now + wait });
      if (row.failures === 0) deps.log.warn({ source: source.name, reason }, 'market_stats_failed');
    }
  }

  /** Calls a person when the provider has failed for so long that what is shown is old, and takes the call back by itself. */
  async function tell(row: SourceRow, now: Instant): Promise<void> {
    const since = (row.answered_at ?? row.began_at)?.getTime() ?? now;
    const isLost = row.failures >= STALE_STATS_FAILURES && now - since >= STALE_STATS_MS;
    await keeper.keep('market_stats_lost', isLost ? { [source.name]: { error: row.last_error, failures: row.failures } } : {});
  }

  /** False: there is nothing to ask now. */
  async function work(row: SourceRow): Promise<boolean> {
    const now = deps.clock.now();
    await tell(row, now);
    if (row.back_off_until !== null && row.back_off_until.getTime() > now) return false;
    const call = await planned(row, now);
    if (call !== null) await ask(call, row, now);
    return call !== null;
  }

  /** False: another process is at it, or there is nothing to ask now. */
  async function workAlone(): Promise<boolean> {
    const now = deps.clock.now();
    const row = await claimSource(deps.db, { now, until: now + CLAIM_MS });
    if (row === undefined) return false;
    try {
      return await work(row);
    } finally {
      await releaseSource(deps.db);
    }
  }

  return {
    /** At most one call (of an invented source some more); nothing where another process is at it. */
    async turn(): Promise<void> {
      for (let left = source.isDemo ? DEMO_CALLS_A_TURN : 1; left > 0; left -= 1) if (!(await workAlone())) return;
    },
  };
}
