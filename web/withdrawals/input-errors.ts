import type { CallError } from '#contract/call-errors.ts';
import type { Refusal } from '#core/refusal.ts';
import { requisiteErrors } from '#web/requisites/check-requisites.ts';
import type { System } from '#web/catalogue/systems.ts';
import { refusalText } from '#web/i18n/refusal-messages.ts';
import type { Translate } from '#web/i18n/translator.ts';
import type { WithdrawalInput } from '#web/withdrawals/withdrawal-input.ts';

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
