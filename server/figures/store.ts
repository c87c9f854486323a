import type { FIGURE_SETS } from '#contract/office/shop/figures.ts';
import type { Period } from '#core/figures/figures.ts';
import { FINAL_STATUSES, ORDER_STATUSES, type OrderStatus } from '#core/order/status.ts';
import {
  afterStart,
  countUpTo,
  limitOf,
  type ListPage,
  placeOf,
  RowPlace,
  sortClause,
  sortedKeys,
  type SortKey,
  toListPage,
} from '#server/platform/db/list-page.ts';
import { col, empty, extendRow, join, type Queryable, type RowOf, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import type { ListPart } from '#server/platform/http/pagination.ts';

/** SQL amounts in US dollars for a row `r` of `order_results`; null if a price was unknown. */
export const USD_AMOUNTS = {
  turnover: sql`(r.income_amount * r.income_usd)`,
  spread: sql`(r.spread * r.outcome_usd)`,
  fees: sql`(r.fees * r.outcome_usd)`,
  kept: sql`r.kept_usd`,
  network: sql`r.network_usd`,
  referral: sql`r.referral_usd`,
  losses: sql`r.losses_usd`,
  earnings: sql`((r.spread + r.fees) * r.outcome_usd + r.kept_usd - r.network_usd - r.referral_usd - r.losses_usd)`,
} as const;

/** Rounded to two decimals, as text. */
export const roundedText = (amount: Sql): Sql => sql`round(${amount}, 2)::text`;

/** SQL: whether a time is in the period. */
export const isWithin = (column: Sql, { from, to }: Pick<Period, 'from' | 'to'>): Sql =>
  sql`${column} >= ${new Date(from)} and ${column} < ${new Date(to)}`;

const isEnded = sql`o.status in (${join(FINAL_STATUSES)})`;
/** SQL: an order `o` with money whose result `r` has no price. */
export const isUnknown = sql`o.status in ('completed', 'refunded') and (r.income_usd is null or r.outcome_usd is null)`;
const isByOperator = sql`actor in ('operator', 'second_operator')`;

/** Selects the orders behind a figure. */
export interface FigureFilter {
  readonly period: Period;
  readonly set: (typeof FIGURE_SETS)[number];
  readonly status?: OrderStatus | undefined;
  readonly income?: string | undefined;
  readonly outcome?: string | undefined;
  readonly operatorId?: string | undefined;
}

const handledBy = (period: Period, operatorId: string | undefined): Sql => sql`
  o.id in (select order_id from order_events where ${isByOperator} and ${isWithin(sql`at`, period)}
    ${operatorId === undefined ? empty : sql`and actor_id = ${operatorId}`})`;

/** Orders of each set. `operatorId` narrows any set to the orders that operator handled. */
const SETS: Readonly<Record<FigureFilter['set'], (period: Period) => Sql>> = {
  ended: (period) => sql`${isEnded} and ${isWithin(sql`o.status_changed_at`, period)}`,
  created: (period) => isWithin(sql`o.created_at`, period),
  handled: (period) => handledBy(period, undefined),
  unknown: (period) => sql`
    ${isEnded} and ${isWithin(sql`o.status_changed_at`, period)} and ${isUnknown}`,
  missed: (period) => sql`
    o.status = 'completed' and ${isWithin(sql`o.status_changed_at`, period)} and r.ended_at > r.promised_at`,
};

function conditionOf({ period, set, status, income, outcome, operatorId }: FigureFilter): Sql {
  const parts = [
    SETS[set](period),
    ...(status === undefined ? [] : [sql`o.status = ${status}`]),
    ...(income === undefined ? [] : [sql`o.income_code = ${income}`]),
    ...(outcome === undefined ? [] : [sql`o.outcome_code = ${outcome}`]),
    ...(operatorId === undefined ? [] : [handledBy(period, operatorId)]),
  ];
  return join(parts, ' and ');
}

/** The orders of a filter with their results. A result ends with its order: its time narrows the join where the period is that of the end. */
const sourceOf = ({ set, period }: FigureFilter): Sql => sql`orders o left join order_results r on r.order_id = o.id
  ${set === 'ended' || set === 'unknown' || set === 'missed' ? sql`and ${isWithin(sql`r.ended_at`, period)}` : empty}`;
const text = col.nullable(col.text);
const minutes = col.nullable(col.number);

const OrderRow = rowType(
  {
    id: col.text,
    at: col.computed(col.timestamp, sql`o.status_changed_at`),
    status: col.oneOf(ORDER_STATUSES),
    income_code: col.text,
    outcome_code: col.text,
    income_amount: col.text,
    outcome_amount: col.text,
    turnover_usd: col.computed(text, sql`${roundedText(USD_AMOUNTS.turnover)}`),
    spread_usd: col.computed(text, sql`${roundedText(USD_AMOUNTS.spread)}`),
    fees_usd: col.computed(text, sql`${roundedText(USD_AMOUNTS.fees)}`),
    kept_usd: col.computed(text, sql`${roundedText(USD_AMOUNTS.kept)}`),
    network_usd: col.computed(text, sql`${roundedText(USD_AMOUNTS.network)}`),
    referral_usd: col.computed(text, sql`${roundedText(USD_AMOUNTS.referral)}`),
    losses_usd: col.computed(text, sql`${roundedText(USD_AMOUNTS.losses)}`),
    earnings_usd: col.computed(text, sql`${roundedText(USD_AMOUNTS.earnings)}`),
    pay_minutes: col.computed(minutes, sql`round(r.pay_seconds / 60.0, 1)::float8`),
    confirm_minutes: col.computed(minutes, sql`round(r.confirm_seconds / 60.0, 1)::float8`),
    payout_minutes: col.computed(minutes, sql`round(r.payout_seconds / 60.0, 1)::float8`),
  },
  'o',
);
export type FigureOrderRow = RowOf<typeof OrderRow>;
const PlacedOrderRow = extendRow(OrderRow, { place: RowPlace });

const SORTABLE = {
  at: { column: sql`o.status_changed_at`, type: 'timestamptz' },
  /** For files only: it never changes. */
  created_at: { column: sql`o.created_at`, type: 'timestamptz' },
  turnover_usd: { column: USD_AMOUNTS.turnover, type: 'numeric', isNullable: true },
  earnings_usd: { column: USD_AMOUNTS.earnings, type: 'numeric', isNullable: true },
} as const satisfies Record<string, SortKey>;
const NEWEST_FIRST: readonly SortKey[] = [
  { ...SORTABLE.at, isDescending: true },
  { column: sql`o.id`, type: 'text' },
];

export async function listFigureOrders(db: Queryable, filter: FigureFilter, page: ListPart): Promise<ListPage<FigureOrderRow>> {
  const part = { ...page, keys: sortedKeys(page.sort, SORTABLE, NEWEST_FIRST) };
  const rows = await db.many(
    PlacedOrderRow,
    sql`
    select ${OrderRow.list}, ${placeOf(part.keys)} as place from ${sourceOf(filter)} where ${conditionOf(filter)} and ${afterStart(part)}
    order by ${sortClause(part)} ${limitOf(part)}`,
  );
  return toListPage(rows, part);
}

export const countFigureOrders = (db: Queryable, filter: FigureFilter, max?: number): Promise<number> =>
  countUpTo(db, sql`from ${sourceOf(filter)} where ${conditionOf(filter)}`, max);
