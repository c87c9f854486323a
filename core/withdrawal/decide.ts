import type { Posting } from '#core/ledger/account.ts';
import type { Fee } from '#core/order/cause.ts';
import type { Actor } from '#core/order/lifecycle.ts';
import { networkFee } from '#core/order/postings.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import { isWithdrawalLegal, WITHDRAWAL_MOVES, type WithdrawalStep, type WithdrawalStatus } from './lifecycle.ts';
import { exchange, returnToPurse, settleTransit, undispatch } from './postings.ts';
import { CONFIRMATION_MS, type Withdrawal } from './withdrawal.ts';

/** What a move is caused with. */
export interface WithdrawalCause {
  readonly move: WithdrawalStep;
  readonly by: Actor;
  readonly now: Instant;
  readonly txHash?: string | null;
  readonly fee?: Fee | null;
  /** Words of a person; required where he ends what could not be paid. */
  readonly note?: string | null;
}

/** What happens to a promise: `open_if_possible` gives it up where the reserve is short, `open` refuses the move. */
export type PromiseChange = 'keep' | 'void' | 'post' | 'open' | 'open_if_possible';

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
  readonly purseHold: WithdrawalDecision['purseHold'];
  readonly reserveHold: (withdrawal: Withdrawal) => PromiseChange;
  readonly postings: (withdrawal: Withdrawal, cause: WithdrawalCause) => readonly Posting[];
}

const none = () => [];
const fees = ({ fee }: WithdrawalCause): readonly Posting[] => (fee ? networkFee(fee) : []);
const ENDED: Rule = { purseHold: 'void', reserveHold: () => 'void', postings: none };

/** What each move does beyond changing the state (domain 5, T19-T21, T27-T29). */
const RULES: Readonly<Record<WithdrawalStep, Rule>> = {
  confirm: { purseHold: 'post', reserveHold: () => 'keep', postings: (withdrawal) => [exchange(withdrawal)] },
  expire: ENDED,
  cancel: ENDED,
  claim_payout: { purseHold: 'keep', reserveHold: () => 'post', postings: none },
  complete: {
    purseHold: 'keep',
    reserveHold: () => 'keep',
    postings: (withdrawal, cause) => [settleTransit(withdrawal), ...fees(cause)],
  },
  fail_payout: {
    purseHold: 'keep',
    reserveHold: () => 'open_if_possible',
    postings: (withdrawal, cause) => [undispatch(withdrawal), ...fees(cause)],
  },
  retry_payout: { purseHold: 'keep', reserveHold: ({ holdId }) => (holdId === null ? 'open' : 'keep'), postings: none },
  return_to_purse: {
    purseHold: 'keep',
    reserveHold: ({ holdId }) => (holdId === null ? 'keep' : 'void'),
    postings: returnToPurse,
  },
};

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
  const isOver = withdrawal.expiresAt !== null && now >= withdrawal.expiresAt;
  if ((move === 'confirm' && isOver) || (move === 'expire' && !isOver)) return refuse({ code: 'order_state_conflict' });
  if (move === 'return_to_purse' && (cause.note ?? '').trim() === '') return refuse({ code: 'required', field: 'note' });
  const rule = RULES[move];
  const next: Withdrawal = {
    ...withdrawal,
    status: WITHDRAWAL_MOVES[move].to,
    version: withdrawal.version + 1,
    statusChangedAt: now,
    expiresAt: null,
    txHash: cause.txHash ?? withdrawal.txHash,
  };
  return accept({
    move,
    from: withdrawal.status,
    withdrawal: next,
    purseHold: rule.purseHold,
    reserveHold: rule.reserveHold(withdrawal),
    postings: rule.postings(withdrawal, cause),
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
});
