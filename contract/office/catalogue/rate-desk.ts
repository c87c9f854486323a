import * as z from 'zod/mini';
import { MAX_ITEMS } from '#core/changes/change.ts';
import { GUARDS } from '#core/changes/guards.ts';
import { endpoint } from '#contract/endpoint.ts';
import { ChangeItemDocument, MAX_CHANGE_BYTES } from './changes.ts';

const text = z.nullable(z.string());

/** One direction of the grid: stored settings (parts per million, minor units) and current rates. */
const GridRow = z.tuple([
  /** Index of income and outcome in `systems`. */
  z.number(),
  z.number(),
  z.boolean(),
  z.enum(['fixed', 'floating']),
  /** Margin, income fee, outcome fee. */
  z.number(),
  z.number(),
  z.number(),
  /** Fixed fees, in minor units of each side. */
  z.string(),
  z.string(),
  /** Minimum and maximum income, minor units. */
  text,
  text,
  /** Target position in the monitoring site's list. */
  z.nullable(z.number()),
  /** Outcome units per income unit, and its distance from the market in per cent; null: no rate. */
  text,
  text,
]);

export const RateGridAttributes = z.object({
  /** Time of the market prices behind the rates. */
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
  summary: 'Returns margins, fees, limits and rates of all directions in a compact form: rows as arrays in grid order',
  method: 'GET',
  path: '/api/office/v1/rate_grid',
  action: 'read_prices',
  reply: { kind: 'resource', type: 'rate_grids', attributes: RateGridAttributes, status: 200 },
  refusals: [],
});

const side = z.nullable(
  z.object({
    /** Outcome units per income unit; null: no market price, or switched off. */
    rate: text,
    deviation_percent: text,
    /** Lines of the rate file as published. */
    file: z.array(z.string()),
  }),
);

export const ChangePreviewAttributes = z.object({
  item_count: z.number(),
  needs_second_person: z.boolean(),
  guards: z.array(z.object({ position: z.number(), key: z.string(), guard: z.enum(GUARDS), value: z.string() })),
  /** Number of directions whose rate, limits or rate file line change; the first hundred in full. */
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
  /** Earnings of the last completed orders of these directions (at most a hundred) at current market prices, in US dollars. */
  earnings: z.nullable(z.object({ orders: z.number(), before: z.string(), after: z.string() })),
});
export type ChangePreviewAttributes = z.output<typeof ChangePreviewAttributes>;

export const officePreviewChange = endpoint({
  name: 'officePreviewChange',
  summary: 'Previews a change or a roll-back: rates and rate file before and after, guards, earnings',
  method: 'POST',
  path: '/api/office/v1/changes/preview',
  action: 'read_prices',
  effect: 'calculation',
  bodyType: 'change_previews',
  body: z.object({
    items: z.optional(z.array(ChangeItemDocument).check(z.maxLength(MAX_ITEMS))),
    /** Id of an applied change whose roll-back is previewed. */
    rolls_back: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  }),
  maxBytes: MAX_CHANGE_BYTES,
  reply: { kind: 'resource', type: 'change_previews', attributes: ChangePreviewAttributes, status: 200 },
  refusals: ['access_denied', 'edit_conflict', 'not_found', 'required', 'invalid_format', 'too_short', 'too_long', 'not_allowed_amount'],
});
