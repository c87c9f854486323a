import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';

/** Who may cause a move (domain 5): customer, system, provider or chain, operator, second operator. */
export type Actor = 'customer' | 'system' | 'provider' | 'operator' | 'second_operator';

/** One row of a table of moves. */
export interface Move<Status extends string> {
  /** Row of the table in domain section 5. */
  readonly row: string;
  /** `new` for the moves that create a subject. */
  readonly from: readonly (Status | 'new')[];
  readonly to: Status;
  readonly by: readonly Actor[];
}

/** Queries of a table of moves. Buttons, database checks, diagrams and tests read the same table. */
export interface Lifecycle<Name extends string, Status extends string> {
  readonly names: readonly Name[];
  /** Whether the table has this move from this state by this actor. */
  readonly isLegal: (name: Name, from: Status | 'new', by: Actor) => boolean;
  /** Every move that leaves a state, by anyone or by one actor. */
  readonly movesFrom: (from: Status | 'new', by?: Actor) => Name[];
  /** The state after a move. */
  readonly targetOf: (name: Name) => Status;
}

/** The queries of a table of moves. */
export function lifecycleOf<Name extends string, Status extends string>(
  moves: Readonly<Record<Name, Move<Status>>>,
): Lifecycle<Name, Status> {
  const names = Object.keys(moves) as Name[];
  const has = (name: Name, from: Status | 'new', by?: Actor): boolean =>
    moves[name].from.includes(from) && (by === undefined || moves[name].by.includes(by));
  return {
    names,
    isLegal: has,
    movesFrom: (from, by) => names.filter((name) => has(name, from, by)),
    targetOf: (name) => moves[name].to,
  };
}

/** The members that every move changes. */
interface Stateful<Status extends string> {
  readonly status: Status;
  readonly version: number;
  readonly statusChangedAt: Instant;
  /** Deadline of the current state; null: none. */
  readonly expiresAt: Instant | null;
}

export type MoveRefusal = 'order_state_conflict' | 'required';

export const CONFLICT: Refusal<MoveRefusal> = { code: 'order_state_conflict' };

/** Refuses a move without a note of its person. */
export const needsNote = ({ cause }: { readonly cause: { readonly note: string | null } }): Refusal<MoveRefusal> | null =>
  cause.note === null || cause.note.trim() === '' ? { code: 'required', field: 'note' } : null;

/** Effects of one move besides the state. `Context` holds the cause and the subject before and after. */
export interface MoveRule<Subject, Cause, Context> {
  /** The subject with the changes by the facts of the move. Without it nothing changes. */
  readonly next?: (subject: Subject, cause: Cause) => Subject;
  /** A condition beyond the table. */
  readonly guard?: (context: Context) => Refusal<MoveRefusal> | null;
  /** Deadline of the new state. Without it or with null the state has none. */
  readonly expiresAt?: (context: Context) => Instant | null;
}

interface MoveRequest<Subject, Cause, Context> {
  readonly before: Subject;
  readonly cause: Cause;
  readonly rule: MoveRule<Subject, Cause, Context>;
  /** `next`: the subject after the move. Its state, version and times are not updated yet. */
  readonly contextOf: (next: Subject) => Context;
}

/**
 * Decides one move and returns the subject after it, with its new version. Refuses `order_state_conflict` (no such move) and what the guard
 * of the move refuses.
 */
export function decideMove<
  Name extends string,
  Status extends string,
  Subject extends Stateful<Status>,
  Cause extends { readonly move: Name; readonly by: Actor; readonly now: Instant },
  Context,
>(
  lifecycle: Lifecycle<Name, Status>,
  { before, cause, rule, contextOf }: MoveRequest<Subject, Cause, Context>,
): Result<{ readonly after: Subject; readonly context: Context }, MoveRefusal> {
  if (!lifecycle.isLegal(cause.move, before.status, cause.by)) return refuse(CONFLICT);
  const next = rule.next?.(before, cause) ?? before;
  const context = contextOf(next);
  const refusal = rule.guard?.(context) ?? null;
  if (refusal !== null) return refuse(refusal);
  const after = {
    ...next,
    status: lifecycle.targetOf(cause.move),
    version: before.version + 1,
    statusChangedAt: cause.now,
    expiresAt: rule.expiresAt?.(context) ?? null,
  };
  return accept({ after, context });
}
