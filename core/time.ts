/** A moment: milliseconds since 1970-01-01 UTC. `core` never reads a clock; moments are arguments. */
export type Instant = number;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** `before` is excluded. */
export interface Period {
  readonly since: Instant;
  readonly before: Instant;
}

/** Later than any stored moment. */
export const FOREVER: Instant = Date.UTC(9999, 0);

/** RFC 3339 in UTC, the only form of time on the wire. */
export const toRfc3339 = (at: Instant): string => new Date(at).toISOString();

/** Time zone of the shop, its banks and all displayed times (spec 9). Server and browser must render the same text, so it is fixed. */
export const SHOP_TIME_ZONE = 'Europe/Moscow';
/** Offset of Moscow time, which has been UTC+3 all year since 2014. */
export const MOSCOW_OFFSET_MS = 3 * HOUR_MS;
