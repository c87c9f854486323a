import { call, type Transport } from '#contract/call.ts';
import { checkTypedRequisites } from '#contract/requisite-checks.ts';
import type { Side, System } from './systems.ts';

export interface TypedRequisite {
  readonly system: System;
  readonly side: Side;
  readonly key: string;
  readonly value: string;
}

/** Whether only the API can judge a field: checksums of addresses need hashing, whose code the page does without. */
export const isJudgedByApi = ({ system, side, key }: Omit<TypedRequisite, 'value'>): boolean =>
  (side === 'income' ? system.income_fields : system.outcome_fields).some(
    (field) => field.key === key && field.network !== null && field.kind === 'wallet',
  );

/** What the API has against one typed requisite, in the reader's words; undefined when nothing, or when nobody answers: sending the form asks again. */
export async function askRequisite(transport: Transport, { system, side, key, value }: TypedRequisite): Promise<string | undefined> {
  const result = await call(
    checkTypedRequisites,
    { body: { payment_system_id: system.id, side, requisites: { [key]: value }, no_memo: true } },
    transport,
  );
  if (result.ok) return undefined;
  return result.errors.find(({ field }) => field === `requisites/${key}`)?.message;
}
