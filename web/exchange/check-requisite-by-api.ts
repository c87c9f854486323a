import { call, type Transport } from '#contract/call.ts';
import { checkTypedRequisites } from '#contract/public/requisite-checks.ts';
import type { Side, System } from '#web/catalogue/systems.ts';

export interface RequisiteInput {
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
