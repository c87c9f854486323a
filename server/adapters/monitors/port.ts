import type { Fraction } from '#core/money/fraction.ts';
import type { Instant } from '#core/time.ts';

/** One competitor's published rate of a pair. */
export interface MonitorRate {
  readonly exchangerId: string;
  /** Empty when the monitor does not name it. */
  readonly exchanger: string;
  /** Outcome for one unit of income. */
  readonly rate: Fraction;
  /** Units of the outcome that he says he has; null when he says nothing readable. */
  readonly reserve: Fraction | null;
}

/** What a monitor published at one moment. */
export interface MonitorLists {
  readonly takenAt: Instant;
  /** Competitors of a pair by payment system codes, best for the customer first; empty where nobody exchanges it. */
  of(incomeCode: string, outcomeCode: string): readonly MonitorRate[];
}

/** A monitor of exchangers whose lists can be read (domain 9, "Rate file"): what the others offer. */
export interface Monitor {
  readonly name: string;
  /** The newest lists; undefined while there are none younger than the monitor allows. Never waits. */
  lists(now: Instant): MonitorLists | undefined;
  /** Reads at once and again and again, by itself. */
  start(): void;
  stop(): void;
}
