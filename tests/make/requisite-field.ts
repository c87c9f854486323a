import type { RequisiteField } from '#core/payment-system/requisite-field.ts';

/** A required requisite field without rules, with overrides. */
export const makeRequisiteField = (given: Partial<RequisiteField> & Pick<RequisiteField, 'key' | 'kind'>): RequisiteField => ({
  label: { ru: '', en: '' },
  required: true,
  pattern: null,
  example: null,
  minLength: null,
  maxLength: null,
  digits: null,
  network: null,
  countries: null,
  mayBeAbsent: false,
  ...given,
});
