import type { CallError } from '#contract/call-errors.ts';
import type { Refusal } from '#core/refusal.ts';
import { wrongRequisites } from '#web/exchange/check-requisites.ts';
import type { System } from '#web/exchange/systems.ts';
import { refusalText } from '#web/i18n/refusal-words.ts';
import type { Translate } from '#web/i18n/translator.ts';
import type { Typed } from './typed.ts';

/** What is seen to be wrong without asking, in the sentences of the server. */
export function wrongHere({ amount, walletId, values, noMemo }: Typed, system: System, t: Translate): readonly CallError[] {
  const wrong = new Map<string, Refusal>();
  if (amount.trim() === '') wrong.set('amount', { code: 'required' });
  if (walletId === '')
    for (const [key, refusal] of wrongRequisites({ fields: system.outcome_fields, values, noMemo })) wrong.set(key, refusal);
  return [...wrong].map(([field, refusal]) => ({
    name: field,
    type: refusal.code,
    code: refusal.code,
    message: refusalText(t, refusal),
    field,
    meta: {},
  }));
}
