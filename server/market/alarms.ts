import type { MissingPrice } from '#core/pricing/combine-sources.ts';
import { SECOND_MS, type Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { keepIncidents, type Trouble } from '#server/incidents/keep-incidents.ts';
import type { RunningSource } from './run-source.ts';

type AlarmDeps = Pick<Deps, 'db' | 'random' | 'clock' | 'log' | 'live'>;

/** A source that gives no answer for so long, and for three of its own turns, is lost. */
const LOST_AFTER_MS = 30 * SECOND_MS;
const LOST_AFTER_FAILURES = 3;

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

/** Calls a person once when a source or a price goes away, and takes the call back when it is there again (domain 11, "Alarms"). */
export function createMarketAlarms(deps: AlarmDeps) {
  const since = deps.clock.now();
  const keeper = keepIncidents(deps);
  return async (running: readonly RunningSource[], missing: readonly MissingPrice[]): Promise<void> => {
    // An owner who has chosen no sources yet knows that he has no prices
    await keeper.keep('price_missing', running.length === 0 ? {} : missingPrices(missing));
    await keeper.keep('rate_source_lost', lostSources(running, deps.clock.now(), since));
  };
}
