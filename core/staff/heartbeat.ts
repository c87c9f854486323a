import { type Instant, MINUTE_MS, SECOND_MS } from '#core/time.ts';

/** What a watcher outside is told: `jobs_late`: no job has run lately; `alarms_late`: an alarm was not passed on. */
export const HEARTBEAT_STATES = ['ok', 'jobs_late', 'alarms_late'] as const;
export type HeartbeatState = (typeof HEARTBEAT_STATES)[number];

/** How often the jobs report. */
export const JOBS_REPORT_MS = 15 * SECOND_MS;
const JOBS_LATE_MS = 90 * SECOND_MS;
const ALARMS_LATE_MS = 5 * MINUTE_MS;
/** How long a signed answer counts: a watcher refuses an older one. */
export const HEARTBEAT_VALID_MS = 2 * MINUTE_MS;

interface HeartbeatFacts {
  readonly now: Instant;
  /** The last report of the jobs; null: none yet. */
  readonly jobsAt: Instant | null;
  /** The oldest incident whose alarm has not begun; null: none. */
  readonly unalarmedSince: Instant | null;
}

/** The state of the service; late jobs come first, as they delay alarms too. */
export function heartbeatState({ now, jobsAt, unalarmedSince }: HeartbeatFacts): HeartbeatState {
  if (jobsAt === null || now - jobsAt > JOBS_LATE_MS) return 'jobs_late';
  return unalarmedSince !== null && now - unalarmedSince > ALARMS_LATE_MS ? 'alarms_late' : 'ok';
}
