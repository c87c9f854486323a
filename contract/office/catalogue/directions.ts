import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';
import { code, document, searchText, yesNo } from './catalogue-fields.ts';

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

/** Filter of a list or file of directions. */
export const directionFilter = {
  q: searchText,
  income: z.optional(code),
  outcome: z.optional(code),
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
  params: z.object({ income: code, outcome: code }),
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
