import type { RequisiteField } from '#core/payment-system/requisite-field.ts';
import type { Refusal } from '#core/refusal.ts';
import { checkAddressShape } from '#core/requisites/address-shape.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import type { System } from './systems.ts';

type WireField = System['income_fields'][number];

/** A field of the wire as `core` describes it; its label is already in the page's language. */
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

export interface TypedRequisites {
  readonly fields: readonly WireField[];
  readonly values: Readonly<Record<string, string>>;
  readonly noMemo: boolean;
}

/** What is wrong with typed requisites, by field key; the same check as the server's, but for checksums of addresses. */
export function wrongRequisites({ fields, values, noMemo }: TypedRequisites): ReadonlyMap<string, Refusal> {
  const checked = checkRequisites({ fields: fields.map(toCore), values, noMemo, checkAddress: checkAddressShape });
  if (checked.ok) return new Map();
  return new Map(checked.refusals.map((refusal) => [refusal.field ?? '', refusal]));
}
