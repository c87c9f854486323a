import type { Refusal } from '#core/refusal.ts';
import { normaliseEmail } from '#core/requisites/email.ts';
import { wrongRequisites } from './check-requisites.ts';
import { fieldsOf, pathOf } from './fields.ts';
import type { Pair } from './systems.ts';
import type { Typed } from './typed.ts';

/** Everything that is wrong with a typed form, by field path, in the order of the page. */
export function wrongFields(typed: Typed, pair: Pair): ReadonlyMap<string, Refusal> {
  const wrong = new Map<string, Refusal>();
  for (const [side, system] of [
    ['outcome', pair.to],
    ['income', pair.from],
  ] as const) {
    const found = wrongRequisites({ fields: fieldsOf(system, side), values: typed[side], noMemo: side === 'outcome' && typed.noMemo });
    for (const [key, refusal] of found) wrong.set(pathOf(side, key), refusal);
  }
  if (typed.email.trim() === '') wrong.set('email', { code: 'required' });
  else if (normaliseEmail(typed.email) === undefined) wrong.set('email', { code: 'invalid_format', message: 'invalid_email' });
  if (!typed.acceptsTerms) wrong.set('accept_terms', { code: 'terms_not_accepted' });
  return wrong;
}
