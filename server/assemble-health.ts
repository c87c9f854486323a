import { hostname } from 'node:os';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Base } from './assemble-base.ts';
import type { Deps } from './deps.ts';
import { createIncidentTracker } from './incidents/incident-tracker.ts';
import { raiseIncident } from './incidents/raise-incident.ts';
import { classifyDiskSpace, readDiskSpace } from './platform/local-resources.ts';
import { type Health, processName, writeProcessRow } from './platform/health.ts';

/** Readiness: what this process needs to take and keep customers' money. Each check writes, because a full disk reads well. */
export function assembleHealth({ clock, random }: Base, deps: Deps, phase: Health['phase']): Health {
  const id = random.uuid();
  return {
    phase,
    checks: {
      database: () => writeProcessRow({ db: deps.db, clock }, id),
      queue: () => deps.db.many(AnyRow, sql`select 1 from pgboss.queue limit 1`),
      files: () => deps.files.probe(),
    },
    facts: () => ({ clock_skew_ms: clock.skewMs() }),
  };
}

/** A machine whose own clock is off calls a person: nothing goes by it, but logs and whatever else runs there do. */
export function watchClock({ clock }: Base, deps: Deps): void {
  clock.onSkew((skewMs) => {
    const incident = { kind: 'clock_skew', subject: hostname(), detail: { skew_ms: String(skewMs), process: processName() } } as const;
    deps.db
      .tx(async (tx) => await raiseIncident(deps, tx, incident))
      .catch((error: unknown) => deps.log.warn({ error, skew_ms: skewMs }, 'clock_skew_not_raised'));
  });
}

const MEBIBYTE = 2 ** 20;

/** A disk that fills up calls a person before nothing can be kept any more (domain 11, "Alarms": "disk low"). */
export function diskJobs(deps: Deps, folder: string): void {
  const keeper = createIncidentTracker(deps);
  const subject = hostname();
  deps.queue.every('watch-disk', MINUTE_MS, async () => {
    const room = await readDiskSpace(folder);
    const judged = classifyDiskSpace(room);
    const detail = { free_mib: String(Math.floor(room.freeBytes / MEBIBYTE)) };
    // Each machine speaks of its own disk: another's room says nothing about this one
    await keeper.reconcile('disk_low', judged === 'low' ? { [subject]: detail } : {}, (one) => one !== subject || judged === 'between');
  });
}
