import { account, type Posting, transfer } from '#core/ledger/account.ts';

/** Money on our account without an order. Each bank line has a suspense account of its own. */
interface UnmatchedMoney {
  readonly lineId: string;
  readonly wallet: string;
  readonly asset: string;
  readonly amount: bigint;
}

const suspenseOf = ({ lineId }: UnmatchedMoney) => account('suspense', `line:${lineId}`);

/** Unmatched money has arrived (treasury / suspense). */
export const keepUnmatched = (money: UnmatchedMoney): Posting =>
  transfer('unmatched_payment', account('treasury', money.wallet), suspenseOf(money), money);

/** The money leaves suspense (suspense / treasury): its order was found, it was returned, or it was entered by mistake. */
export const releaseUnmatched = (money: UnmatchedMoney, kind: 'unmatched_matched' | 'unmatched_returned' | 'unmatched_mistaken'): Posting =>
  transfer(kind, suspenseOf(money), account('treasury', money.wallet), money);

/** A part of the money becomes a bank line of its own (suspense / suspense). */
export const splitUnmatched = (line: UnmatchedMoney, part: Pick<UnmatchedMoney, 'lineId' | 'amount'>): Posting =>
  transfer('unmatched_split', suspenseOf(line), account('suspense', `line:${part.lineId}`), { ...line, amount: part.amount });

/** Unclaimed money becomes ours (suspense / income). */
export const earnUnmatched = (money: UnmatchedMoney): Posting =>
  transfer('unmatched_kept', suspenseOf(money), account('income', 'unmatched'), money);
