import { type MarketStatsAttributes, officeAskMarketStats, officeGetMarketStats } from '#contract/public/crypto-stats.ts';
import { listIntervalMs, STALE_STATS_MS } from '#core/crypto-stats/next-call.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { dayOf, findSource, listCoins, makeListsDue, type SourceRow } from './store.ts';

/** Settings of the provider of statistics. `name` null: switched off. */
export interface StatsSettings {
  readonly name: string | null;
  readonly isDemo: boolean;
  readonly dailyCalls: number;
}

/** Number of the largest coins whose age decides the health. */
const TOP_COINS = 15;

const timeText = (at: Date | null): string | null => at && toRfc3339(at.getTime());

function healthOf({ name }: StatsSettings, { failures }: SourceRow, ageMs: number | null): MarketStatsAttributes['health'] {
  if (name === null) return 'off';
  if (failures === 0 && ageMs === null) return 'waiting';
  return ageMs === null || ageMs > STALE_STATS_MS ? 'lost' : failures > 0 ? 'failing' : 'live';
}

async function presentStats(deps: Pick<Deps, 'clock'>, db: Queryable, settings: StatsSettings) {
  const [row, coins, now] = [await findSource(db), await listCoins(db), deps.clock.now()];
  const oldest = Math.min(...coins.slice(0, TOP_COINS).map(({ asOf }) => asOf));
  const ageMs = Number.isFinite(oldest) ? Math.max(0, now - oldest) : null;
  const attributes: MarketStatsAttributes = {
    name: settings.name,
    is_demo: settings.isDemo,
    health: healthOf(settings, row, ageMs),
    asked_at: timeText(row.asked_at),
    answered_at: timeText(row.answered_at),
    data_age_ms: ageMs,
    failures: row.failures,
    last_error: row.last_error,
    last_error_at: timeText(row.last_error_at),
    back_off_until: row.back_off_until !== null && row.back_off_until.getTime() > now ? timeText(row.back_off_until) : null,
    calls_today: row.calls_day === dayOf(now) ? row.calls : 0,
    daily_calls: settings.dailyCalls,
    list_every_ms: listIntervalMs({ dailyCalls: settings.dailyCalls, needsOurs: true }),
    coins: coins.length,
  };
  return { type: 'market_statistics', id: 'source', attributes };
}

/** Office endpoints of the provider of crypto statistics (domain 10). */
export const officeCryptoStatsRoutes = (deps: Pick<Deps, 'db' | 'clock' | 'random' | 'secrets'>, settings: StatsSettings): Route[] => [
  route(officeGetMarketStats, async () => accept({ data: await presentStats(deps, deps.db, settings) })),
  route(officeAskMarketStats, async ({ visitor, tx }) => {
    if (settings.name === null) return refuse({ code: 'not_found' });
    const before = await findSource(tx);
    await makeListsDue(tx);
    await recordAudit(deps, tx, {
      actorId: visitor.userId,
      action: 'ask_market_stats',
      subjectType: 'market_stats',
      subjectId: settings.name,
      detail: { failures: before.failures, back_off_until: timeText(before.back_off_until) },
    });
    return accept({ data: await presentStats(deps, tx, settings) });
  }),
];
