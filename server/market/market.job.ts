import { SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Market } from './run-market.ts';

const TURN_EVERY_MS = SECOND_MS;

/** Takes prices every second. */
export const marketJobs = (deps: Pick<Deps, 'queue'>, market: Market): void =>
  deps.queue.every('market.turn', TURN_EVERY_MS, () => market.turn());
