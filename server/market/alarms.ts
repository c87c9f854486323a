import type { MissingPrice } from '#core/pricing/combine-sources.ts';
import { SECOND_MS, type Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createIncidentTracker, type Problems } from '#server/incidents/incident-tracker.ts';
import type { RunningSource } from './run-source.ts';

type AlarmDeps = Pick<Deps, 'db' | 'random' | 'clock' | 'log' | 'live'>;

/** A source is lost after both: this long without an answer, and three failed requests in a row. */
const LOST_AFTER_MS = 30 * SECOND_MS;
const LOST_AFTER_FAILURES = 3;

function lostSources(running: readonly RunningSource[], now: Instant, startedAt: Instant): Problems {
  return Object.fromEntries(
    running.flatMap(({ source, health }) => {
      const { failures, answeredAt, lastError } = health();
      const isLost = failures >= LOST_AFTER_FAILURES && now - (answeredAt ?? startedAt) >= LOST_AFTER_MS;
      return isLost ? [[source.name, { error: lastError, failures }] as const] : [];
    }),
  );
}

const missingPrices = (missing: readonly MissingPrice[]): Problems =>
  Object.fromEntries(
    missing.map(({ symbol, reason, candidates, rejected: refused }) => {
      const dropped = [...candidates, ...refused].flatMap((reading) =>
        reading.dropped === null ? [] : [`${reading.source}: ${reading.dropped}`],
      );
      return [symbol, { reason, dropped: [...new Set(dropped)] }];
    }),
  );

/** Opens one incident when a source or a price is lost, and closes the incident when the source or price is back (domain 11, "Alarms"). */
export function createMarketAlarms(deps: AlarmDeps) {
  const startedAt = deps.clock.now();
  const incidents = createIncidentTracker(deps);
  return async (running: readonly RunningSource[], missing: readonly MissingPrice[]): Promise<void> => {
    // No alarm before the owner has chosen any source
    await incidents.reconcile('price_missing', running.length === 0 ? {} : missingPrices(missing));
    await incidents.reconcile('rate_source_lost', lostSources(running, deps.clock.now(), startedAt));
  };
}
