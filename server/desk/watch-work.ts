import { oneOf } from '#core/closed-list.ts';
import type { IncidentKind } from '#core/staff/incident.ts';
import { MINUTE_MS } from '#core/time.ts';
import { laneRule } from '#core/staff/work.ts';
import type { Deps } from '#server/deps.ts';
import { listActiveSubjects } from '#server/incidents/queries.ts';
import { type Incident, raiseForNewCauses, resolveIncident, wereCausesRaised } from '#server/incidents/raise-incident.ts';
import { col, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { findLateWork, type LateRow, type WorkLanes } from '#server/work/lane.ts';

type WatchDeps = Pick<Deps, 'db' | 'clock' | 'rails' | 'random' | 'log' | 'live'>;

const WORK_ALARMS = [
  'queue_due',
  'queue_late',
  'card_check_late',
  'support_late',
  'withdrawal_late',
] as const satisfies readonly IncidentKind[];
type WorkAlarm = (typeof WORK_ALARMS)[number];

/** The alarm of a row: `queue_due` after half of its promised time, the lane's own alarm after all of it. */
function alarmKindOf({ lane, is_late: isLate }: LateRow): WorkAlarm | undefined {
  if (!isLate) return 'queue_due';
  return oneOf(WORK_ALARMS, laneRule(lane).alarm);
}

/** Number of items named in an alarm's detail; those that are late longest come first. */
const MAX_NAMED = 5;

interface Alarm {
  readonly detail: Incident['detail'];
  /** The late items. */
  readonly causes: readonly string[];
}

function alarmsOf(row: LateRow, now: number): [string, Alarm][] {
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

const LockRow = rowType({ has_lock: col.bool });

/**
 * False if another process is checking now, or has already raised alarms with a clock ahead of this
 * one.
 */
async function tryLockWatch(tx: Tx, now: number): Promise<boolean> {
  const { has_lock: hasLock } = await tx.one(
    LockRow,
    sql`select pg_try_advisory_xact_lock(hashtextextended('watch work', 12)) as has_lock`,
  );
  return hasLock && !(await wereCausesRaised(tx, { after: now, until: now + MINUTE_MS }));
}

/**
 * Raises an alarm, once per item, for unclaimed work at half of the promised time, and for all work at its end (domain 11, R72). Resolves
 * it when the lane has no such item.
 */
export async function watchWork(deps: WatchDeps, lanes: WorkLanes): Promise<void> {
  await deps.db.tx(async (tx) => {
    const now = deps.clock.now();
    if (!(await tryLockWatch(tx, now))) return;
    const rows = await findLateWork(deps, tx, lanes);
    for (const kind of WORK_ALARMS) {
      const alarms = new Map(rows.filter((row) => alarmKindOf(row) === kind).flatMap((row) => alarmsOf(row, now)));
      for (const [subject, alarm] of alarms) await raiseForNewCauses(deps, tx, { kind, subject, ...alarm });
      for (const subject of await listActiveSubjects(tx, kind))
        if (!alarms.has(subject)) await resolveIncident(deps, tx, { kind, subject });
    }
  });
}

export const workJobs = (deps: Deps, lanes: WorkLanes): void =>
  deps.queue.every('watch-work', MINUTE_MS, async () => await watchWork(deps, lanes));
