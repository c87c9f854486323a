import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteField, RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { RequisiteRefusalCode } from '#core/refusal.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { maskRequisites } from '#core/requisites/mask-requisites.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { checkAddressOf } from '#server/payment-systems/check-address.ts';
import type { RequisiteTarget } from './change-store.ts';
import { sealRequisite } from './sealed-requisite.ts';

/** Where money is to go, as an operator typed it. */
export interface TypedTarget {
  readonly values: RequisiteValues;
  readonly ownerName: string;
  readonly bank: string;
}

/** The fields of a requisite of ours: those by which a customer of this payment system is paid. Owner and bank stand beside them, a memo is there or not. */
export const poolFields = ({ outcomeFields }: Pick<PaymentSystem, 'outcomeFields'>): readonly RequisiteField[] =>
  outcomeFields
    .filter(({ key, kind }) => kind !== 'full_name' && key !== 'bank')
    .map((field) => ({ ...field, required: field.required && field.kind !== 'memo' }));

const MOST_NAME = 100;

/** What was typed, checked like any customer's requisites; refusals name the field. */
export function checkTarget(
  deps: Pick<Deps, 'secrets'>,
  system: PaymentSystem,
  typed: TypedTarget,
): Result<RequisiteTarget & { readonly values: RequisiteValues }, RequisiteRefusalCode> {
  const fields = poolFields(system);
  const checked = checkRequisites({ fields, values: typed.values, noMemo: true, checkAddress: checkAddressOf(system) });
  if (!checked.ok)
    return { ok: false, refusals: checked.refusals.map((refusal) => ({ ...refusal, field: `values/${refusal.field ?? ''}` })) };
  const [ownerName, bank] = [typed.ownerName.trim(), typed.bank.trim()];
  if (ownerName === '' && system.kind !== 'crypto') return refuse({ code: 'required', field: 'owner_name' });
  if (bank === '' && ['card', 'bank_account', 'fast_payment'].includes(system.kind)) return refuse({ code: 'required', field: 'bank' });
  for (const [field, text] of [
    ['owner_name', ownerName],
    ['bank', bank],
  ] as const) {
    if (text.length > MOST_NAME) return refuse({ code: 'too_long', field });
    if (/[\p{Cc}\p{Cf}<>]/u.test(text)) return refuse({ code: 'invalid_format', field });
  }
  const values = checked.value;
  return accept({ ...sealRequisite(deps, { fields, values, bank }), masked: maskRequisites(fields, values), ownerName, bank, values });
}
