import type { Posting } from '#core/ledger/account.ts';
import type { Fee } from '#core/order/cause.ts';
import type { Actor } from '#core/order/lifecycle.ts';
import { networkFee } from '#core/order/postings.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import { isWithdrawalLegal, WITHDRAWAL_MOVES, type WithdrawalStep, type WithdrawalStatus } from './lifecycle.ts';
import { exchange, returnToPurse, settleTransit, undispatch } from './postings.ts';
import { CONFIRMATION_MS, mayLeave, promisedBy, type Withdrawal } from './withdrawal.ts';

/** What a move is caused with. */
export interface WithdrawalCause {
  readonly move: WithdrawalStep;
  readonly by: Actor;
  readonly now: Instant;
  readonly txHash?: string | null;
  readonly fee?: Fee | null;
  /** Of `confirm` and `release`: what its dollars buy now; as it was where nothing is said. */
  readonly outcomeAmount?: bigint;
  /** Of `confirm`: until when it is kept back (R33). */
  readonly heldUntil?: Instant | null;
  /** Words of a person; required where he ends what could not be paid. */
  readonly note?: string | null;
}

/** What happens to a promise: `open_if_possible` gives it up where the reserve is short, `open` refuses the move; `reopen` is another amount. */
export type PromiseChange = 'keep' | 'void' | 'post' | 'open' | 'reopen' | 'open_if_possible';

export interface WithdrawalDecision {
  readonly move: WithdrawalStep;
  readonly from: WithdrawalStatus;
  /** After the move, version counted; its holds are what they were before (the executor changes them). */
  readonly withdrawal: Withdrawal;
  readonly purseHold: Extract<PromiseChange, 'keep' | 'void' | 'post'>;
  readonly reserveHold: PromiseChange;
  readonly postings: readonly Posting[];
}

interface Rule {
  readonly purseHold: (next: Withdrawal) => WithdrawalDecision['purseHold'];
  readonly reserveHold: (before: Withdrawal, next: Withdrawal) => PromiseChange;
  readonly postings: (before: Withdrawal, cause: WithdrawalCause, next: Withdrawal) => readonly Posting[];
}

const none = () => [];
const fees = ({ fee }: WithdrawalCause): readonly Posting[] => (fee ? networkFee(fee) : []);
const keep = () => 'keep' as const;
const ENDED: Rule = { purseHold: () => 'void', reserveHold: () => 'void', postings: none };
const UNMOVED: Rule = { purseHold: keep, reserveHold: keep, postings: none };

/** The dollars leave the purse when the payout may leave, at the price of that moment: nobody holds an option on the market (domain 2). */
const LEAVES: Rule = {
  purseHold: ({ heldUntil }) => (heldUntil === null ? 'post' : 'keep'),
  reserveHold: (before, next) => (before.outcomeAmount === next.outcomeAmount ? 'keep' : 'reopen'),
  postings: (_before, _cause, next) => (next.heldUntil === null ? [exchange(next)] : []),
};

/** What each move does beyond changing the state (domain 5, T19-T21, T27-T29). */
const RULES: Readonly<Record<WithdrawalStep, Rule>> = {
  confirm: LEAVES,
  release: LEAVES,
  stop: ENDED,
  hold: UNMOVED,
  let_go: UNMOVED,
  expire: ENDED,
  cancel: ENDED,
  claim_payout: { purseHold: keep, reserveHold: () => 'post', postings: none },
  complete: {
    purseHold: keep,
    reserveHold: keep,
    postings: (withdrawal, cause) => [settleTransit(withdrawal), ...fees(cause)],
  },
  fail_payout: {
    purseHold: keep,
    reserveHold: ({ status }) => (status === 'payout_sent' ? 'open_if_possible' : 'keep'),
    postings: (withdrawal, cause) => [...(withdrawal.status === 'payout_sent' ? [undispatch(withdrawal)] : []), ...fees(cause)],
  },
  retry_payout: { purseHold: keep, reserveHold: ({ holdId }) => (holdId === null ? 'open' : 'keep'), postings: none },
  return_to_purse: {
    purseHold: keep,
    reserveHold: ({ holdId }) => (holdId === null ? 'keep' : 'void'),
    postings: returnToPurse,
  },
};

/** Whether the move has come in its time: a link works until its own is over, what is held leaves after it, and what people keep waits for them. */
function isTime(withdrawal: Withdrawal, { move, by, now }: WithdrawalCause): boolean {
  const { expiresAt, heldUntil, isStopped } = withdrawal;
  const isOver = expiresAt !== null && now >= expiresAt;
  switch (move) {
    case 'confirm':
      return !isOver;
    case 'expire':
      return isOver;
    case 'release':
      return heldUntil !== null && !isStopped && (by === 'operator' || now >= heldUntil);
    case 'stop':
      return heldUntil !== null;
    case 'hold':
      return !isStopped;
    case 'let_go':
      return isStopped;
    case 'claim_payout':
      return mayLeave(withdrawal);
    case 'fail_payout':
      return heldUntil === null;
    default:
      return true;
  }
}

/** A person says why he ends, keeps or lets go what another has asked for. */
const needsNote = ({ move, by }: WithdrawalCause): boolean =>
  by === 'operator' && (move === 'return_to_purse' || move === 'stop' || move === 'hold' || move === 'let_go' || move === 'release');

/** What holds it after the move, what it pays then, and by when that is promised. */
function keptBack(withdrawal: Withdrawal, { move, now, ...cause }: WithdrawalCause): Partial<Withdrawal> {
  if (move === 'hold' || move === 'let_go') return { isStopped: move === 'hold' };
  if (move === 'stop') return { heldUntil: null, isStopped: false };
  const outcomeAmount = cause.outcomeAmount ?? withdrawal.outcomeAmount;
  if (move === 'confirm') {
    const heldUntil = cause.heldUntil ?? null;
    return { heldUntil, promisedAt: promisedBy(now, heldUntil), outcomeAmount };
  }
  return move === 'release' ? { heldUntil: null, outcomeAmount } : {};
}

/**
 * The only maker of a new state of a withdrawal that is there. Refuses `order_state_conflict` where the table has no such row or a
 * link came after its time, `required` where a person must say why.
 */
export function decideWithdrawal(
  withdrawal: Withdrawal,
  cause: WithdrawalCause,
): Result<WithdrawalDecision, 'order_state_conflict' | 'required'> {
  const { move, by, now } = cause;
  if (!isWithdrawalLegal(move, withdrawal.status, by)) return refuse({ code: 'order_state_conflict' });
  if (!isTime(withdrawal, cause)) return refuse({ code: 'order_state_conflict' });
  if (needsNote(cause) && (cause.note ?? '').trim() === '') return refuse({ code: 'required', field: 'note' });
  const rule = RULES[move];
  const next: Withdrawal = {
    ...withdrawal,
    status: WITHDRAWAL_MOVES[move].to,
    version: withdrawal.version + 1,
    statusChangedAt: now,
    expiresAt: null,
    txHash: cause.txHash ?? withdrawal.txHash,
    ...keptBack(withdrawal, cause),
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

/** What a new withdrawal is made of; everything else follows from it. */
export type WithdrawalDraft = Pick<
  Withdrawal,
  'id' | 'userId' | 'locale' | 'purse' | 'purseWallet' | 'purseAmount' | 'outcomeCode' | 'outcomeWallet' | 'outcomeAsset' | 'outcomeAmount'
> & { readonly purseHoldId: string; readonly holdId: string };

/** T27: what is asked for is promised with it, of the purse and of the reserve, whole or not at all. */
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
