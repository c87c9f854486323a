import type { Instant } from '#core/time.ts';

/** Where the server reads time; tests give their own. */
export interface Clock {
  now(): Instant;
}

export const systemClock: Clock = { now: () => Date.now() };
