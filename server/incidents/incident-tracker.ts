import type { IncidentKind } from '#core/staff/incident.ts';
import { type Instant, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { INCIDENTS_CHANNEL, raiseIncident, resolveIncident } from './raise-incident.ts';
import { listActiveSubjects } from './queries.ts';
import { type Detail, updateDetail } from './store.ts';

/** Current problems by subject. */
export type Problems = Readonly<Record<string, Detail>>;

export interface IncidentTracker {
  /**
   * Raises incidents for new problems and resolves those that are over. `isIgnored`: subjects to leave unchanged, because they are
   * undecided or owned by another process.
   */
  reconcile(kind: IncidentKind, problems: Problems, isIgnored?: (subject: string) => boolean): Promise<void>;
  /** As `reconcile`; open incidents also take over changed details. For kinds whose details are equal in all processes. */
  reconcileDetails(kind: IncidentKind, problems: Problems): Promise<void>;
}

/** How soon a process without problems notices that another process raised an incident, which it then resolves. */
const RECHECK_MS = 5 * SECOND_MS;

/**
 * Raises an incident once when a problem appears in any process, and resolves it at its end (domain 11, "Alarms"). If an operator closes it
 * earlier, only a new problem raises it again.
 */
export function createIncidentTracker(deps: Pick<Deps, 'db' | 'random' | 'clock' | 'log' | 'live'>): IncidentTracker {
  /** Until when no incident of a kind is expected in the database, unless this process raises one. */
  const noneUntil = new Map<IncidentKind, Instant>();
  const reconcile: IncidentTracker['reconcile'] = async (kind, problems, isIgnored = () => false) => {
    const hasProblems = Object.keys(problems).length > 0;
    const now = deps.clock.now();
    const waitMs = (noneUntil.get(kind) ?? now) - now;
    // A longer wait than was set: the clock was put back
    if (!hasProblems && waitMs > 0 && waitMs <= RECHECK_MS) return;
    const active = new Set(await listActiveSubjects(deps.db, kind));
    noneUntil.set(kind, hasProblems || active.size > 0 ? now : now + RECHECK_MS);
    for (const [subject, detail] of Object.entries(problems))
      if (!active.has(subject)) await deps.db.tx((tx) => raiseIncident(deps, tx, { kind, subject, detail }));
    for (const subject of active) {
      if (Object.hasOwn(problems, subject) || isIgnored(subject)) continue;
      await deps.db.tx((tx) => resolveIncident(deps, tx, { kind, subject }));
    }
  };
  return {
    reconcile,
    async reconcileDetails(kind, problems) {
      await reconcile(kind, problems);
      for (const [subject, detail] of Object.entries(problems))
        await deps.db.tx(async (tx) => {
          if (await updateDetail(tx, { kind, subject, detail })) await deps.live.notify(tx, INCIDENTS_CHANNEL, subject);
        });
    },
  };
}
