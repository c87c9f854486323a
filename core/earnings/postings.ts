import { account, type Posting, transfer } from '#core/ledger/account.ts';
import { PURSE_ASSET } from '#core/withdrawal/withdrawal.ts';
import { type EarningKind, KEPT_IN } from './earning.ts';

/** An amount of one kind in its purse. Cents. */
export interface PurseMoney {
  readonly kind: EarningKind;
  readonly userId: string;
  readonly wallet: string;
  readonly amount: bigint;
}

/** Domain T20: what is ours to bear becomes a debt to somebody's purse (`expense:referral / referral:<user>`). */
export function accrue({ kind, userId, wallet, amount }: PurseMoney): Posting {
  const { purse, expense } = KEPT_IN[kind];
  return transfer('earning', account('expense', expense), account(purse, userId), { wallet, asset: PURSE_ASSET, amount });
}

/** The same the other way round; pending until the earning may be withdrawn, posted where it was taken back. */
export function takeBack({ kind, userId, wallet, amount }: PurseMoney): Posting {
  const { purse, expense } = KEPT_IN[kind];
  return transfer('earning_reversed', account(purse, userId), account('expense', expense), { wallet, asset: PURSE_ASSET, amount });
}
