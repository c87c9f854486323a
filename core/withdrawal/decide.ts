import type { Posting } from '#core/ledger/account.ts';
import type { Fee } from '#core/order/cause.ts';
import type { Actor } from '#core/order/lifecycle.ts';
import { networkFee } from '#core/order/postings.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import { isWithdrawalLegal, WITHDRAWAL_MOVES, type WithdrawalStep, type WithdrawalStatus } from './lifecycle.ts';
import { exchange, returnToPurse, settleTransit, undispatch } from './postings.ts';
import { CONFIRMATION_MS, mayPayOut, promisedAtFor, type Withdrawal } from './withdrawal.ts';

/** What a move is caused with. */
export interface WithdrawalCause {
  readonly move: WithdrawalStep;
  readonly by: Actor;
  readonly now: Instant;
  readonly txHash?: string | null;
  readonly fee?: Fee | null;
  /** Of `confirm` and `release`: the current outcome of its dollars; absent: unchanged. */
  readonly outcomeAmount?: bigint;
  /** Of `confirm`: until when it is delayed (R33). */
  readonly heldUntil?: Instant | null;
  /** A person's note; required for most moves of operators. */
  readonly note?: string | null;
}

/** Change of a hold: `open_if_possible` gives it up where the reserve is short, `open` refuses the move; `reopen` changes its amount. */
export type HoldChange = 'keep' | 'void' | 'post' | 'open' | 'reopen' | 'open_if_possible';

export interface WithdrawalDecision {
  readonly move: WithdrawalStep;
  readonly from: WithdrawalStatus;
  /** The withdrawal after the move, with its new version; its holds are the ones before (the executor changes them). */
  readonly withdrawal: Withdrawal;
  readonly purseHold: Extract<HoldChange, 'keep' | 'void' | 'post'>;
  readonly reserveHold: HoldChange;
  readonly postings: readonly Posting[];
}

interface Rule {
  readonly purseHold: (next: Withdrawal) => WithdrawalDecision['purseHold'];
  readonly reserveHold: (before: Withdrawal, next: Withdrawal) => HoldChange;
  readonly postings: (before: Withdrawal, cause: WithdrawalCause, next: Withdrawal) => readonly Posting[];
}

const noPostings = () => [];
const feePostings = ({ fee }: WithdrawalCause): readonly Posting[] => (fee ? networkFee(fee) : []);
const keep = () => 'keep' as const;
const RELEASED: Rule = { purseHold: () => 'void', reserveHold: () => 'void', postings: noPostings };
const UNCHANGED: Rule = { purseHold: keep, reserveHold: keep, postings: noPostings };

/**
 * The dollars leave the balance when the payout may be sent, at the price of that moment: waiting is no option on the market (domain 2).
 */
const PAYABLE: Rule = {
  purseHold: ({ heldUntil }) => (heldUntil === null ? 'post' : 'keep'),
  reserveHold: (before, next) => (before.outcomeAmount === next.outcomeAmount ? 'keep' : 'reopen'),
  postings: (_before, _cause, next) => (next.heldUntil === null ? [exchange(next)] : []),
};

/** Effects of each move besides the state (domain 5, T19-T21, T27-T29). */
const RULES: Readonly<Record<WithdrawalStep, Rule>> = {
  confirm: PAYABLE,
  release: PAYABLE,
  stop: RELEASED,
  hold: UNCHANGED,
  let_go: UNCHANGED,
  expire: RELEASED,
  cancel: RELEASED,
  claim_payout: { purseHold: keep, reserveHold: () => 'post', postings: noPostings },
  complete: {
    purseHold: keep,
    reserveHold: keep,
    postings: (withdrawal, cause) => [settleTransit(withdrawal), ...feePostings(cause)],
  },
  fail_payout: {
    purseHold: keep,
    reserveHold: ({ status }) => (status === 'payout_sent' ? 'open_if_possible' : 'keep'),
    postings: (withdrawal, cause) => [...(withdrawal.status === 'payout_sent' ? [undispatch(withdrawal)] : []), ...feePostings(cause)],
  },
  retry_payout: { purseHold: keep, reserveHold: ({ holdId }) => (holdId === null ? 'open' : 'keep'), postings: noPostings },
  return_to_purse: {
    purseHold: keep,
    reserveHold: ({ holdId }) => (holdId === null ? 'keep' : 'void'),
    postings: returnToPurse,
  },
};

/**
 * Whether the move is allowed at this time: a link until it expires, a delayed withdrawal after its delay, a stopped one only by
 * operators.
 */
function isAllowedNow(withdrawal: Withdrawal, { move, by, now }: WithdrawalCause): boolean {
  const { expiresAt, heldUntil, isStopped } = withdrawal;
  const isExpired = expiresAt !== null && now >= expiresAt;
  switch (move) {
    case 'confirm':
      return !isExpired;
    case 'expire':
      return isExpired;
    case 'release':
      return heldUntil !== null && !isStopped && (by === 'operator' || now >= heldUntil);
    case 'stop':
      return heldUntil !== null;
    case 'hold':
      return !isStopped;
    case 'let_go':
      return isStopped;
    case 'claim_payout':
      return mayPayOut(withdrawal);
    case 'fail_payout':
      return heldUntil === null;
    default:
      return true;
  }
}

/** Moves for which an operator must give a reason. */
const needsNote = ({ move, by }: WithdrawalCause): boolean =>
  by === 'operator' && (move === 'return_to_purse' || move === 'stop' || move === 'hold' || move === 'let_go' || move === 'release');

/** Delay, outcome and promised time after the move. */
function delayChanges(withdrawal: Withdrawal, { move, now, ...cause }: WithdrawalCause): Partial<Withdrawal> {
  if (move === 'hold' || move === 'let_go') return { isStopped: move === 'hold' };
  if (move === 'stop') return { heldUntil: null, isStopped: false };
  const outcomeAmount = cause.outcomeAmount ?? withdrawal.outcomeAmount;
  if (move === 'confirm') {
    const heldUntil = cause.heldUntil ?? null;
    return { heldUntil, promisedAt: promisedAtFor(now, heldUntil), outcomeAmount };
  }
  return move === 'release' ? { heldUntil: null, outcomeAmount } : {};
}

/**
 * Decides a new state of an existing withdrawal. Refuses `order_state_conflict` where the table has no such row or the time is wrong, `required`
 * where a note is missing.
 */
export function decideWithdrawal(
  withdrawal: Withdrawal,
  cause: WithdrawalCause,
): Result<WithdrawalDecision, 'order_state_conflict' | 'required'> {
  const { move, by, now } = cause;
  if (!isWithdrawalLegal(move, withdrawal.status, by)) return refuse({ code: 'order_state_conflict' });
  if (!isAllowedNow(withdrawal, cause)) return refuse({ code: 'order_state_conflict' });
  if (needsNote(cause) && (cause.note ?? '').trim() === '') return refuse({ code: 'required', field: 'note' });
  const rule = RULES[move];
  const next: Withdrawal = {
    ...withdrawal,
    status: WITHDRAWAL_MOVES[move].to,
    version: withdrawal.version + 1,
    statusChangedAt: now,
    expiresAt: null,
    txHash: cause.txHash ?? withdrawal.txHash,
    ...delayChanges(withdrawal, cause),
  };
  return accept({
    move,
    from: withdrawal.status,
    withdrawal: next,
    purseHold: rule.purseHold(next),
    reserveHold: rule.reserveHold(withdrawal, next),
    postings: rule.postings(withdrawal, cause, next),
  });
}

/** Everything a new withdrawal is made from. */
export type WithdrawalDraft = Pick<
  Withdrawal,
  'id' | 'userId' | 'locale' | 'purse' | 'purseWallet' | 'purseAmount' | 'outcomeCode' | 'outcomeWallet' | 'outcomeAsset' | 'outcomeAmount'
> & { readonly purseHoldId: string; readonly holdId: string };

/** T27: the amount is held in the balance and in the reserve, whole or not at all. */
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
