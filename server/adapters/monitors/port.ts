import type { Fraction } from '#core/money/fraction.ts';
import type { Instant } from '#core/time.ts';

/** One competitor's published rate of a pair. */
export interface MonitorRate {
  readonly exchangerId: string;
  /** Empty if the monitor does not name the exchanger. */
  readonly exchanger: string;
  /** Outcome for one unit of income. */
  readonly rate: Fraction;
  /** The exchanger's reserve in units of the outcome; null if unreadable. */
  readonly reserve: Fraction | null;
}

/** Lists that a monitor published at one moment. */
export interface MonitorLists {
  readonly takenAt: Instant;
  /** Competitors of a pair by payment system codes, best for the customer first; empty if there are none. */
  ratesOf(incomeCode: string, outcomeCode: string): readonly MonitorRate[];
}

/** A monitor of exchangers with readable lists (domain 9, "Rate file"): the competitors' offers. */
export interface Monitor {
  readonly name: string;
  /** The latest lists; undefined if none is recent enough. Synchronous. */
  lists(now: Instant): MonitorLists | undefined;
  /** Reads at once and then periodically. */
  start(): void;
  stop(): void;
}
