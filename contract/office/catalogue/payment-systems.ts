import * as z from 'zod/mini';
import { PAYMENT_SYSTEM_KINDS, PAYMENT_SYSTEM_STAGES } from '#core/payment-system/payment-system.ts';
import { endpoint } from '#contract/endpoint.ts';
import { code, document, searchText, yesNo } from './catalogue-fields.ts';

const mark = z.object({ monogram: z.string(), tint: z.string() });

export const OfficePaymentSystemAttributes = z.object({
  code: z.string(),
  kind: z.enum(PAYMENT_SYSTEM_KINDS),
  stage: z.enum(PAYMENT_SYSTEM_STAGES),
  name: z.string(),
  currency: z.string(),
  network: z.nullable(z.string()),
  rail: z.string(),
  /** Whole units of the currency, decimal text. */
  min_amount: z.string(),
  max_amount: z.string(),
  reserve: z.string(),
  income_enabled: z.boolean(),
  outcome_enabled: z.boolean(),
  directions: z.number(),
  open_orders: z.number(),
  sort: z.number(),
  mark,
  /** Time of the last rail check with these settings, and its problem; null: never checked, or no problem. */
  checked_at: z.nullable(z.string()),
  check_problem: z.nullable(z.string()),
  document,
});
export type OfficePaymentSystemAttributes = z.output<typeof OfficePaymentSystemAttributes>;

export const officeListPaymentSystems = endpoint({
  name: 'officeListPaymentSystems',
  summary: 'Lists payment systems with all settings, drafts and archived ones included',
  method: 'GET',
  path: '/api/office/v1/payment_systems',
  action: 'read_catalogue',
  query: z.object({
    q: searchText,
    kind: z.optional(z.enum(PAYMENT_SYSTEM_KINDS)),
    currency: z.optional(code),
    rail: z.optional(code),
    stage: z.optional(z.enum(PAYMENT_SYSTEM_STAGES)),
    open: yesNo,
  }),
  reply: {
    kind: 'collection',
    type: 'payment_systems',
    attributes: OfficePaymentSystemAttributes,
    /** Filter values, and the rails of this shop. */
    meta: z.object({ currencies: z.array(z.string()), rails: z.array(z.string()) }),
  },
  refusals: [],
});

export const officeGetPaymentSystem = endpoint({
  name: 'officeGetPaymentSystem',
  summary: 'Returns one payment system; `meta.has_moved`: it has ledger movements, so asset and scale are fixed',
  method: 'GET',
  path: '/api/office/v1/payment_systems/{code}',
  action: 'read_catalogue',
  params: z.object({ code }),
  reply: {
    kind: 'resource',
    type: 'payment_systems',
    attributes: OfficePaymentSystemAttributes,
    status: 200,
    meta: z.object({ has_moved: z.boolean(), rails: z.array(z.string()) }),
  },
  refusals: ['not_found'],
});

export const officeCheckPaymentSystem = endpoint({
  name: 'officeCheckPaymentSystem',
  summary: 'Checks a payment system against its rail, saved or not; a draft can be opened only after a successful check',
  method: 'POST',
  path: '/api/office/v1/payment_system_checks',
  action: 'change_catalogue',
  body: z.object({ document }),
  reply: {
    kind: 'resource',
    type: 'payment_system_checks',
    attributes: z.object({ code: z.string(), rail: z.string(), is_fine: z.boolean(), problem: z.nullable(z.string()) }),
    status: 201,
  },
  refusals: ['invalid_format'],
});

export const LibraryAttributes = z.object({
  code: z.string(),
  kind: z.enum(PAYMENT_SYSTEM_KINDS),
  name: z.string(),
  currency: z.string(),
  network: z.nullable(z.string()),
  mark,
  /** Already in the catalogue. */
  is_present: z.boolean(),
  /** Rails of this shop that can serve it. */
  rails: z.array(z.string()),
  /** Initial record for the requested rail: a draft, switched off. */
  document,
});
export type LibraryAttributes = z.output<typeof LibraryAttributes>;

export const officeListLibrary = endpoint({
  name: 'officeListLibrary',
  summary: 'Lists known payment systems to add, with codes, fields, networks and limits (domain 10)',
  method: 'GET',
  path: '/api/office/v1/payment_system_library',
  action: 'read_catalogue',
  query: z.object({ q: searchText, kind: z.optional(z.enum(PAYMENT_SYSTEM_KINDS)), rail: z.optional(code) }),
  reply: {
    kind: 'collection',
    type: 'library_systems',
    attributes: LibraryAttributes,
    meta: z.object({ rails: z.array(z.string()) }),
  },
  refusals: [],
});
