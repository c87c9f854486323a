import type { IncidentKind } from '#core/staff/incident.ts';
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

/**
 * Raises an incident once when a problem appears in any process, and resolves it at its end (domain 11, "Alarms"). If an operator closes it
 * earlier, only a new problem raises it again.
 */
export function createIncidentTracker(deps: Pick<Deps, 'db' | 'random' | 'clock' | 'log' | 'live'>): IncidentTracker {
  const reconcile: IncidentTracker['reconcile'] = async (kind, problems, isIgnored = () => false) => {
    const active = new Set(await listActiveSubjects(deps.db, kind));
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
