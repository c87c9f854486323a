import type { IncidentKind } from '#core/incident.ts';
import type { Deps } from '#server/deps.ts';
import { healIncident } from './heal-incident.ts';
import { listOpenSubjects } from './list-open-subjects.ts';
import { raiseIncident } from './raise-incident.ts';
import type { Detail } from './store.ts';

/** What is wrong now, by subject. */
export type Trouble = Readonly<Record<string, Detail>>;

export interface IncidentKeeper {
  /** Raises what is new, heals what is gone; what is neither is left as it stands. */
  keep(kind: IncidentKind, trouble: Trouble, undecided?: ReadonlySet<string>): Promise<void>;
  /** Another process may close and raise from here on. */
  forget(): void;
}

/**
 * Calls a person once when something goes wrong, and takes the call back when it is right again (domain 11, "Alarms"). What another
 * process has raised goes on; what a person has closed is not raised again before it was right.
 */
export function keepIncidents(deps: Pick<Deps, 'db' | 'random' | 'clock' | 'log' | 'live'>): IncidentKeeper {
  const open = new Map<IncidentKind, Set<string>>();
  return {
    async keep(kind, trouble, undecided = new Set()) {
      const raised = open.get(kind) ?? new Set(await listOpenSubjects(deps.db, kind));
      open.set(kind, raised);
      for (const [subject, detail] of Object.entries(trouble)) {
        if (raised.has(subject)) continue;
        await deps.db.tx((tx) => raiseIncident(deps, tx, { kind, subject, detail }));
        raised.add(subject);
      }
      for (const subject of raised) {
        if (Object.hasOwn(trouble, subject) || undecided.has(subject)) continue;
        await deps.db.tx((tx) => healIncident(deps, tx, { kind, subject }));
        raised.delete(subject);
      }
    },
    forget: () => open.clear(),
  };
}
