import type { ApprovalReason } from '#core/payout/payout-limits.ts';
import type { PayoutPurpose, Subject } from '#core/payout/payout.ts';
import type { Instant } from '#core/time.ts';

/** Destination of a payout: masked, the digest that binds a proposal to it, and since when the payout is due. */
export interface PayoutDestination {
  readonly masked: Readonly<Record<string, string>>;
  readonly digest: string;
  readonly since: Instant;
}

/** A payout about to be claimed, before the provider is called. */
export interface PendingPayout {
  readonly subject: Subject;
  readonly purpose: PayoutPurpose;
  readonly code: string;
  readonly rail: string;
  readonly wallet: string;
  readonly amount: bigint;
  /** Read only if an approval is needed. */
  readonly destination: () => Promise<PayoutDestination>;
  /** Reasons for an approval that do not depend on the amount; empty: none. */
  readonly extraReasons: () => Promise<readonly ApprovalReason[]>;
}
