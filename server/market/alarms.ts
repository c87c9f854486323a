import type { MissingPrice } from '#core/pricing/combine-sources.ts';
import { SECOND_MS, type Instant } from '#core/time.ts';
import type { IncidentKind } from '#core/incident.ts';
import type { Deps } from '#server/deps.ts';
import { healIncident } from '#server/incidents/heal-incident.ts';
import { listOpenSubjects } from '#server/incidents/list-open-subjects.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import type { RunningSource } from './run-source.ts';

type AlarmDeps = Pick<Deps, 'db' | 'random' | 'clock' | 'log' | 'live'>;

/** A source that gives no answer for so long, and for three of its own turns, is lost. */
const LOST_AFTER_MS = 30 * SECOND_MS;
const LOST_AFTER_FAILURES = 3;

type Trouble = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function lostSources(running: readonly RunningSource[], now: Instant, since: Instant): Trouble {
  return Object.fromEntries(
    running.flatMap(({ source, health }) => {
      const { failures, answeredAt, lastError } = health();
      const isLost = failures >= LOST_AFTER_FAILURES && now - (answeredAt ?? since) >= LOST_AFTER_MS;
      return isLost ? [[source.name, { error: lastError, failures }] as const] : [];
    }),
  );
}

const missingPrices = (missing: readonly MissingPrice[]): Trouble =>
  Object.fromEntries(
    missing.map(({ symbol, reason, candidates, refused }) => {
      const dropped = [...candidates, ...refused].flatMap((word) => (word.dropped === null ? [] : [`${word.source}: ${word.dropped}`]));
      return [symbol, { reason, dropped: [...new Set(dropped)] }];
    }),
  );

/**
 * Calls a person once when a source or a price goes away, and takes the call back when it is there again (domain 11, "Alarms"). What
 * another process has raised goes on.
 */
export function createMarketAlarms(deps: AlarmDeps) {
  const since = deps.clock.now();
  const open = new Map<IncidentKind, Set<string>>();

  async function keep(kind: IncidentKind, trouble: Trouble): Promise<void> {
    const raised = open.get(kind) ?? new Set(await listOpenSubjects(deps.db, kind));
    open.set(kind, raised);
    for (const [subject, detail] of Object.entries(trouble)) {
      if (raised.has(subject)) continue;
      await deps.db.tx((tx) => raiseIncident(deps, tx, { kind, subject, detail }));
      raised.add(subject);
    }
    for (const subject of raised) {
      if (Object.hasOwn(trouble, subject)) continue;
      await deps.db.tx((tx) => healIncident(deps, tx, { kind, subject }));
      raised.delete(subject);
    }
  }

  return {
    async tell(running: readonly RunningSource[], missing: readonly MissingPrice[]): Promise<void> {
      // An owner who has chosen no sources yet knows that he has no prices
      await keep('price_missing', running.length === 0 ? {} : missingPrices(missing));
      await keep('rate_source_lost', lostSources(running, deps.clock.now(), since));
    },
    /** Another process may close and raise from here on. */
    forget: () => open.clear(),
  };
}
