import type { PurseAttributes } from '#contract/account/payouts.ts';
import { oneOf } from '#core/closed-list.ts';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import { PURSES } from '#core/withdrawal/withdrawal.ts';
import type { System } from '#web/catalogue/systems.ts';

/** Values of the withdrawal form. */
export interface WithdrawalInput {
  readonly balance: PurseAttributes['purse'];
  readonly amount: string;
  readonly values: Readonly<Record<string, string>>;
  readonly walletId: string;
  readonly noMemo: boolean;
  readonly confirmsLookalike: boolean;
}

/** Names of the form's fields, except requisites. */
export const FIELD = {
  system: 'payment_system_id',
  /** The system whose requisite fields the page shows: without scripts another one can be chosen over them. */
  renderedSystem: 'drawn_system_id',
  idempotencyKey: 'idempotency_key',
  preview: 'look',
} as const;

/** Last part of a refusal's field path: `requisites/address` is `address`. */
export const nameOf = (field: string | null): string => (field === null ? '' : field.slice(field.lastIndexOf('/') + 1));

/** Reads the input from a form; `previous` gives the balance and wallet where the form has none. */
export function readInput(
  form: FormData,
  { outcome_fields: fields }: Pick<System, 'outcome_fields'>,
  previous: Pick<WithdrawalInput, 'balance' | 'walletId'>,
): WithdrawalInput {
  const textOf = (name: string): string | undefined => {
    const value = form.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const values = fields.flatMap(({ key }) => {
    const value = textOf(key);
    return value === undefined || value === '' ? [] : [[key, value] as const];
  });
  return {
    balance: oneOf(PURSES, textOf('purse')) ?? previous.balance,
    amount: tidyAmount(textOf('amount') ?? ''),
    walletId: textOf('user_wallet_id') ?? previous.walletId,
    values: Object.fromEntries(values),
    noMemo: form.has('no_memo'),
    confirmsLookalike: form.has('confirm_lookalike'),
  };
}

/** Body of a withdrawal request: a saved wallet by id, or typed requisites. */
export function payoutBodyOf({ balance, amount, walletId, values, noMemo, confirmsLookalike }: WithdrawalInput, systemId: string) {
  const destination = walletId === '' ? { requisites: { ...values } } : { user_wallet_id: walletId };
  return { purse: balance, amount, ...destination, payment_system_id: systemId, no_memo: noMemo, confirm_lookalike: confirmsLookalike };
}
