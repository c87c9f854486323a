import type { Fee } from '#core/order/cause.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { ApprovalReason } from '#core/payout/payout-limits.ts';
import type { PayoutPurpose, Subject, SubjectKind } from '#core/payout/payout.ts';
import type { Instant } from '#core/time.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import type { Sql, Tx } from '#server/platform/db/db.ts';
import type { PlatformDeps } from '#server/platform/deps.ts';
import type { Payout, PayoutChange } from './store.ts';

/** Names of the payout jobs. */
export const PAYOUT_JOBS = {
  executePayout: 'execute-payout',
  executeRefund: 'execute-refund',
  executeSurplus: 'execute-surplus',
  executeWithdrawal: 'execute-withdrawal',
} as const;

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

/** The end of an attempt: reported by the provider or entered by an operator. */
export interface EndedAttempt {
  readonly payout: Payout;
  readonly state: 'executed' | 'failed';
  readonly txHash: string | null;
  readonly fee: Fee | null;
  /** The provider reports the destination as the cause. */
  readonly blames?: 'destination';
  readonly by: { readonly actor: 'provider' | 'operator'; readonly actorId: string | null; readonly note: string | null };
}

/** An order or withdrawal, locked until the transaction ends. */
export interface LockedSubject {
  /** Called in the transaction that ended the attempt. */
  onAttemptEnded(ended: EndedAttempt): Promise<void>;
  /** The attempt changed but is not final. */
  onAttemptUpdated(payout: Payout, change: PayoutChange): Promise<void>;
}

/** An order or a withdrawal as the payout machine sees it (domain 5, "Payouts and refunds"). Registered at assembly. */
export interface PayoutSubjectWith<Deps> {
  /** Claims the next attempt before the provider is called; concurrent calls claim once. Undefined: nothing to do. */
  claim(deps: Deps, id: string, purpose: PayoutPurpose): Promise<Payout | undefined>;
  /** Unsealed destination, used only to pay. */
  destination(deps: Deps, payout: Payout): Promise<RequisiteValues>;
  /** SQL: keyed hash of the destination of the subject with this id. */
  fingerprintOf(id: Sql): Sql;
  /** Undefined: no such id. */
  lock(deps: Deps, tx: Tx, id: string): Promise<LockedSubject | undefined>;
  /** The payment that still waits to be sent, locked; undefined: none. */
  findWaiting(deps: Deps, tx: Tx, id: string, purpose: PayoutPurpose): Promise<PendingPayout | undefined>;
  /** An approver declined: the payout counts as failed and an operator decides (T21). */
  decline(
    deps: Deps,
    tx: Tx,
    id: string,
    decision: { readonly purpose: PayoutPurpose; readonly operatorId: string; readonly note: string },
  ): Promise<void>;
  /** Queues its job again. */
  enqueue(deps: Deps, tx: Tx, id: string, purpose: PayoutPurpose): Promise<void>;
}

type PayoutSubjectsWith<Deps> = Readonly<Record<SubjectKind, PayoutSubjectWith<Deps>>>;

export interface HasPayoutSubjects {
  /** Kinds of records that payouts are made for; registered by modules. */
  readonly payoutSubjects: PayoutSubjectsWith<PayoutDeps>;
}

export interface PayoutDeps extends MoveDeps, Pick<PlatformDeps, 'db'>, HasPayoutSubjects {}
