import * as z from 'zod/mini';
import { PAYMENT_SYSTEM_KINDS } from '#core/payment-system/payment-system.ts';
import { REQUISITE_FIELD_KINDS } from '#core/payment-system/requisite-field.ts';
import { localised, minor, wholeNumber } from './direction-row.ts';

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

const fieldRow = z.object({
  key: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/)),
  label: localised,
  kind: z.enum(REQUISITE_FIELD_KINDS),
  required: z.boolean(),
  pattern: z.nullable(z.string().check(z.refine(compiles, 'not a pattern'))),
  example: z.nullable(z.string()),
  minLength: z.nullable(wholeNumber),
  maxLength: z.nullable(wholeNumber),
  digits: z.nullable(wholeNumber),
  network: z.nullable(z.string()),
  // Rows from before this member know no countries
  countries: z._default(z.nullable(z.array(z.string())), null),
  mayBeAbsent: z.boolean(),
});

/** A row of `payment_systems`, checked when it is read. */
export const systemRow = z.object({
  code: z.string(),
  kind: z.enum(PAYMENT_SYSTEM_KINDS),
  name: localised,
  aliases: z.array(z.string()),
  currency: z.string(),
  asset: z.string(),
  incomeWallet: z.string(),
  outcomeWallet: z.string(),
  marketSymbol: z.string(),
  network: z.nullable(z.string()),
  scale: wholeNumber,
  precision: wholeNumber,
  rail: z.string(),
  railSettings: z.record(z.string(), z.string()),
  minAmount: minor,
  maxAmount: minor,
  reserveBuffer: minor,
  networkFee: minor,
  requiredConfirmations: wholeNumber,
  incomeEnabled: z.boolean(),
  outcomeEnabled: z.boolean(),
  referalOutputEnabled: z.boolean(),
  incomeFields: z.array(fieldRow),
  outcomeFields: z.array(fieldRow),
  mark: z.object({ monogram: z.string(), tint: z.string() }),
  sort: z.int(),
});
