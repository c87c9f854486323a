import * as z from 'zod/mini';
import { MAX_ITEMS } from '#core/changes/change.ts';
import { GUARDS } from '#core/changes/guards.ts';
import { endpoint } from '#contract/endpoint.ts';
import { ChangeItemDocument, MOST_CHANGE_BYTES } from './changes.ts';

const text = z.nullable(z.string());

/** One direction as the grid has it: settings as they are kept (parts per million, minor units), rates as they are published now. */
const GridRow = z.tuple([
  /** Places of income and outcome in `systems`. */
  z.number(),
  z.number(),
  z.boolean(),
  z.enum(['fixed', 'floating']),
  /** Margin, fee of the income, fee of the outcome. */
  z.number(),
  z.number(),
  z.number(),
  /** Fixed fees, each in minor units of its side. */
  z.string(),
  z.string(),
  /** Least and most of the income, in its minor units. */
  text,
  text,
  /** Place in the monitor's list that is aimed at. */
  z.nullable(z.number()),
  /** Outcome for one income, and its distance from the market in per cent; null while nothing is published. */
  text,
  text,
]);

export const RateGridAttributes = z.object({
  /** When the market prices behind the rates were taken. */
  taken_at: text,
  systems: z.array(
    z.object({
      code: z.string(),
      name: z.object({ ru: z.string(), en: z.string() }),
      aliases: z.array(z.string()),
      currency: z.string(),
      scale: z.number(),
      precision: z.number(),
    }),
  ),
  rows: z.array(GridRow),
});
export type RateGridAttributes = z.output<typeof RateGridAttributes>;

export const officeRateGrid = endpoint({
  name: 'officeRateGrid',
  summary: 'Margins, fees, limits and present rates of all directions, dense: rows are lists in the order of the grid',
  method: 'GET',
  path: '/api/office/v1/rate_grid',
  action: 'read_prices',
  reply: { kind: 'resource', type: 'rate_grids', attributes: RateGridAttributes, status: 200 },
  refusals: [],
});

const side = z.nullable(
  z.object({
    /** Outcome for one income; null while there is no market price or the direction is switched off. */
    rate: text,
    deviation_percent: text,
    /** Lines of the rate file as they are written there. */
    file: z.array(z.string()),
  }),
);

export const ChangePreviewAttributes = z.object({
  item_count: z.number(),
  needs_second_person: z.boolean(),
  guards: z.array(z.object({ position: z.number(), key: z.string(), guard: z.enum(GUARDS), value: z.string() })),
  /** Directions whose rate, limits or line in the rate file change; the first hundred whole. */
  direction_count: z.number(),
  directions: z.array(
    z.object({
      income_payment_system_id: z.string(),
      outcome_payment_system_id: z.string(),
      income_currency_iso_code: z.string(),
      outcome_currency_iso_code: z.string(),
      before: side,
      after: side,
    }),
  ),
  /** What the last completed orders of these directions (a hundred at most) would have earned at today's market, in US dollars. */
  earnings: z.nullable(z.object({ orders: z.number(), before: z.string(), after: z.string() })),
});
export type ChangePreviewAttributes = z.output<typeof ChangePreviewAttributes>;

export const officePreviewChange = endpoint({
  name: 'officePreviewChange',
  summary: 'What a change would do, before it is made: rates and rate file before and after, guard bands, earnings; of a roll-back too',
  method: 'POST',
  path: '/api/office/v1/changes/preview',
  action: 'read_prices',
  effect: 'calculation',
  bodyType: 'change_previews',
  body: z.object({
    items: z.optional(z.array(ChangeItemDocument).check(z.maxLength(MAX_ITEMS))),
    /** Id of an applied change: its roll-back is previewed. */
    rolls_back: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  }),
  maxBytes: MOST_CHANGE_BYTES,
  reply: { kind: 'resource', type: 'change_previews', attributes: ChangePreviewAttributes, status: 200 },
  refusals: ['access_denied', 'edit_conflict', 'not_found', 'required', 'invalid_format', 'too_short', 'too_long', 'not_allowed_amount'],
});
