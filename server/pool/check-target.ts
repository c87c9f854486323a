import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteField, RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Refusal, RequisiteRefusalCode } from '#core/refusal.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { maskRequisites } from '#core/requisites/mask-requisites.ts';
import { accept, type Result } from '#core/result.ts';
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

const MAX_NAME_LENGTH = 100;

/** Whether a requisite of a system names its owner, and its bank. */
export const needsOwner = ({ kind }: Pick<PaymentSystem, 'kind'>): boolean => kind !== 'crypto';
export const needsBank = ({ kind }: Pick<PaymentSystem, 'kind'>): boolean => ['card', 'bank_account', 'fast_payment'].includes(kind);

function checkName(field: string, text: string, isNeeded: boolean): readonly Refusal<RequisiteRefusalCode>[] {
  if (text === '') return isNeeded ? [{ code: 'required', field }] : [];
  if (text.length > MAX_NAME_LENGTH) return [{ code: 'too_long', field }];
  return /[\p{Cc}\p{Cf}<>]/u.test(text) ? [{ code: 'invalid_format', field }] : [];
}

/** Checks entered requisites like a customer's; refusals name every wrong field. */
export function checkTarget(
  deps: Pick<Deps, 'secrets'>,
  system: PaymentSystem,
  input: TypedTarget,
): Result<RequisiteTarget & { readonly values: RequisiteValues }, RequisiteRefusalCode> {
  const fields = poolFields(system);
  const checked = checkRequisites({ fields, values: input.values, noMemo: true, checkAddress: checkAddressOf(system) });
  const [ownerName, bank] = [input.ownerName.trim(), input.bank.trim()];
  const names = [...checkName('owner_name', ownerName, needsOwner(system)), ...checkName('bank', bank, needsBank(system))];
  if (!checked.ok) {
    const wrong = checked.refusals.map((refusal) => ({ ...refusal, field: `values/${refusal.field ?? ''}` }));
    return { ok: false, refusals: [...wrong, ...names] };
  }
  if (names.length > 0) return { ok: false, refusals: names };
  const values = checked.value;
  return accept({ ...sealRequisite(deps, { fields, values, bank }), masked: maskRequisites(fields, values), ownerName, bank, values });
}
