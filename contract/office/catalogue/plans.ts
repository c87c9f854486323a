import * as z from 'zod/mini';
import { GUARDS } from '#core/changes/guards.ts';
import { CHANGE_STATES } from '#core/changes/change.ts';
import { PAYMENT_SYSTEM_KINDS } from '#core/payment-system/payment-system.ts';
import { endpoint } from '#contract/endpoint.ts';
import { csvReply } from '#contract/list-query.ts';
import { ChangeItemDocument } from './changes.ts';
import { directionFilter } from './directions.ts';
import { code, document } from './catalogue-fields.ts';

/** Record type of a file or plan. */
const entity = z.enum(['payment_system', 'direction']);
const list = z.array(code).check(z.maxLength(500));
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
  keys: z.nullable(z.array(code).check(z.maxLength(5_000))),
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
  reply: csvReply,
});

export const officeExportJson = endpoint({
  name: 'officeExportJson',
  ...file,
  summary: 'Exports payment systems or directions as JSON documents',
  path: '/api/office/v1/catalogue_files/{entity}/json',
  action: 'read_catalogue',
  reply: { kind: 'file', mediaType: 'application/octet-stream' },
});
