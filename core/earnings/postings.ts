import { account, type Posting, transfer } from '#core/ledger/account.ts';
import { PURSE_ASSET } from '#core/withdrawal/withdrawal.ts';
import { type EarningKind, EARNING_ACCOUNTS } from './earning.ts';

/** An earning to be posted, in cents. */
export interface EarningAmount {
  readonly kind: EarningKind;
  readonly userId: string;
  readonly wallet: string;
  readonly amount: bigint;
}

/** Our expense becomes a debt to the user's balance (`expense:referral / referral:<user>`) when the order is completed (T20). */
export function accrueEarning({ kind, userId, wallet, amount }: EarningAmount): Posting {
  const { balance, expense } = EARNING_ACCOUNTS[kind];
  return transfer('earning', account('expense', expense), account(balance, userId), { wallet, asset: PURSE_ASSET, amount });
}

/** The reverse posting. It stays pending until the earning may be withdrawn, and is posted if the earning is reversed. */
export function takeBack({ kind, userId, wallet, amount }: EarningAmount): Posting {
  const { balance, expense } = EARNING_ACCOUNTS[kind];
  return transfer('earning_reversed', account(balance, userId), account('expense', expense), { wallet, asset: PURSE_ASSET, amount });
}
