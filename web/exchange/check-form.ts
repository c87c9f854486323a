import type { Refusal } from '#core/refusal.ts';
import { normaliseEmail } from '#core/requisites/email.ts';
import { requisiteErrors } from '#web/requisites/check-requisites.ts';
import { fieldsOf, pathOf, type OrderDetails } from './fields.ts';
import type { Pair, Side, System } from '#web/catalogue/systems.ts';
import { call, type Transport } from '#contract/call.ts';
import { checkTypedRequisites } from '#contract/public/requisite-checks.ts';

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

interface RequisiteInput {
  readonly system: System;
  readonly side: Side;
  readonly key: string;
  readonly value: string;
}

/** Whether only the API can check a field: address checksums need hashing code that the page does not load. */
export const needsApiCheck = ({ system, side, key }: Omit<RequisiteInput, 'value'>): boolean =>
  (side === 'income' ? system.income_fields : system.outcome_fields).some(
    (field) => field.key === key && field.network !== null && field.kind === 'wallet',
  );

/** Error message of the API for one requisite; undefined: none, or no response (it is checked again on submit). */
export async function fetchRequisiteError(transport: Transport, { system, side, key, value }: RequisiteInput): Promise<string | undefined> {
  const result = await call(
    checkTypedRequisites,
    { body: { payment_system_id: system.id, side, requisites: { [key]: value }, no_memo: true } },
    transport,
  );
  if (result.ok) return undefined;
  return result.errors.find(({ field }) => field === `requisites/${key}`)?.message;
}
