import type { Instant } from '#core/time.ts';

/** One acquirer as its shop describes it, and how it was last heard of. Reasons are words of ours or of the wire, never a text of theirs. */
export interface AcquirerState {
  readonly name: string;
  readonly title: string;
  readonly rail: string;
  readonly kind: 'form' | 'redirect';
  readonly isTest: boolean;
  readonly origins: readonly string[];
  readonly believed: 'signed' | 'asked';
  readonly isAsked: boolean;
  readonly givesBack: boolean;
  readonly currencies: readonly string[];
  readonly lastCallbackAt: Instant | null;
  readonly lastRefusedAt: Instant | null;
  readonly lastRefusedWhy: string | null;
  readonly lastAnswerAt: Instant | null;
  readonly lastFailureAt: Instant | null;
  readonly lastFailure: string | null;
  readonly openRefunds: number;
}

/** Tells of all acquirers of a shop, in the order of its file. */
export type WatchAcquirers = () => Promise<readonly AcquirerState[]>;
