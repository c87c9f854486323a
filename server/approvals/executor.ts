import type { ApprovalKind } from '#core/staff/approval.ts';
import type { RefusalCode } from '#core/refusal.ts';
import type { Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

/** Why an approved proposal may still be refused: the data changed since it was made. */
export type ExecutionRefusal = Extract<
  RefusalCode,
  'not_found' | 'order_state_conflict' | 'has_no_reserves' | 'not_allowed_amount' | 'required' | 'invalid_format' | 'approval_conflict'
>;

export interface ApprovedProposal {
  readonly id: string;
  readonly subject: string;
  /** What was proposed, unparsed: each kind parses its own. */
  readonly payload: unknown;
  /** The secret part of the payload, for `openPart`; null if none. */
  readonly sealed: Buffer | null;
  /** The proposer's reason. */
  readonly note: string;
  /** The proposer; for a proposal by the service, the operator who approved it last. */
  readonly proposedBy: string;
  /** Null if it took effect without a second person. */
  readonly approvedBy: string | null;
}

/**
 * Executes a proposal in the transaction that approves it. A refusal or exception leaves the proposal open and changes nothing.
 * The approval writes the audit entry; an executor writes none.
 */
export type Executor = (deps: Deps, tx: Tx, proposal: ApprovedProposal) => Promise<Result<null, ExecutionRefusal>>;

/** Built at startup: one executor for every kind. */
export type Executors = Readonly<Record<ApprovalKind, Executor>>;

/** Whether an open proposal can no longer be executed. */
export type OvertakenCheck = (deps: Deps, tx: Tx, proposal: Pick<ApprovedProposal, 'id' | 'subject' | 'payload'>) => Promise<boolean>;

/** Operators with a part in proposals of a kind, by subject: their approval does not count while enough others could approve. */
export type Parties = Readonly<
  Partial<Record<ApprovalKind, (db: Queryable, subjects: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>>>
>;

/** Additional steps for the kinds that need them. */
export interface ApprovalHooks {
  readonly parties: Parties;
  readonly overtaken: Readonly<Partial<Record<ApprovalKind, OvertakenCheck>>>;
  /** When a decision on a proposal was promised to a waiting customer, by proposal id. */
  readonly promises: (db: Queryable, ids: readonly string[]) => Promise<ReadonlyMap<string, Date>>;
  /** Runs in the transaction that declines the proposal. */
  readonly declined: Readonly<Partial<Record<ApprovalKind, (deps: Deps, tx: Tx, proposal: ApprovedProposal) => Promise<void>>>>;
}

export const NO_HOOKS: ApprovalHooks = { parties: {}, overtaken: {}, promises: () => Promise.resolve(new Map()), declined: {} };
