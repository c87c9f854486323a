import * as z from 'zod/mini';
import { GUARDS } from '#core/changes/guards.ts';
import { CHANGE_STATES } from '#core/changes/change.ts';
import { PAYMENT_SYSTEM_KINDS, PAYMENT_SYSTEM_STAGES } from '#core/payment-system/payment-system.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';
import { ChangeItemDocument } from './changes.ts';

const word = z.string().check(z.maxLength(64));
const search = z.optional(z.string().check(z.maxLength(100)));
const yesNo = z.optional(z.enum(['yes', 'no']));
/** A stored record: members of its type in `core`, money as text in minor units (`PaymentSystemDocument`, `DirectionDocument`). */
const document = z.record(z.string(), z.unknown());
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
    q: search,
    kind: z.optional(z.enum(PAYMENT_SYSTEM_KINDS)),
    currency: z.optional(word),
    rail: z.optional(word),
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
  params: z.object({ code: word }),
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
  query: z.object({ q: search, kind: z.optional(z.enum(PAYMENT_SYSTEM_KINDS)), rail: z.optional(word) }),
  reply: {
    kind: 'collection',
    type: 'library_systems',
    attributes: LibraryAttributes,
    meta: z.object({ rails: z.array(z.string()) }),
  },
  refusals: [],
});

export const OfficeDirectionAttributes = z.object({
  income: z.string(),
  outcome: z.string(),
  income_name: z.string(),
  outcome_name: z.string(),
  income_currency: z.string(),
  outcome_currency: z.string(),
  enabled: z.boolean(),
  /** Switched on, with both sides open. */
  is_open: z.boolean(),
  rate_type: z.enum(['fixed', 'floating']),
  margin_percent: z.string(),
  income_fee_percent: z.string(),
  outcome_fee_percent: z.string(),
  /** Whole units of the income; null: the payment system's limit. */
  min_income: z.nullable(z.string()),
  max_income: z.nullable(z.string()),
  eta_minutes: z.number(),
  document,
});
export type OfficeDirectionAttributes = z.output<typeof OfficeDirectionAttributes>;

const directionFilter = {
  q: search,
  income: z.optional(word),
  outcome: z.optional(word),
  enabled: yesNo,
  rate_type: z.optional(z.enum(['fixed', 'floating'])),
};

export const officeListDirections = endpoint({
  name: 'officeListDirections',
  summary: 'Lists directions with all settings; `income` and `outcome`: a code or a currency',
  method: 'GET',
  path: '/api/office/v1/directions',
  action: 'read_catalogue',
  query: z.object({
    ...directionFilter,
    page: pagingQuery.page,
    per: pagingQuery.per,
    sort: sortQuery('income', 'outcome', 'margin_percent', 'eta_minutes'),
  }),
  reply: { kind: 'collection', type: 'directions', attributes: OfficeDirectionAttributes, paged: true },
  refusals: [],
});

export const officeGetDirection = endpoint({
  name: 'officeGetDirection',
  summary: 'Returns one direction with the payment systems of its sides',
  method: 'GET',
  path: '/api/office/v1/directions/{income}/{outcome}',
  action: 'read_catalogue',
  params: z.object({ income: word, outcome: word }),
  reply: {
    kind: 'resource',
    type: 'directions',
    attributes: OfficeDirectionAttributes,
    status: 200,
    /** Decimals of the amounts of each side. */
    meta: z.object({ income_scale: z.number(), outcome_scale: z.number() }),
  },
  refusals: ['not_found'],
});

/** Record type of a file or plan. */
const entity = z.enum(['payment_system', 'direction']);
const list = z.array(word).check(z.maxLength(500));
const chosen = z.object({
  group: z.enum(['any', 'fiat', 'crypto']),
  kinds: z.array(z.enum(PAYMENT_SYSTEM_KINDS)),
  currencies: list,
  codes: list,
});

const RulePlan = z.object({
  kind: z.literal('by_rule'),
  income: chosen,
  outcome: chosen,
  settings: document,
  existing: z.enum(['skip', 'overwrite']),
  same_currency: z.boolean(),
});
const SetPlan = z.object({
  kind: z.literal('set'),
  entity,
  /** These records; null: all that match the filter of the list. */
  keys: z.nullable(z.array(word).check(z.maxLength(5_000))),
  filter: z.record(z.string(), z.string().check(z.maxLength(100))),
  members: document,
});
/** Maximum length of a file, characters. */
export const MAX_FILE_CHARS = 6_000_000;
const ImportPlan = z.object({
  kind: z.literal('import'),
  entity,
  format: z.enum(['csv', 'json']),
  text: z.string().check(z.maxLength(MAX_FILE_CHARS)),
});
export const CataloguePlan = z.union([RulePlan, SetPlan, ImportPlan]);
export type CataloguePlan = z.output<typeof CataloguePlan>;
export type RulePlan = z.output<typeof RulePlan>;
export type SetPlan = z.output<typeof SetPlan>;
export type ImportPlan = z.output<typeof ImportPlan>;

const MAX_PLAN_BYTES = 14 * 1024 * 1024;

export const PlanProblem = z.object({
  /** Row of the file, 1 is the heading; null: no file. */
  row: z.nullable(z.number()),
  column: z.nullable(z.string()),
  key: z.nullable(z.string()),
  /** Key of `catalogue_desk.problem`. */
  problem: z.string(),
});
export type PlanProblem = z.output<typeof PlanProblem>;

export const officePreviewPlan = endpoint({
  name: 'officePreviewPlan',
  summary: 'Previews a rule, a bulk edit or a file; changes nothing',
  method: 'POST',
  path: '/api/office/v1/catalogue_previews',
  action: 'read_catalogue',
  effect: 'calculation',
  maxBytes: MAX_PLAN_BYTES,
  body: z.object({ plan: CataloguePlan }),
  reply: {
    kind: 'resource',
    type: 'catalogue_previews',
    attributes: z.object({
      made: z.number(),
      changed: z.number(),
      unchanged: z.number(),
      refused: z.number(),
      problems: z.array(PlanProblem),
      /** The first changed records, before and after. */
      items: z.array(ChangeItemDocument),
      /** Triggered guards; any of them requires a second person. */
      guards: z.array(z.object({ guard: z.enum(GUARDS), count: z.number() })),
      /** Digest of this result: applying requires it, so that exactly the preview is applied. */
      digest: z.string(),
    }),
    status: 200,
  },
  refusals: ['invalid_format', 'too_long'],
});

export const officeApplyPlan = endpoint({
  name: 'officeApplyPlan',
  summary: 'Applies a previewed plan as one change; refused (`edit_conflict`) if its result has changed since the preview',
  method: 'POST',
  path: '/api/office/v1/catalogue_plans',
  action: 'read_catalogue',
  maxBytes: MAX_PLAN_BYTES,
  body: z.object({ plan: CataloguePlan, digest: z.string().check(z.maxLength(100)), note: z.string().check(z.maxLength(2000)) }),
  reply: {
    kind: 'resource',
    type: 'catalogue_plans',
    attributes: z.object({ change_id: z.string(), state: z.enum(CHANGE_STATES), item_count: z.number() }),
    status: 201,
  },
  refusals: [
    'approval_conflict',
    'access_denied',
    'edit_conflict',
    'not_found',
    'required',
    'invalid_format',
    'too_short',
    'too_long',
    'not_allowed_amount',
  ],
});

const file = {
  method: 'GET',
  params: z.object({ entity }),
  query: z.object({ ...directionFilter, kind: z.optional(z.enum(PAYMENT_SYSTEM_KINDS)) }),
  refusals: [],
} as const;

export const officeExportCsv = endpoint({
  name: 'officeExportCsv',
  ...file,
  summary: 'Exports payment systems or directions as an importable spreadsheet, with formulas escaped',
  path: '/api/office/v1/catalogue_files/{entity}/csv',
  action: 'read_catalogue',
  reply: { kind: 'file', mediaType: 'text/csv; charset=utf-8' },
});

export const officeExportJson = endpoint({
  name: 'officeExportJson',
  ...file,
  summary: 'Exports payment systems or directions as JSON documents',
  path: '/api/office/v1/catalogue_files/{entity}/json',
  action: 'read_catalogue',
  reply: { kind: 'file', mediaType: 'application/octet-stream' },
});
