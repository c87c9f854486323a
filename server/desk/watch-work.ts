import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import type { IncidentKind } from '#core/incident.ts';
import { MINUTE_MS } from '#core/time.ts';
import { laneRule } from '#core/work.ts';
import type { Deps } from '#server/deps.ts';
import { wereCausesCalled } from '#server/incidents/causes.ts';
import { healIncident } from '#server/incidents/heal-incident.ts';
import { listStanding } from '#server/incidents/list-standing.ts';
import { type Incident, raiseForCauses } from '#server/incidents/raise-incident.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findLateWork, type LateRow, type WorkLanes } from '#server/work/count-work.ts';

type WatchDeps = Pick<Deps, 'db' | 'clock' | 'rails' | 'random' | 'log' | 'live'>;

const WATCHED = [
  'queue_due',
  'queue_late',
  'card_check_late',
  'support_late',
  'withdrawal_late',
] as const satisfies readonly IncidentKind[];
type Watched = (typeof WATCHED)[number];

/** The alarm that a row raises: half of the promise, or all of it, is over. */
function alarmOf({ lane, is_late: isLate }: LateRow): Watched | undefined {
  if (!isLate) return 'queue_due';
  return WATCHED.find((kind) => kind === laneRule(lane).alarm);
}

/** Items that an alarm's detail names, the longest late first. */
const MAX_NAMED = 5;

interface Trouble {
  readonly detail: Incident['detail'];
  /** Items of the lane that are late. */
  readonly causes: readonly string[];
}

function troublesOf(row: LateRow, now: number): [string, Trouble][] {
  if (row.is_late && laneRule(row.lane).alarmPer === 'item')
    return row.subjects.map((id) => [id, { detail: row.lane === 'withdrawals' ? { withdrawal_id: id } : {}, causes: [id] }]);
  const detail = {
    waiting: String(row.count),
    ...(row.order_id === null ? {} : { order: row.order_id }),
    waiting_minutes: String(Math.floor((now - row.since.getTime()) / MINUTE_MS)),
    items: row.subjects.slice(0, MAX_NAMED).join(', '),
  };
  return [[row.lane, { detail, causes: row.subjects }]];
}

const TakenRow = z.object({ taken: z.boolean() });

/** False: another process is looking at this moment, or has called with a clock that is ahead of this one's. */
async function takeTurn(tx: Tx, now: number): Promise<boolean> {
  const { taken } = await tx.one(TakenRow, sql`select pg_try_advisory_xact_lock(hashtextextended('watch work', 12)) as taken`);
  return taken && !(await wereCausesCalled(tx, { after: now, until: now + MINUTE_MS }));
}

/**
 * Calls people to what waits for them (domain 11, "Alarms": "queue older than promised"; R72): once when half of its promise is over
 * and nobody has taken it, and when the promise is. Each item calls, also beside others that are late for long and after a person has
 * closed the alarm of those. An alarm ends when nothing of its lane waits.
 */
export async function watchWork(deps: WatchDeps, lanes: WorkLanes): Promise<void> {
  await deps.db.tx(async (tx) => {
    const now = deps.clock.now();
    if (!(await takeTurn(tx, now))) return;
    const rows = await findLateWork(deps, tx, lanes);
    for (const kind of WATCHED) {
      const troubles = new Map(rows.filter((row) => alarmOf(row) === kind).flatMap((row) => troublesOf(row, now)));
      for (const [subject, trouble] of troubles) await raiseForCauses(deps, tx, { kind, subject, ...trouble });
      for (const subject of await listStanding(tx, kind)) if (!troubles.has(subject)) await healIncident(deps, tx, { kind, subject });
    }
  });
}

export const workJobs = (deps: Deps, lanes: WorkLanes): void =>
  deps.queue.every('watch-work', MINUTE_MS, async () => await watchWork(deps, lanes));
