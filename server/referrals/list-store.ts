import type { ReferralStep } from '#contract/account/referrals.ts';
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
import { col, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';

const ReferralRow = rowType({
  id: col.text,
  email: col.nullable(col.text),
  bound_at: col.timestamp,
  is_counted: col.bool,
  turnover_usd: col.text,
  place: RowPlace,
});
export type ReferralRow = RowOf<typeof ReferralRow>;

const NEWEST_FIRST: readonly SortKey[] = [
  { column: sql`r.bound_at`, type: 'timestamptz', isDescending: true },
  { column: sql`r.id`, type: 'uuid' },
];

const SORTABLE: Readonly<Record<string, SortKey>> = {
  registered_at: { column: sql`r.bound_at`, type: 'timestamptz' },
  turnover_usd: { column: sql`r.turnover_usd`, type: 'numeric' },
};

/** A referrer's referrals. */
export async function listByReferrer(
  db: Queryable,
  referrerId: string,
  page: PageRequest,
): Promise<ListPage<ReferralRow> & { readonly total: number }> {
  const part = { ...page, keys: sortedKeys(page.sort, SORTABLE, NEWEST_FIRST) };
  const total = await countUpTo(db, sql`from referrals where referrer_id = ${referrerId}`, page.maxCounted);
  const rows = await db.many(
    ReferralRow,
    sql`
    select r.id::text, coalesce(u.email, c.mailbox) as email, r.bound_at, r.counted_at is not null as is_counted,
      r.turnover_usd::text as turnover_usd, ${placeOf(part.keys)} as place
    from referrals r left join users u on u.id = r.user_id left join customers c on c.id = r.customer_id
    where r.referrer_id = ${referrerId} and ${afterStart(part)} order by ${sortClause(part)} ${limitOf(part)}`,
  );
  return { ...toListPage(rows, part), total };
}

const ReferrerStatusRow = rowType({ code: col.nullable(col.text), counted: col.number });

/** A referrer's code (null for staff), and the number of counted referrals. */
export const findReferrerStatus = (db: Queryable, userId: string): Promise<RowOf<typeof ReferrerStatusRow>> =>
  db.one(
    ReferrerStatusRow,
    sql`
    select case when u.role = 'customer' then u.referral_code end as code, coalesce(t.counted, 0) as counted
    from users u left join referral_totals t on t.user_id = u.id where u.id = ${userId}`,
  );

const figureColumns = { clicks: col.number, visitors: col.number, orders: col.number, completed: col.number, turnover_usd: col.text };
const TotalRow = rowType(figureColumns);
const StepRow = rowType({ from: col.text, ...figureColumns });
export type StepRow = RowOf<typeof StepRow>;

/** Completed orders whose money was not taken back. */
const COMPLETED = sql`filter (where completed_at is not null and reversed_at is null)`;
const ORDERS = sql`
  count(*)::int as orders, (count(*) ${COMPLETED})::int as completed, coalesce(sum(turnover_usd) ${COMPLETED}, 0) as turnover_usd`;

/** All-time figures of a referrer. */
export const sumFigures = (db: Queryable, userId: string): Promise<RowOf<typeof TotalRow>> =>
  db.one(
    TotalRow,
    sql`
    select c.clicks, c.visitors, o.orders, o.completed, o.turnover_usd::text as turnover_usd
    from (select coalesce(sum(clicks), 0)::int as clicks, coalesce(sum(visitors), 0)::int as visitors from referral_clicks
    where user_id = ${userId}) c,
      (select ${ORDERS} from referral_orders where referrer_id = ${userId}) o`,
  );

const ZONE = 'Europe/Moscow';

/** Figures by Moscow day, week or month, up to now. */
export const listSteps = (
  db: Queryable,
  userId: string,
  { by, steps, now }: { readonly by: ReferralStep; readonly steps: number; readonly now: Date },
): Promise<StepRow[]> =>
  db.many(
    StepRow,
    sql`
    with cut as (
      select generate_series(last - (${steps - 1}::int * step), last, step) as at, step
      from (select date_trunc(${by}, ${now}::timestamptz at time zone ${ZONE}) as last, ('1 ' || ${by})::interval as step) ends),
    c as (
      select date_trunc(${by}, day::timestamp) as at, sum(clicks)::int as clicks, sum(visitors)::int as visitors
      from referral_clicks where user_id = ${userId} and day >= (select min(at) from cut)::date group by 1),
    o as (
      select date_trunc(${by}, at at time zone ${ZONE}) as at, ${ORDERS}
      from referral_orders where referrer_id = ${userId} and at >= (select min(at) from cut) at time zone ${ZONE} group by 1)
    select to_char(cut.at, 'YYYY-MM-DD') as from, coalesce(c.clicks, 0) as clicks, coalesce(c.visitors, 0) as visitors,
      coalesce(o.orders, 0) as orders, coalesce(o.completed, 0) as completed, coalesce(o.turnover_usd, 0)::text as turnover_usd
    from cut left join c on c.at = cut.at left join o on o.at = cut.at order by cut.at`,
  );

const SourceRow = rowType({ source: col.text, clicks: col.number, visitors: col.number });
const MAX_SOURCES = 10;

export const listSources = (db: Queryable, userId: string, since: string): Promise<RowOf<typeof SourceRow>[]> =>
  db.many(
    SourceRow,
    sql`
    select source, sum(clicks)::int as clicks, sum(visitors)::int as visitors from referral_clicks
    where user_id = ${userId} and day >= ${since}::date and source <> '' group by 1 order by 2 desc, 1 limit ${MAX_SOURCES}`,
  );
