import type { Refusal } from '#core/refusal.ts';
import { normaliseEmail } from '#core/requisites/email.ts';
import { requisiteErrors } from '#web/requisites/check-requisites.ts';
import { fieldsOf, pathOf } from './fields.ts';
import type { Pair } from '#web/catalogue/systems.ts';
import type { OrderDetails } from './order-details.ts';

/** All errors of the form by field path, in the order of the page. */
export function orderFieldErrors(details: OrderDetails, pair: Pair): ReadonlyMap<string, Refusal> {
  const errors = new Map<string, Refusal>();
  for (const [side, system] of [
    ['outcome', pair.to],
    ['income', pair.from],
  ] as const) {
    const sideErrors = requisiteErrors({
      fields: fieldsOf(system, side),
      values: details[side],
      noMemo: side === 'outcome' && details.noMemo,
    });
    for (const [key, refusal] of sideErrors) errors.set(pathOf(side, key), refusal);
  }
  if (details.email.trim() === '') errors.set('email', { code: 'required' });
  else if (normaliseEmail(details.email) === undefined) errors.set('email', { code: 'invalid_format', message: 'invalid_email' });
  if (!details.acceptsTerms) errors.set('accept_terms', { code: 'terms_not_accepted' });
  return errors;
}
