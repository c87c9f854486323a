import type { ApprovalKind } from '#core/approval.ts';
import type { RefusalCode } from '#core/refusal.ts';
import type { Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';

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
  readonly proposedBy: string;
  readonly approvedBy: string;
}

/**
 * Does what was proposed, in the transaction that approves it. A refusal or a throw leaves the proposal open and nothing changed.
 * The approval's own audit line says who did it: an executor writes none.
 */
export type Executor = (deps: Deps, tx: Tx, proposal: ApprovedProposal) => Promise<Result<null, ExecutionRefusal>>;

/** Given at assembly, one for every kind. */
export type Executors = Readonly<Record<ApprovalKind, Executor>>;
