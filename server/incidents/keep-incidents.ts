import type { IncidentKind } from '#core/incident.ts';
import type { Deps } from '#server/deps.ts';
import { healIncident } from './heal-incident.ts';
import { INCIDENTS_CHANNEL, raiseIncident } from './raise-incident.ts';
import { listStanding } from './list-standing.ts';
import { type Detail, updateDetail } from './store.ts';

/** What is wrong now, by subject. */
export type Trouble = Readonly<Record<string, Detail>>;

export interface IncidentKeeper {
  /** Raises what is new, heals what is gone; what is undecided, or another's to say, is left as it stands. */
  keep(kind: IncidentKind, trouble: Trouble, isLeft?: (subject: string) => boolean): Promise<void>;
  /** As `keep`; open incidents also take over a changed detail. For details that every process reads alike. */
  follow(kind: IncidentKind, trouble: Trouble): Promise<void>;
}

/**
 * Calls a person once when something goes wrong, and takes the call back when it is right again (domain 11, "Alarms"). What is known of a
 * cause stands in the database: what another process has raised goes on, and what a person has closed is not raised again before it was
 * right, whichever process looks.
 */
export function keepIncidents(deps: Pick<Deps, 'db' | 'random' | 'clock' | 'log' | 'live'>): IncidentKeeper {
  const keep: IncidentKeeper['keep'] = async (kind, trouble, isLeft = () => false) => {
    const standing = new Set(await listStanding(deps.db, kind));
    for (const [subject, detail] of Object.entries(trouble))
      if (!standing.has(subject)) await deps.db.tx((tx) => raiseIncident(deps, tx, { kind, subject, detail }));
    for (const subject of standing) {
      if (Object.hasOwn(trouble, subject) || isLeft(subject)) continue;
      await deps.db.tx((tx) => healIncident(deps, tx, { kind, subject }));
    }
  };
  return {
    keep,
    async follow(kind, trouble) {
      await keep(kind, trouble);
      for (const [subject, detail] of Object.entries(trouble))
        await deps.db.tx(async (tx) => {
          if (await updateDetail(tx, { kind, subject, detail })) await deps.live.notify(tx, INCIDENTS_CHANNEL, subject);
        });
    },
  };
}
