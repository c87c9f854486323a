import type { PayoutQuoteAttributes, PurseAttributes } from '#contract/account/payouts.ts';
import type { CallError } from '#contract/call-errors.ts';
import { oneOf } from '#core/closed-list.ts';
import { parseAmount } from '#core/money/amount.ts';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import type { Refusal } from '#core/refusal.ts';
import { PURSES, PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import type { System } from '#web/catalogue/systems.ts';
import { refusalText } from '#web/i18n/refusal-messages.ts';
import type { Translate } from '#web/i18n/translator.ts';
import { requisiteErrors } from '#web/requisites/check-requisites.ts';

/** Values of the withdrawal form. */
export interface WithdrawalInput {
  readonly balance: PurseAttributes['purse'];
  readonly amount: string;
  readonly values: Readonly<Record<string, string>>;
  readonly walletId: string;
  readonly noMemo: boolean;
  readonly confirmsLookalike: boolean;
}

/** The quote of a withdrawal, or why there is none. */
export interface QuotedPayout {
  readonly quote: PayoutQuoteAttributes | undefined;
  /** Message when there is no quote. */
  readonly problem: string | undefined;
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

const CENTS = { scale: PURSE_SCALE, precision: PURSE_SCALE };

/** Why an amount cannot be withdrawn; `limit`: the minimum or maximum, in dollars. */
type AmountProblem = { readonly kind: 'unreadable' } | { readonly kind: 'least' | 'most'; readonly limit: string };

interface Limits extends Pick<PurseAttributes, 'min_amount' | 'available_amount'> {
  /** Maximum of the chosen system per payout. */
  readonly max_amount?: string | undefined;
}

/** Checks an amount as typed; undefined: it is accepted or empty. */
export function amountProblem(
  text: string,
  { min_amount: minAmount, available_amount: availableAmount, max_amount: maxAmount }: Limits,
): AmountProblem | undefined {
  if (text.trim() === '') return undefined;
  const amount = parseAmount(text, CENTS);
  if (!amount.ok) return { kind: 'unreadable' };
  const isOver = (limit: string): boolean => {
    const parsed = parseAmount(limit, CENTS);
    return parsed.ok && amount.minor > parsed.minor;
  };
  if (isOver(availableAmount)) return { kind: 'most', limit: availableAmount };
  if (maxAmount !== undefined && isOver(maxAmount)) return { kind: 'most', limit: maxAmount };
  const minimum = parseAmount(minAmount, CENTS);
  return minimum.ok && amount.minor < minimum.minor ? { kind: 'least', limit: minAmount } : undefined;
}

/** Errors that need no request, with the server's messages. */
export function inputErrors({ amount, walletId, values, noMemo }: WithdrawalInput, system: System, t: Translate): readonly CallError[] {
  const refusals = new Map<string, Refusal>();
  if (amount.trim() === '') refusals.set('amount', { code: 'required' });
  if (walletId === '')
    for (const [key, refusal] of requisiteErrors({ fields: system.outcome_fields, values, noMemo })) refusals.set(key, refusal);
  return [...refusals].map(([field, refusal]) => ({
    name: field,
    type: refusal.code,
    code: refusal.code,
    message: refusalText(t, refusal),
    field,
    meta: {},
  }));
}
