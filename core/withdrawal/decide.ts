import type { Posting } from '#core/ledger/account.ts';
import { CONFLICT, decideMove, type MoveRefusal, type MoveRule, needsNote } from '#core/lifecycle/state-machine.ts';
import type { Fee, NoPayload, SendResult, WithNote } from '#core/order/cause.ts';
import { networkFee } from '#core/order/postings.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import { WITHDRAWAL_LIFECYCLE, WITHDRAWAL_MOVES, type WithdrawalStatus, type WithdrawalStep } from './lifecycle.ts';
import { exchange, returnToPurse, settleTransit, undispatch } from './postings.ts';
import { CONFIRMATION_MS, mayPayOut, promisedAtFor, type Withdrawal } from './withdrawal.ts';

/** The outcome that the dollars of the withdrawal buy now. */
interface CurrentPrice {
  readonly outcomeAmount: bigint;
}

/** Facts of each move (domain 5): everything it needs and nothing else. */
export interface WithdrawalPayloads {
  /** `heldUntil`: until when a new wallet delays the withdrawal (R33); null without a delay. */
  readonly confirm: CurrentPrice & { readonly heldUntil: Instant | null };
  readonly release: CurrentPrice & WithNote;
  readonly stop: WithNote;
  readonly hold: WithNote;
  readonly let_go: WithNote;
  readonly expire: NoPayload;
  readonly cancel: NoPayload;
  readonly claim_payout: NoPayload;
  readonly complete: SendResult;
  readonly fail_payout: SendResult;
  readonly retry_payout: WithNote;
  readonly return_to_purse: WithNote;
}

/** Actors that may make this move by the table. */
type ActorOf<M extends WithdrawalStep> = (typeof WITHDRAWAL_MOVES)[M]['by'][number];

type CauseByMove = {
  readonly [M in WithdrawalStep]: { readonly move: M; readonly by: ActorOf<M>; readonly now: Instant } & WithdrawalPayloads[M];
};

/** One move with its actor, time and facts. */
type CauseOf<M extends WithdrawalStep> = { [N in M]: CauseByMove[N] }[M];
export type WithdrawalCause = CauseOf<WithdrawalStep>;

/**
 * Change of a hold. With a short reserve, `open` refuses the move and `open_if_possible` continues without a hold. `reopen` changes its
 * amount.
 */
export type HoldChange = 'keep' | 'void' | 'post' | 'open' | 'reopen' | 'open_if_possible';

export interface WithdrawalDecision {
  readonly move: WithdrawalStep;
  readonly from: WithdrawalStatus;
  /** The withdrawal after the move, with its new version. Its holds are still those before the move; the executor changes them. */
  readonly withdrawal: Withdrawal;
  readonly purseHold: Extract<HoldChange, 'keep' | 'void' | 'post'>;
  readonly reserveHold: HoldChange;
  readonly postings: readonly Posting[];
}

interface Context<M extends WithdrawalStep> {
  readonly withdrawal: Withdrawal;
  readonly cause: CauseOf<M>;
  /** The withdrawal after the move; status and version are not updated yet. */
  readonly next: Withdrawal;
}

interface Rule<M extends WithdrawalStep> extends MoveRule<Withdrawal, CauseOf<M>, Context<M>> {
  readonly purseHold: (context: Context<M>) => WithdrawalDecision['purseHold'];
  readonly reserveHold: (context: Context<M>) => HoldChange;
  readonly postings: (context: Context<M>) => readonly Posting[];
}

type Guard = (context: Context<WithdrawalStep>) => boolean;

const keepHold = () => 'keep' as const;
const voidHold = () => 'void' as const;
const noPostings = () => [];
const feePostings = (fee: Fee | null): readonly Posting[] => (fee === null ? [] : networkFee(fee));

/** A guard that refuses the move as a conflict unless the condition is met. */
const onlyIf =
  (isAllowed: Guard) =>
  (context: Context<WithdrawalStep>): Refusal<MoveRefusal> | null =>
    isAllowed(context) ? null : CONFLICT;
/** A guard that also requires a reason from operators. Customers and the system need none. */
const onlyIfWithReason =
  (isAllowed: Guard) =>
  (context: Context<'hold' | 'let_go' | 'release' | 'return_to_purse' | 'stop'>): Refusal<MoveRefusal> | null =>
    isAllowed(context) ? (context.cause.by === 'operator' ? needsNote(context) : null) : CONFLICT;

const isExpired: Guard = ({ withdrawal: { expiresAt }, cause }) => expiresAt !== null && cause.now >= expiresAt;

type StateGuard = (withdrawal: Pick<Withdrawal, 'heldUntil' | 'isStopped'>) => boolean;

/** Conditions of moves of operators beyond the table of moves. */
const STATE_GUARDS = {
  release: ({ heldUntil, isStopped }) => heldUntil !== null && !isStopped,
  stop: ({ heldUntil }) => heldUntil !== null,
  hold: ({ isStopped }) => !isStopped,
  let_go: ({ isStopped }) => isStopped,
} satisfies Partial<Record<WithdrawalStep, StateGuard>>;

/** A withdrawal is released after the delay, or earlier by an operator. */
const mayRelease: Guard = ({ withdrawal, cause }) =>
  STATE_GUARDS.release(withdrawal) && (cause.by === 'operator' || cause.now >= (withdrawal.heldUntil ?? 0));

const RELEASED: Rule<WithdrawalStep> = { purseHold: voidHold, reserveHold: voidHold, postings: noPostings };
const UNCHANGED: Rule<WithdrawalStep> = { purseHold: keepHold, reserveHold: keepHold, postings: noPostings };

/**
 * The dollars leave the balance when the payout may be sent, at the price of that moment. So waiting is no free option on the market (domain 2).
 */
const PAYABLE: Rule<'confirm' | 'release'> = {
  purseHold: ({ next }) => (next.heldUntil === null ? 'post' : 'keep'),
  reserveHold: ({ withdrawal, next }) => (withdrawal.outcomeAmount === next.outcomeAmount ? 'keep' : 'reopen'),
  postings: ({ next }) => (next.heldUntil === null ? [exchange(next)] : []),
};

const withTxHash = (withdrawal: Withdrawal, { txHash }: SendResult): Withdrawal => ({ ...withdrawal, txHash: txHash ?? withdrawal.txHash });

/** Effects of each move besides the state (domain 5, T19-T21, T27-T29). */
const RULES: { readonly [M in WithdrawalStep]: Rule<M> } = {
  confirm: {
    ...PAYABLE,
    guard: onlyIf((context) => !isExpired(context)),
    next: (withdrawal, { now, heldUntil, outcomeAmount }) => ({
      ...withdrawal,
      heldUntil,
      outcomeAmount,
      promisedAt: promisedAtFor(now, heldUntil),
    }),
  },
  release: {
    ...PAYABLE,
    guard: onlyIfWithReason(mayRelease),
    next: (withdrawal, { outcomeAmount }) => ({ ...withdrawal, heldUntil: null, outcomeAmount }),
  },
  stop: {
    ...RELEASED,
    guard: onlyIfWithReason(({ withdrawal }) => STATE_GUARDS.stop(withdrawal)),
    next: (withdrawal) => ({ ...withdrawal, heldUntil: null, isStopped: false }),
  },
  hold: {
    ...UNCHANGED,
    guard: onlyIfWithReason(({ withdrawal }) => STATE_GUARDS.hold(withdrawal)),
    next: (withdrawal) => ({ ...withdrawal, isStopped: true }),
  },
  let_go: {
    ...UNCHANGED,
    guard: onlyIfWithReason(({ withdrawal }) => STATE_GUARDS.let_go(withdrawal)),
    next: (withdrawal) => ({ ...withdrawal, isStopped: false }),
  },
  expire: { ...RELEASED, guard: onlyIf(isExpired) },
  cancel: RELEASED,
  claim_payout: { ...UNCHANGED, reserveHold: () => 'post', guard: onlyIf(({ withdrawal }) => mayPayOut(withdrawal)) },
  complete: {
    ...UNCHANGED,
    next: withTxHash,
    postings: ({ withdrawal, cause }) => [settleTransit(withdrawal), ...feePostings(cause.fee)],
  },
  fail_payout: {
    ...UNCHANGED,
    guard: onlyIf(({ withdrawal }) => withdrawal.heldUntil === null),
    next: withTxHash,
    reserveHold: ({ withdrawal }) => (withdrawal.status === 'payout_sent' ? 'open_if_possible' : 'keep'),
    postings: ({ withdrawal, cause }) => [
      ...(withdrawal.status === 'payout_sent' ? [undispatch(withdrawal)] : []),
      ...feePostings(cause.fee),
    ],
  },
  retry_payout: { ...UNCHANGED, reserveHold: ({ withdrawal }) => (withdrawal.holdId === null ? 'open' : 'keep') },
  return_to_purse: {
    ...UNCHANGED,
    guard: onlyIfWithReason(() => true),
    reserveHold: ({ withdrawal }) => (withdrawal.holdId === null ? 'keep' : 'void'),
    postings: ({ withdrawal }) => returnToPurse(withdrawal),
  },
};

function applyRule<M extends WithdrawalStep>(withdrawal: Withdrawal, cause: CauseOf<M>): Result<WithdrawalDecision, MoveRefusal> {
  const rule: Rule<M> = RULES[cause.move];
  const contextOf = (next: Withdrawal): Context<M> => ({ withdrawal, cause, next });
  const decided = decideMove(WITHDRAWAL_LIFECYCLE, { before: withdrawal, cause, rule, contextOf });
  if (!decided.ok) return decided;
  const { after, context } = decided.value;
  return accept({
    move: cause.move,
    from: withdrawal.status,
    withdrawal: after,
    purseHold: rule.purseHold(context),
    reserveHold: rule.reserveHold(context),
    postings: rule.postings(context),
  });
}

/**
 * Decides the next state of an existing withdrawal. Refuses `order_state_conflict` if the table or a condition forbids the move, and
 * `required` if a note is missing.
 */
export const decideWithdrawal = (withdrawal: Withdrawal, cause: WithdrawalCause): Result<WithdrawalDecision, MoveRefusal> =>
  applyRule(withdrawal, cause);

/** Whether `decideWithdrawal` would accept this move of an operator with a note; for the actions that the office offers. */
export function isOperatorMoveAllowed(move: WithdrawalStep, withdrawal: Pick<Withdrawal, 'status' | 'heldUntil' | 'isStopped'>): boolean {
  const guards: Partial<Record<WithdrawalStep, StateGuard>> = STATE_GUARDS;
  return WITHDRAWAL_LIFECYCLE.isLegal(move, withdrawal.status, 'operator') && (guards[move]?.(withdrawal) ?? true);
}

/** Everything a new withdrawal is made from. */
export type WithdrawalDraft = Pick<
  Withdrawal,
  'id' | 'userId' | 'locale' | 'purse' | 'purseWallet' | 'purseAmount' | 'outcomeCode' | 'outcomeWallet' | 'outcomeAsset' | 'outcomeAmount'
> & { readonly purseHoldId: string; readonly holdId: string };

/** A new withdrawal (T27). Its whole amount is held in the balance and in the reserve. */
export const beginWithdrawal = (draft: WithdrawalDraft, now: Instant): Withdrawal => ({
  ...draft,
  status: WITHDRAWAL_MOVES.request.to,
  version: 1,
  txHash: null,
  createdAt: now,
  statusChangedAt: now,
  expiresAt: now + CONFIRMATION_MS,
  heldUntil: null,
  isStopped: false,
  promisedAt: null,
});
