import { mergePoints, thinPoints } from '#core/crypto-stats/chart-points.ts';
import { backOffMs, nextStatsCall, STALE_STATS_FAILURES, STALE_STATS_MS, type StatsCall } from '#core/crypto-stats/next-call.ts';
import { HISTORY_PERIODS } from '#core/history/period.ts';
import { type Instant, SECOND_MS } from '#core/time.ts';
import { type CoinStats, type MarketStats, type StatsResult, StatsUnavailable } from '#server/adapters/market-stats/port.ts';
import type { Deps } from '#server/deps.ts';
import { createIncidentTracker } from '#server/incidents/incident-tracker.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { claimSource, countCall, dayOf, releaseSource, saveSuccess, saveFailure, saveListRequest, type SourceRow } from './source-store.ts';
import {
  deleteDemoData,
  deleteOtherCoins,
  findChart,
  listChartStates,
  listCoins,
  markChartRequested,
  saveChart,
  saveCoins,
} from './store.ts';

type FetchDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'log' | 'live' | 'catalogue'>;

/** Longer than a call and its writes take; the claim of a process that died expires after this time. */
const CLAIM_MS = 30 * SECOND_MS;
const MAX_ERROR_CHARS = 200;
/** Size of the list of the largest coins: a stored coin with a rank up to this came from that list. */
const TOP_LIST_SIZE = 25;
/** A demo source has no limits: all its charts are filled at once. */
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

/** Random number from 0 to 1, so that installations with one provider do not retry at the same moment. */
const randomShare = ({ random }: Pick<Deps, 'random'>): number => (random.bytes(1)[0] ?? 0) / 255;

/**
 * Polls the provider of crypto statistics, one call at a time in one process at a time, in the order of `nextStatsCall`, and stores
 * the answers. Stored answers stay while the provider fails (domain 9); readers never wait for the provider.
 */
export function createStatsFetcher(deps: FetchDeps, source: MarketStats, { dailyCalls }: { readonly dailyCalls: number }) {
  const incidents = createIncidentTracker(deps);

  const ourSymbols = (): ReadonlySet<string> => new Set([...tradedSymbols(deps)].filter((symbol) => source.supports(symbol)));

  async function planCall(row: SourceRow, now: Instant): Promise<StatsCall | null> {
    const [coins, charts] = await Promise.all([listCoins(deps.db), listChartStates(deps.db)]);
    const ours = ourSymbols();
    const chartStates = new Map(charts.map((state) => [`${state.symbol} ${state.period}`, state]));
    // Coins in the list of the largest need no second list
    const fromTop = new Set(coins.filter(({ rank }) => rank !== null && rank <= TOP_LIST_SIZE).map(({ symbol }) => symbol));
    return nextStatsCall({
      now,
      dailyCalls,
      callsToday: row.calls_day === dayOf(now) ? row.calls : 0,
      // After a switch between a demo and a real source the list is requested at once
      topRequestedAt: coins.some(({ isDemo }) => isDemo !== source.isDemo) ? null : timeOf(row.top_asked_at),
      oursRequestedAt: timeOf(row.ours_asked_at),
      needsOurs: [...ours].some((symbol) => !fromTop.has(symbol)),
      ours,
      charts: coins.flatMap(({ symbol }) =>
        HISTORY_PERIODS.map((period) => {
          const state = chartStates.get(`${symbol} ${period}`);
          return { symbol, period, requestedAt: timeOf(state?.asked_at ?? null), viewedAt: timeOf(state?.wanted_at ?? null) };
        }),
      ),
    });
  }

  async function saveList(tx: Tx, list: 'top' | 'ours', answer: StatsResult<readonly CoinStats[]>, now: Instant): Promise<void> {
    await saveListRequest(tx, list, { now, etag: answer.kind === 'changed' ? answer.etag : undefined });
    if (answer.kind === 'unchanged') return;
    // Demo data must not become the past of real data
    if (!source.isDemo) await deleteDemoData(tx);
    await saveCoins(tx, answer.value, source);
    if (list === 'top' && answer.value.length > 0)
      await deleteOtherCoins(tx, [...answer.value.map(({ symbol }) => symbol), ...ourSymbols()]);
  }

  async function fetchList(list: 'top' | 'ours', row: SourceRow, now: Instant): Promise<void> {
    const answer =
      list === 'top'
        ? await source.top({ ourSymbols: tradedSymbols(deps), etag: row.top_etag, now })
        : await source.coins({ symbols: ourSymbols(), etag: row.ours_etag, now });
    await deps.db.tx(async (tx) => {
      await saveSuccess(tx, now);
      await saveList(tx, list, answer, now);
    });
  }

  async function fetchChart(call: Extract<StatsCall, { kind: 'chart' }>, now: Instant): Promise<void> {
    const coin = (await listCoins(deps.db)).find(({ symbol }) => symbol === call.symbol);
    const stored = await findChart(deps.db, call);
    // Marked before the call: after a failure the next turn requests another chart
    await markChartRequested(deps.db, call, now);
    if (coin === undefined) return;
    const previous = stored?.isDemo === source.isDemo ? stored : undefined;
    const answer = await source.chart({ ...call, coinId: coin.coinId, etag: previous?.etag ?? null, now });
    await deps.db.tx(async (tx) => {
      await saveSuccess(tx, now);
      if (answer?.kind !== 'changed' || answer.value.length === 0) return;
      const points = thinPoints(call.period === 'all' ? mergePoints(previous?.points ?? [], answer.value) : answer.value);
      await saveChart(tx, call, { points, asOf: points.at(-1)?.at ?? now, etag: answer.etag, now, isDemo: source.isDemo });
    });
  }

  async function makeCall(call: StatsCall, row: SourceRow, now: Instant): Promise<void> {
    await countCall(deps.db, now);
    try {
      await (call.kind === 'chart' ? fetchChart(call, now) : fetchList(call.kind, row, now));
    } catch (error) {
      if (!(error instanceof StatsUnavailable)) throw error;
      const wait = backOffMs({ failures: row.failures + 1, askedMs: error.retryAfterMs, share: randomShare(deps) });
      const reason = error.message.replace(/\s+/g, ' ').slice(0, MAX_ERROR_CHARS);
      await saveFailure(deps.db, { now, error: reason, until: now + wait });
      if (row.failures === 0) deps.log.warn({ source: source.name, reason }, 'market_stats_failed');
    }
  }

  /** Opens an incident when the provider has failed until the data is stale, and closes the incident afterwards. */
  async function updateIncident(row: SourceRow, now: Instant): Promise<void> {
    const since = (row.answered_at ?? row.began_at)?.getTime() ?? now;
    const isLost = row.failures >= STALE_STATS_FAILURES && now - since >= STALE_STATS_MS;
    await incidents.reconcile('market_stats_lost', isLost ? { [source.name]: { error: row.last_error, failures: row.failures } } : {});
  }

  /** False: no call is due. */
  async function makeDueCall(row: SourceRow): Promise<boolean> {
    const now = deps.clock.now();
    await updateIncident(row, now);
    if (row.back_off_until !== null && row.back_off_until.getTime() > now) return false;
    const call = await planCall(row, now);
    if (call !== null) await makeCall(call, row, now);
    return call !== null;
  }

  /** False: another process holds the claim, or no call is due. */
  async function claimAndMakeCall(): Promise<boolean> {
    const now = deps.clock.now();
    const row = await claimSource(deps.db, { now, until: now + CLAIM_MS });
    if (row === undefined) return false;
    try {
      return await makeDueCall(row);
    } finally {
      await releaseSource(deps.db);
    }
  }

  return {
    /** At most one call, or several to a demo source; none while another process holds the claim. */
    async turn(): Promise<void> {
      for (let left = source.isDemo ? DEMO_CALLS_A_TURN : 1; left > 0; left -= 1) if (!(await claimAndMakeCall())) return;
    },
  };
}
