import { mergePoints, thinPoints } from '#core/crypto-stats/chart-points.ts';
import { backOffMs, nextStatsCall, STALE_STATS_FAILURES, STALE_STATS_MS, type StatsCall } from '#core/crypto-stats/next-call.ts';
import { HISTORY_PERIODS } from '#core/history/period.ts';
import { type Instant, SECOND_MS } from '#core/time.ts';
import { type CoinStats, type MarketStats, type StatsResult, StatsUnavailable } from '#server/adapters/market-stats/port.ts';
import type { Deps } from '#server/deps.ts';
import { createIncidentTracker } from '#server/incidents/incident-tracker.ts';
import type { Tx } from '#server/platform/db/db.ts';
import {
  claimSource,
  countCall,
  dayOf,
  deleteDemoData,
  deleteOtherCoins,
  findChart,
  listChartStates,
  listCoins,
  markChartRequested,
  releaseSource,
  saveChart,
  saveCoins,
  saveFailure,
  saveListRequest,
  saveSuccess,
  type SourceRow,
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

interface Fetcher extends FetchDeps {
  readonly source: MarketStats;
  readonly dailyCalls: number;
}

/** Traded symbols that the provider has. */
const supportedSymbols = ({ source, catalogue }: Pick<Fetcher, 'source' | 'catalogue'>): ReadonlySet<string> =>
  new Set([...tradedSymbols({ catalogue })].filter((symbol) => source.supports(symbol)));

async function planCall(fetcher: Fetcher, row: SourceRow, now: Instant): Promise<StatsCall | null> {
  const { db, source, dailyCalls } = fetcher;
  const [coins, charts] = await Promise.all([listCoins(db), listChartStates(db)]);
  const ours = supportedSymbols(fetcher);
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

type List = 'top' | 'ours';

interface ListAnswer {
  readonly list: List;
  readonly answer: StatsResult<readonly CoinStats[]>;
  readonly now: Instant;
}

async function saveList(tx: Tx, fetcher: Fetcher, { list, answer, now }: ListAnswer): Promise<void> {
  await saveListRequest(tx, list, { now, etag: answer.kind === 'changed' ? answer.etag : undefined });
  if (answer.kind === 'unchanged') return;
  // Demo data must not become the past of real data
  if (!fetcher.source.isDemo) await deleteDemoData(tx);
  await saveCoins(tx, answer.value, fetcher.source);
  if (list === 'top' && answer.value.length > 0)
    await deleteOtherCoins(tx, [...answer.value.map(({ symbol }) => symbol), ...supportedSymbols(fetcher)]);
}

async function fetchList(fetcher: Fetcher, list: List, { row, now }: { readonly row: SourceRow; readonly now: Instant }): Promise<void> {
  const { db, source } = fetcher;
  const answer =
    list === 'top'
      ? await source.top({ ourSymbols: tradedSymbols(fetcher), etag: row.top_etag, now })
      : await source.coins({ symbols: supportedSymbols(fetcher), etag: row.ours_etag, now });
  await db.tx(async (tx) => {
    await saveSuccess(tx, now);
    await saveList(tx, fetcher, { list, answer, now });
  });
}

async function fetchChart({ db, source }: Fetcher, call: Extract<StatsCall, { kind: 'chart' }>, now: Instant): Promise<void> {
  const coin = (await listCoins(db)).find(({ symbol }) => symbol === call.symbol);
  const stored = await findChart(db, call);
  // Marked before the call: after a failure the next turn requests another chart
  await markChartRequested(db, call, now);
  if (coin === undefined) return;
  const previous = stored?.isDemo === source.isDemo ? stored : undefined;
  const answer = await source.chart({ ...call, coinId: coin.coinId, etag: previous?.etag ?? null, now });
  await db.tx(async (tx) => {
    await saveSuccess(tx, now);
    if (answer?.kind !== 'changed' || answer.value.length === 0) return;
    const points = thinPoints(call.period === 'all' ? mergePoints(previous?.points ?? [], answer.value) : answer.value);
    await saveChart(tx, call, { points, asOf: points.at(-1)?.at ?? now, etag: answer.etag, now, isDemo: source.isDemo });
  });
}

async function makeCall(
  fetcher: Fetcher,
  call: StatsCall,
  { row, now }: { readonly row: SourceRow; readonly now: Instant },
): Promise<void> {
  await countCall(fetcher.db, now);
  try {
    await (call.kind === 'chart' ? fetchChart(fetcher, call, now) : fetchList(fetcher, call.kind, { row, now }));
  } catch (error) {
    if (!(error instanceof StatsUnavailable)) throw error;
    const wait = backOffMs({ failures: row.failures + 1, requestedWaitMs: error.retryAfterMs, jitter: randomShare(fetcher) });
    const reason = error.message.replace(/\s+/g, ' ').slice(0, MAX_ERROR_CHARS);
    await saveFailure(fetcher.db, { now, error: reason, until: now + wait });
    if (row.failures === 0) fetcher.log.warn({ source: fetcher.source.name, reason }, 'market_stats_failed');
  }
}

/** The incident while the provider has failed until its data is stale; otherwise none. */
function incidentOf(source: MarketStats, row: SourceRow, now: Instant): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const since = (row.answered_at ?? row.began_at)?.getTime() ?? now;
  const isLost = row.failures >= STALE_STATS_FAILURES && now - since >= STALE_STATS_MS;
  return isLost ? { [source.name]: { error: row.last_error, failures: row.failures } } : {};
}

/**
 * Polls the provider of crypto statistics, one call at a time in one process at a time, in the order of `nextStatsCall`. Stored answers
 * stay while it fails (domain 9).
 */
export function createStatsFetcher(deps: FetchDeps, source: MarketStats, { dailyCalls }: { readonly dailyCalls: number }) {
  const fetcher: Fetcher = { ...deps, source, dailyCalls };
  const incidents = createIncidentTracker(deps);

  /** False: no call is due. */
  async function makeDueCall(row: SourceRow): Promise<boolean> {
    const now = deps.clock.now();
    await incidents.reconcile('market_stats_lost', incidentOf(source, row, now));
    if (row.back_off_until !== null && row.back_off_until.getTime() > now) return false;
    const call = await planCall(fetcher, row, now);
    if (call !== null) await makeCall(fetcher, call, { row, now });
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

/** At most ten calls a minute, the usual limit of free plans. */
const TURN_EVERY_MS = 6 * SECOND_MS;

/** Loop of the jobs role that polls the provider of crypto statistics. */
export function cryptoStatsJobs(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'log' | 'live' | 'catalogue' | 'queue'>,
  source: MarketStats,
  limits: { readonly dailyCalls: number },
): void {
  const fetcher = createStatsFetcher(deps, source, limits);
  deps.queue.every('crypto-stats.turn', TURN_EVERY_MS, () => fetcher.turn());
}
