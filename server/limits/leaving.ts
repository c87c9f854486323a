import type { AskedWhy } from '#core/limits.ts';
import type { PayoutPurpose, Subject } from '#core/payout.ts';
import type { Instant } from '#core/time.ts';

/** Where the money would go: masked, the digest that a proposal is bound by, and since when it waits to leave. */
export interface PayoutMark {
  readonly masked: Readonly<Record<string, string>>;
  readonly digest: string;
  readonly since: Instant;
}

/** What is about to leave, before anybody is called. */
export interface Leaving {
  readonly subject: Subject;
  readonly purpose: PayoutPurpose;
  readonly code: string;
  readonly rail: string;
  readonly wallet: string;
  readonly amount: bigint;
  /** Read only where a person must agree. */
  readonly mark: () => Promise<PayoutMark>;
  /** Why a person looks at it whatever it is worth: for who asks, or for where it goes. Empty: nobody needs to. */
  readonly looked: () => Promise<readonly AskedWhy[]>;
}
