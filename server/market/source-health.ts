import type { Combined, MissingPrice } from '#core/pricing/combine-sources.ts';
import { type Instant, SECOND_MS } from '#core/time.ts';
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
    missing.map(({ symbol, reason, candidates, rejected }) => {
      const dropped = [...candidates, ...rejected].flatMap((reading) =>
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

/** Length of the exponential average in turns: the weight of a turn fades within hours. */
const MEMORY_TURNS = 3_000;

/** Share of each source's recent readings that were used in a price. */
export interface Usage {
  count(combined: Combined): void;
  /** Parts per million; null: the source gave no readings. */
  ppmOf(source: string): number | null;
}

export function createUsage(): Usage {
  const counts = new Map<string, { total: number; used: number }>();
  return {
    count({ prices, missing }) {
      const turnCounts = new Map<string, { total: number; used: number }>();
      const add = (source: string, isUsed: boolean) => {
        const previous = turnCounts.get(source) ?? { total: 0, used: 0 };
        turnCounts.set(source, { total: previous.total + 1, used: previous.used + (isUsed ? 1 : 0) });
      };
      for (const { candidates, rejected } of [...prices.values(), ...missing]) {
        for (const { source, dropped } of candidates) if (dropped !== 'reference_not_needed') add(source, dropped === null);
        for (const { source } of rejected) add(source, false);
      }
      const decay = 1 - 1 / MEMORY_TURNS;
      for (const [source, { total, used }] of turnCounts) {
        const previous = counts.get(source) ?? { total: 0, used: 0 };
        counts.set(source, { total: previous.total * decay + total, used: previous.used * decay + used });
      }
    },
    ppmOf(source) {
      const count = counts.get(source);
      return count && count.total > 0 ? Math.round((count.used / count.total) * 1_000_000) : null;
    },
  };
}
