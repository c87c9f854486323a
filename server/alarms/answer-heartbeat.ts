import { getHeartbeat, type HeartbeatAttributes } from '#contract/public/heartbeat.ts';
import { accept } from '#core/result.ts';
import { HEARTBEAT_VALID_MS, heartbeatState, JOBS_REPORT_MS } from '#core/staff/heartbeat.ts';
import { SECOND_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createShortCache } from '#server/history/short-cache.ts';
import { readUnalarmed } from '#server/incidents/queries.ts';
import { col, rowType, sql } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { compactJws, publicPartOf } from '#server/platform/jws.ts';

type HeartbeatDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'settings'>;

/** One answer serves all callers for so long: the call costs two small reads in ten seconds. */
const CACHE_MS = 10 * SECOND_MS;

const ReportRow = rowType({ at: col.timestamp });

/** Records that jobs run and the database can be written. */
export const reportJobs = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  void (await db.run(sql`
    insert into jobs_report (at) values (${new Date(clock.now())}) on conflict (only_row) do update set at = excluded.at`));

export const reportJob = (deps: Pick<Deps, 'db' | 'clock' | 'queue'>): void =>
  deps.queue.every('report-jobs', JOBS_REPORT_MS, () => reportJobs(deps));

const inSeconds = (at: number): number => Math.floor(at / SECOND_MS);

async function readHeartbeat({ db, clock, secrets, settings }: HeartbeatDeps): Promise<HeartbeatAttributes> {
  const [report, unalarmed] = await Promise.all([db.maybe(ReportRow, sql`select at from jobs_report`), readUnalarmed(db)]);
  const now = clock.now();
  const jobsAt = report?.at.getTime() ?? null;
  const state = heartbeatState({ now, jobsAt, unalarmedSince: unalarmed?.getTime() ?? null });
  const key = secrets.signingKey('heartbeat');
  const claims = {
    iss: settings.publicUrl,
    iat: inSeconds(now),
    exp: inSeconds(now + HEARTBEAT_VALID_MS),
    state,
    jobs_at: jobsAt === null ? null : inSeconds(jobsAt),
  };
  return {
    state,
    at: toRfc3339(now),
    jobs_at: jobsAt === null ? null : toRfc3339(jobsAt),
    signature: compactJws(claims, key),
    public_key: publicPartOf(key),
  };
}

/** The heartbeat that a watcher outside asks for. Without a database it fails, which the watcher sees too. */
export function heartbeatRoutes(deps: HeartbeatDeps): Route[] {
  const cached = createShortCache<HeartbeatAttributes>(deps, CACHE_MS);
  return [
    route(getHeartbeat, async () =>
      accept({ data: { type: 'heartbeats', id: 'now', attributes: await cached('now', () => readHeartbeat(deps)) } }),
    ),
  ];
}
