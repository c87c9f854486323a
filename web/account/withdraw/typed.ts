import type { PurseAttributes } from '#contract/payouts.ts';

/** What stands in the form. */
export interface Typed {
  readonly purse: PurseAttributes['purse'];
  readonly amount: string;
  readonly values: Readonly<Record<string, string>>;
  readonly walletId: string;
  readonly noMemo: boolean;
  readonly confirmsLookalike: boolean;
}
