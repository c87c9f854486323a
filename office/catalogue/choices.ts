import { MARK_TINTS } from '#core/brand/mark.ts';
import { PAYMENT_SYSTEM_KINDS, PAYMENT_SYSTEM_STAGES } from '#core/payment-system/payment-system.ts';
import { REQUISITE_FIELD_KINDS } from '#core/payment-system/requisite-field.ts';

/** Choices of a column; labels are `catalogue_desk.choice.<column>.<value>`. */
export const CHOICES: Readonly<Record<string, readonly string[]>> = {
  kind: PAYMENT_SYSTEM_KINDS,
  stage: PAYMENT_SYSTEM_STAGES,
  rate_type: ['fixed', 'floating'],
  field_kind: REQUISITE_FIELD_KINDS,
  tint: MARK_TINTS,
};
