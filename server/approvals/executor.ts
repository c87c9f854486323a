import type { ApprovalKind } from '#core/approval.ts';
import type { RefusalCode } from '#core/refusal.ts';
import type { Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

/** What an approved proposal may still be refused with, because the world has moved on since it was made. */
export type ExecutionRefusal = Extract<
  RefusalCode,
  'not_found' | 'order_state_conflict' | 'has_no_reserves' | 'not_allowed_amount' | 'required' | 'invalid_format' | 'approval_conflict'
>;

export interface ApprovedProposal {
  readonly id: string;
  readonly subject: string;
  /** What was proposed, to be parsed by the kind: it came through the database. */
  readonly payload: unknown;
  /** What of it is a secret, for `openPart`; null where nothing is. */
  readonly sealed: Buffer | null;
  /** Reason of the one who proposed it. */
  readonly note: string;
  /** Who stands for it: its proposer; where the product itself asked, the one who has decided last. */
  readonly proposedBy: string;
  /** Null: nobody else could, and its time has come. */
  readonly approvedBy: string | null;
}

/**
 * Does what was proposed, in the transaction that approves it. A refusal or a throw leaves the proposal open and nothing changed.
 * The approval's own audit line says who did it: an executor writes none.
 */
export type Executor = (deps: Deps, tx: Tx, proposal: ApprovedProposal) => Promise<Result<null, ExecutionRefusal>>;

/** Given at assembly, one for every kind. */
export type Executors = Readonly<Record<ApprovalKind, Executor>>;

/** Whether events have gone past a waiting proposal: what it would do cannot be done any more. */
export type Overtaken = (deps: Deps, tx: Tx, proposal: Pick<ApprovedProposal, 'id' | 'subject' | 'payload'>) => Promise<boolean>;

/** Who has a part in what proposals of a kind would do, by their subjects: while enough others could say yes, theirs does not count. */
export type Parties = Readonly<
  Partial<Record<ApprovalKind, (db: Queryable, subjects: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>>>
>;

/** What happens beside the proposal's own end, for the kinds that need it. */
export interface ApprovalCourse {
  readonly parties: Parties;
  readonly overtaken: Readonly<Partial<Record<ApprovalKind, Overtaken>>>;
  /** Somebody has said no, in the transaction that closes it. */
  readonly declined: Readonly<Partial<Record<ApprovalKind, (deps: Deps, tx: Tx, proposal: ApprovedProposal) => Promise<void>>>>;
}

/** Nothing happens beside. */
export const PLAIN_COURSE: ApprovalCourse = { parties: {}, overtaken: {}, declined: {} };
