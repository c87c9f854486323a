import type { Instant } from '#core/time.ts';

/** Source of time; tests use their own. */
export interface Clock {
  now(): Instant;
}

export const systemClock: Clock = { now: () => Date.now() };
