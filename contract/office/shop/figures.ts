import * as z from 'zod/mini';
import { PERIODS, periodOfDays, PROMISE_UNITS, type DayRange } from '#core/figures/figures.ts';
import { ORDER_STATUSES } from '#core/order/status.ts';
import { endpoint } from '#contract/endpoint.ts';
import { csvReply, pagingQuery, sortQuery } from '#contract/list-query.ts';

/** Decimal text; null: unknown for lack of a trustworthy price. */
const money = z.nullable(z.string());
const time = z.string();

/** Steps of an exchange: until payment is seen, until it is final, until the payout is final. */
export const FIGURE_STEPS = ['pay', 'confirm', 'payout'] as const;

const brought = { completed: z.number(), turnover_usd: money, earnings_usd: money };

/** Upper bound of a count of days. */
export const MAX_DAYS = 999;

export const FiguresAttributes = z.object({
  from: time,
  to: time,
  turnover_usd: money,
  turnover_rub: money,
  spread_usd: money,
  fees_usd: money,
  /** Refund fees. */
  kept_usd: money,
  network_usd: money,
  referral_usd: money,
  /** Payments reverted by a provider after payout or refund. */
  losses_usd: money,
  earnings_usd: money,
  earnings_rub: money,
  /** Completed or refunded orders of unknown worth: no trustworthy price, or older than its recording. */
  unknown: z.number(),
  created: z.number(),
  /** Orders ended in the period, by state. */
  outcomes: z.array(z.object({ status: z.enum(ORDER_STATUSES), count: z.number() })),
  /** Median over completed orders; null: none. */
  steps: z.array(z.object({ step: z.enum(FIGURE_STEPS), median_minutes: z.nullable(z.number()), orders: z.number() })),
  unit: z.enum(['hour', 'day']),
  parts: z.array(z.object({ at: time, ...brought })),
  directions: z.array(z.object({ income_payment_system_id: z.string(), outcome_payment_system_id: z.string(), ...brought })),
  operators: z.array(z.object({ operator_id: z.string(), name: z.string(), moves: z.number(), orders: z.number(), ...brought })),
  reserves: z.array(
    z.object({
      wallet: z.string(),
      currency_iso_code: z.string(),
      /** Available now. */
      free: z.string(),
      /** Amount paid per day, average of the last week. */
      paid_a_day: z.string(),
      /** Days until the reserve is used up, at most `MAX_DAYS`; null: no payouts in a week. */
      days_left: z.nullable(z.number()),
    }),
  ),
});
export type FiguresAttributes = z.output<typeof FiguresAttributes>;

/** `ended`, `created`, `handled` (moved by an operator): in the period; `unknown`: without a known worth; `missed`: completed late. */
export const FIGURE_SETS = ['ended', 'created', 'handled', 'unknown', 'missed'] as const;

export const FigureOrderAttributes = z.object({
  at: time,
  status: z.enum(ORDER_STATUSES),
  income_payment_system_id: z.string(),
  outcome_payment_system_id: z.string(),
  income_amount: z.string(),
  income_currency_iso_code: z.string(),
  outcome_amount: z.string(),
  outcome_currency_iso_code: z.string(),
  turnover_usd: money,
  spread_usd: money,
  fees_usd: money,
  kept_usd: money,
  network_usd: money,
  referral_usd: money,
  losses_usd: money,
  earnings_usd: money,
  pay_minutes: z.nullable(z.number()),
  confirm_minutes: z.nullable(z.number()),
  payout_minutes: z.nullable(z.number()),
});
export type FigureOrderAttributes = z.output<typeof FigureOrderAttributes>;

/** Completed orders of a day or month by their promise. The id names its days, as `period` takes them. */
export const PromiseAttributes = z.object({
  /** Completed within the time first promised. */
  kept: z.number(),
  missed: z.number(),
  /** No promise recorded: completed by an earlier release. */
  unknown: z.number(),
  /** Kept of all that are known, per cent; null: none. */
  kept_percent: z.nullable(z.string()),
});
export type PromiseAttributes = z.output<typeof PromiseAttributes>;

const name = z.optional(z.string().check(z.maxLength(64)));
/** A named period or days, as `2026-11-01..2026-11-28`. */
const period = z.union([z.enum(PERIODS), z.custom<DayRange>((text) => typeof text === 'string' && periodOfDays(text) !== undefined)]);
const filter = {
  period,
  set: z.optional(z.enum(FIGURE_SETS)),
  status: z.optional(z.enum(ORDER_STATUSES)),
  income_payment_system_id: name,
  outcome_payment_system_id: name,
  operator_id: z.optional(z.uuid()),
};

export const officeGetFigures = endpoint({
  name: 'officeGetFigures',
  summary: 'Returns turnover, earnings, outcomes, times and reserves of a period, by direction and by operator (domain 11)',
  method: 'GET',
  path: '/api/office/v1/figures',
  action: 'read_figures',
  query: z.object({ period }),
  reply: { kind: 'resource', type: 'figures', attributes: FiguresAttributes, status: 200 },
  refusals: [],
});

export const officeListFigureOrders = endpoint({
  name: 'officeListFigureOrders',
  summary: 'Lists the orders behind a figure, each with its result',
  method: 'GET',
  path: '/api/office/v1/figures/orders',
  action: 'read_figures',
  query: z.object({ ...filter, ...pagingQuery, sort: sortQuery('at', 'turnover_usd', 'earnings_usd') }),
  reply: { kind: 'collection', type: 'figure_orders', attributes: FigureOrderAttributes, paged: true },
  refusals: [],
});

export const officeFigureOrdersCsv = endpoint({
  name: 'officeFigureOrdersCsv',
  summary: 'Exports the orders behind a figure as CSV with formulas escaped',
  method: 'GET',
  path: '/api/office/v1/figures/orders.csv',
  action: 'read_figures',
  query: z.object(filter),
  reply: csvReply,
  refusals: ['too_many_requests'],
});

const promiseQuery = z.object({ period, unit: z.optional(z.enum(PROMISE_UNITS)) });

export const officeListPromises = endpoint({
  name: 'officeListPromises',
  summary: 'Counts the completed orders of each day or month by whether they were completed in the promised time',
  method: 'GET',
  path: '/api/office/v1/figures/promises',
  action: 'read_figures',
  query: promiseQuery,
  reply: { kind: 'collection', type: 'figure_promises', attributes: PromiseAttributes },
  refusals: [],
});

export const officePromisesCsv = endpoint({
  name: 'officePromisesCsv',
  summary: 'Exports kept and missed promises by day or month as CSV',
  method: 'GET',
  path: '/api/office/v1/figures/promises.csv',
  action: 'read_figures',
  query: promiseQuery,
  reply: csvReply,
  refusals: ['too_many_requests'],
});
