import type { PurseAttributes } from '#contract/payouts.ts';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import { PURSES } from '#core/withdrawal/withdrawal.ts';
import type { System } from '#web/exchange/systems.ts';

/** What stands in the form. */
export interface Typed {
  readonly purse: PurseAttributes['purse'];
  readonly amount: string;
  readonly values: Readonly<Record<string, string>>;
  readonly walletId: string;
  readonly noMemo: boolean;
  readonly confirmsLookalike: boolean;
}

/** Fields of the form that are no requisites. */
export const FIELD = {
  system: 'payment_system_id',
  /** Whose requisites are asked for on the page that is sent: without scripts another one can be chosen over them. */
  drawnSystem: 'drawn_system_id',
  attempt: 'idempotency_key',
  look: 'look',
} as const;

/** The last part of a refusal's field: `requisites/address` is about `address`. */
export const nameOf = (field: string | null): string => (field === null ? '' : field.slice(field.lastIndexOf('/') + 1));

/** What stands in the form's own fields, sent or not; `before` for what it has none of. */
export function typedIn(
  form: FormData,
  { outcome_fields: fields }: Pick<System, 'outcome_fields'>,
  before: Pick<Typed, 'purse' | 'walletId'>,
): Typed {
  const textOf = (name: string): string | undefined => {
    const value = form.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const values = fields.flatMap(({ key }) => {
    const value = textOf(key);
    return value === undefined || value === '' ? [] : [[key, value] as const];
  });
  return {
    purse: PURSES.find((one) => one === textOf('purse')) ?? before.purse,
    amount: tidyAmount(textOf('amount') ?? ''),
    walletId: textOf('user_wallet_id') ?? before.walletId,
    values: Object.fromEntries(values),
    noMemo: form.has('no_memo'),
    confirmsLookalike: form.has('confirm_lookalike'),
  };
}

/** What is sent to be paid out: kept requisites by reference, or those that are typed. */
export function payoutBodyOf({ walletId, values, noMemo, confirmsLookalike, ...rest }: Typed, systemId: string) {
  const named = walletId === '' ? { requisites: { ...values } } : { user_wallet_id: walletId };
  return { ...rest, ...named, payment_system_id: systemId, no_memo: noMemo, confirm_lookalike: confirmsLookalike };
}
