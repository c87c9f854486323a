import { raw, sql, type Sql } from '#server/platform/db/db.ts';
import { USD_AMOUNTS } from './store.ts';

/** Columns of `figure_day_sums` and what a row `r` of `order_results` adds to them; null adds nothing. */
const PARTS = {
  completed: sql`(r.outcome = 'completed')::int`,
  ...USD_AMOUNTS,
  turnover_rub: sql`${USD_AMOUNTS.turnover} / r.rub_usd`,
  earnings_rub: sql`${USD_AMOUNTS.earnings} / r.rub_usd`,
  /** Orders that have an amount in dollars and none in roubles. */
  no_rub: sql`(r.rub_usd is null and r.income_usd is not null)::int`,
} as const satisfies Readonly<Record<string, Sql>>;

export type Part = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as Part[];

/** Names of the summed columns. */
export const SUMMED: readonly Sql[] = PART_NAMES.map((name) => raw(name));

/** SQL: direction and parts of a row `r` of `order_results`. */
export const ORDER_PARTS: Sql = PART_NAMES.reduce(
  (list, name) => sql`${list}, ${PARTS[name]} as ${raw(name)}`,
  sql`r.income_code, r.outcome_code`,
);

/** SQL: seconds of each step `s` of a completed order `r`. */
export const STEP_SECONDS = sql`
  join lateral (values ('pay', r.pay_seconds), ('confirm', r.confirm_seconds), ('payout', r.payout_seconds)) s (step, seconds)
    on r.outcome = 'completed' and s.seconds is not null`;
