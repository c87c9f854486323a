import type { RequisiteField } from '#core/payment-system/requisite-field.ts';
import type { Refusal } from '#core/refusal.ts';
import { checkAddressShape } from '#core/requisites/address-shape.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import type { System } from '#web/catalogue/systems.ts';

type WireField = System['income_fields'][number];

/** A field of the API in the form `core` expects; the label is already localised. */
const toCore = (field: WireField): RequisiteField => ({
  key: field.key,
  label: { ru: field.label, en: field.label },
  kind: field.kind,
  required: field.required,
  pattern: field.pattern,
  example: field.example,
  minLength: field.min_length,
  maxLength: field.max_length,
  digits: field.digits,
  network: field.network,
  countries: field.countries,
  mayBeAbsent: field.may_be_absent,
});

export interface RequisitesInput {
  readonly fields: readonly WireField[];
  readonly values: Readonly<Record<string, string>>;
  readonly noMemo: boolean;
}

/** Errors of requisites by field key; the server's check without address checksums. */
export function requisiteErrors({ fields, values, noMemo }: RequisitesInput): ReadonlyMap<string, Refusal> {
  const result = checkRequisites({ fields: fields.map(toCore), values, noMemo, checkAddress: checkAddressShape });
  if (result.ok) return new Map();
  return new Map(result.refusals.map((refusal) => [refusal.field ?? '', refusal]));
}
