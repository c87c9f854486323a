import type { RequisiteField } from '#core/payment-system/requisite-field.ts';

/** A required field of requisites without a rule of its own; override what the test is about. */
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
