/** A moment: milliseconds since 1970-01-01 UTC. `core` never reads a clock; moments are arguments. */
export type Instant = number;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** RFC 3339 in UTC, the only form of time on the wire. */
export const toRfc3339 = (at: Instant): string => new Date(at).toISOString();
