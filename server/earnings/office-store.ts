import { EARNING_KINDS, EARNING_STATES, type EarningKind, type EarningState } from '#core/earnings/earning.ts';
import type { Instant } from '#core/time.ts';
import { col, escapeLike, type Queryable, type RowOf, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import { type DayRange, inDays } from '#server/platform/db/day-range.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import type { ListPart } from '#server/platform/http/pagination.ts';
import { WITHDRAWN_TOTALS } from '#server/withdrawals/queries.ts';

/**
 * SQL source `e`: earnings with their derived state (domain 8). Withdrawals use earnings in order of availability, so an earning is paid if
 * the sum up to it is withdrawn. `condition` must select whole balances.
 */
export const earningStates = (at: Instant, condition: Sql = sql`true`): Sql => sql`(
  select e.*, case
      when e.reversed_at is not null then 'reversed'
      when e.available_at > ${new Date(at)} then 'accrued'
      when e.cumulative <= coalesce(t.paid, 0) then 'paid'
      when e.cumulative <= coalesce(t.paid, 0) + coalesce(t.open, 0) then 'in_payout'
      else 'available' end as state
  from (
    select e.*, coalesce(sum(e.amount) filter (where e.reversed_at is null) over (partition by e.user_id, e.purse
      order by e.available_at, e.id), 0) as cumulative
    from earnings e where ${condition}) e
  left join ${WITHDRAWN_TOTALS} t on t.user_id = e.user_id and t.purse = e.purse) e`;

const OfficeRow = rowType(
  {
    id: col.text,
    user_id: col.text,
    email: col.computed(col.text, sql`u.email`),
    customer_id: col.computed(col.nullable(col.text), sql`(select c.customer_id from customer_users c where c.user_id = u.id)`),
    kind: col.oneOf(EARNING_KINDS),
    amount: col.text,
    state: col.oneOf(EARNING_STATES),
    order_id: col.nullable(col.text),
    note: col.nullable(col.text),
    granted_by_name: col.computed(col.nullable(col.text), sql`coalesce(g.full_name, g.email)`),
    created_at: col.timestamp,
    available_at: col.timestamp,
    reversed_at: col.nullable(col.timestamp),
    reversal_reason: col.nullable(col.text),
    reversed_by_name: col.computed(col.nullable(col.text), sql`coalesce(b.full_name, b.email)`),
  },
  'e',
);
export type OfficeRow = RowOf<typeof OfficeRow>;

export interface EarningFilter {
  readonly at: Instant;
  readonly status: EarningState | undefined;
  readonly kind: EarningKind | undefined;
  /** When they were earned. */
  readonly days: DayRange;
  /** Part of an email, or prefix of an order id. */
  readonly q: string | undefined;
}

function whereOf({ status, kind, days, q }: EarningFilter): Sql {
  const pattern = escapeLike(q ?? '');
  return sql`(${status ?? null}::text is null or e.state = ${status ?? null})
    and (${kind ?? null}::text is null or e.kind = ${kind ?? null})
    and ${inDays(sql`e.created_at`, days)}
    and (${q ?? null}::text is null or u.email ilike ${`%${pattern}%`} or e.order_id like ${`${pattern}%`})`;
}

const userJoins = sql`join users u on u.id = e.user_id left join users g on g.id = e.granted_by left join users b on b.id = e.reversed_by`;
const sourceOf = ({ at }: EarningFilter): Sql => sql`${earningStates(at)} ${userJoins}`;

const createdAt: SortKey = { column: sql`e.created_at`, type: 'timestamptz' };
/** Sort keys of lists of earnings `e`. */
export const EARNING_SORT_KEYS = {
  created_at: createdAt,
  available_at: { column: sql`e.available_at`, type: 'timestamptz' },
  amount: { column: sql`e.amount`, type: 'numeric' },
} as const satisfies Record<string, SortKey>;
export const NEWEST_EARNINGS_FIRST: readonly SortKey[] = [
  { ...createdAt, isDescending: true },
  { column: sql`e.id`, type: 'uuid' },
];

/** Earnings of all customers, newest first by default. */
export const listEarnings = async (db: Queryable, filter: EarningFilter, page: ListPart): Promise<ListPage<OfficeRow>> =>
  await readListPage(
    db,
    { row: OfficeRow, source: sourceOf(filter), where: whereOf(filter) },
    { ...page, keys: sortedKeys(page.sort, EARNING_SORT_KEYS, NEWEST_EARNINGS_FIRST) },
  );

export const countEarnings = async (db: Queryable, filter: EarningFilter, max?: number): Promise<number> =>
  await countUpTo(db, sql`from ${sourceOf(filter)} where ${whereOf(filter)}`, max);

const SumRow = rowType({ state: col.oneOf(EARNING_STATES), cents: col.text });

/** Sum of the filtered list by state, in cents. */
export const sumEarnings = async (db: Queryable, filter: EarningFilter): Promise<RowOf<typeof SumRow>[]> =>
  await db.many(
    SumRow,
    sql`select e.state, sum(e.amount)::text as cents from ${sourceOf(filter)} where ${whereOf(filter)} group by e.state`,
  );

const CentsRow = rowType({ cents: col.text });

/** Cents granted by an operator since a time; approved grants count too. */
export async function sumGranted(db: Queryable, operatorId: string, since: Instant): Promise<bigint> {
  const { cents } = await db.one(
    CentsRow,
    sql`select coalesce(sum(amount), 0)::text as cents from earnings where granted_by = ${operatorId} and created_at > ${new Date(since)}`,
  );
  return BigInt(cents);
}

/** Cents reversed by an operator since a time. */
export async function sumReversed(db: Queryable, operatorId: string, since: Instant): Promise<bigint> {
  const { cents } = await db.one(
    CentsRow,
    sql`select coalesce(sum(amount), 0)::text as cents from earnings
      where reversed_by = ${operatorId} and reversed_at > ${new Date(since)}`,
  );
  return BigInt(cents);
}
