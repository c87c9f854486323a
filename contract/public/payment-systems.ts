import * as z from 'zod/mini';
import { PAYMENT_SYSTEM_KINDS } from '#core/payment-system/payment-system.ts';
import { REQUISITE_FIELD_KINDS } from '#core/payment-system/requisite-field.ts';
import { endpoint } from '#contract/endpoint.ts';

export const RequisiteFieldAttributes = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(REQUISITE_FIELD_KINDS),
  required: z.boolean(),
  pattern: z.nullable(z.string()),
  example: z.nullable(z.string()),
  min_length: z.nullable(z.number()),
  max_length: z.nullable(z.number()),
  digits: z.nullable(z.number()),
  network: z.nullable(z.string()),
  /** Countries of accepted IBANs, ISO 3166; null: any. */
  countries: z.nullable(z.array(z.string())),
  may_be_absent: z.boolean(),
});

export const PaymentSystemAttributes = z.object({
  name: z.string(),
  /** Alternative names in any language, for search. */
  aliases: z.array(z.string()),
  code: z.string(),
  kind: z.enum(PAYMENT_SYSTEM_KINDS),
  currency_iso_code: z.string(),
  network: z.nullable(z.string()),
  precision: z.number(),
  icon_url: z.string(),
  reserve: z.string(),
  min_amount: z.string(),
  max_amount: z.string(),
  income_enabled: z.boolean(),
  outcome_enabled: z.boolean(),
  referal_output_enabled: z.boolean(),
  outcome_payment_system_ids: z.array(z.string()),
  income_fields: z.array(RequisiteFieldAttributes),
  outcome_fields: z.array(RequisiteFieldAttributes),
  /** Monogram and tint of the mark. */
  mark: z.object({ monogram: z.string(), tint: z.string() }),
});
export type PaymentSystemAttributes = z.output<typeof PaymentSystemAttributes>;

export const listPaymentSystems = endpoint({
  name: 'listPaymentSystems',
  summary: 'Lists payment systems with their limits, reserves, requisite fields and directions',
  method: 'GET',
  path: '/api/v1/payment_systems',
  action: 'browse',
  scope: 'rates:read',
  query: z.object({
    enable_referal_output: z.optional(z.enum(['true', 'false'])),
    excluded_currency_iso_codes: z.optional(z.array(z.string().check(z.maxLength(12))).check(z.maxLength(200))),
  }),
  payload: true,
  reply: { kind: 'collection', type: 'payment_systems', attributes: PaymentSystemAttributes },
  refusals: [],
  cache: 'public',
});
