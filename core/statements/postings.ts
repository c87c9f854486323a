import { account, type Posting, transfer } from '#core/ledger/account.ts';

/** Money on an account of ours that no order is known for: each line is its own account of suspense, and nobody's row but its own. */
interface UnmatchedMoney {
  readonly lineId: string;
  readonly wallet: string;
  readonly asset: string;
  readonly amount: bigint;
}

const suspenseOf = ({ lineId }: UnmatchedMoney) => account('suspense', `line:${lineId}`);

/** It came (treasury / suspense). */
export const keepUnmatched = (money: UnmatchedMoney): Posting =>
  transfer('unmatched_payment', account('treasury', money.wallet), suspenseOf(money), money);

/** It leaves suspense as it came: its order takes it from here (together suspense / order_in), it was sent back, or it never came. */
export const releaseUnmatched = (money: UnmatchedMoney, kind: 'unmatched_matched' | 'unmatched_returned' | 'unmatched_mistaken'): Posting =>
  transfer(kind, suspenseOf(money), account('treasury', money.wallet), money);

/** Nobody asks for it: it is ours (suspense / income). */
export const earnUnmatched = (money: UnmatchedMoney): Posting =>
  transfer('unmatched_kept', suspenseOf(money), account('income', 'unmatched'), money);
