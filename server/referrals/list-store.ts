import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { ReferralStep } from '#contract/referrals.ts';
import { countUpTo } from '#server/platform/db/count-up-to.ts';
import {
  beyondOf,
  limitOf,
  type Part,
  partOf,
  placeOf,
  RowPlace,
  type SortKey,
  sortedKeys,
  sortingOf,
} from '#server/platform/db/keyset.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { Page } from '#server/platform/http/page-of.ts';

const ReferralRow = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  bound_at: z.date(),
  is_counted: z.boolean(),
  turnover_usd: z.string(),
  place: RowPlace,
});
export type ReferralRow = z.output<typeof ReferralRow>;

const NEWEST_FIRST: readonly SortKey[] = [
  { column: sql`r.bound_at`, type: 'timestamptz', isDescending: true },
  { column: sql`r.id`, type: 'uuid' },
];

const SORTABLE: Readonly<Record<string, SortKey>> = {
  registered_at: { column: sql`r.bound_at`, type: 'timestamptz' },
  turnover_usd: { column: sql`r.turnover_usd`, type: 'numeric' },
};

/** Whom somebody has brought; a closed account without its address. */
export async function listOf(db: Queryable, referrerId: string, page: Page): Promise<Part<ReferralRow> & { readonly total: number }> {
  const part = { ...page, keys: sortedKeys(page.sort, SORTABLE, NEWEST_FIRST) };
  const total = await countUpTo(db, sql`from referrals where referrer_id = ${referrerId}`, page.most);
  const found = await db.many(
    ReferralRow,
    sql`
    select r.id::text, coalesce(u.email, c.mailbox) as email, r.bound_at, r.counted_at is not null as is_counted,
      r.turnover_usd::text as turnover_usd, ${placeOf(part.keys)} as place
    from referrals r left join users u on u.id = r.user_id left join customers c on c.id = r.customer_id
    where r.referrer_id = ${referrerId} and ${beyondOf(part)} order by ${sortingOf(part)} ${limitOf(part)}`,
  );
  return { ...partOf(found, part), total };
}

const StandingRow = z.object({ code: z.nullable(z.string()), counted: z.number() });

/** A referrer's code, null for whoever works here, and how many referrals of his count. */
export const standingOf = (db: Queryable, userId: string): Promise<z.output<typeof StandingRow>> =>
  db.one(
    StandingRow,
    sql`
    select case when u.role = 'customer' then u.referral_code end as code, coalesce(t.counted, 0) as counted
    from users u left join referral_totals t on t.user_id = u.id where u.id = ${userId}`,
  );

const figures = { clicks: z.number(), visitors: z.number(), orders: z.number(), completed: z.number(), turnover_usd: z.string() };
const TotalRow = z.object(figures);
const StepRow = z.object({ from: z.string(), ...figures });
export type StepRow = z.output<typeof StepRow>;

/** What was exchanged and not taken back since. */
const COMPLETED = sql`filter (where completed_at is not null and reversed_at is null)`;
const ORDERS = sql`
  count(*)::int as orders, (count(*) ${COMPLETED})::int as completed, coalesce(sum(turnover_usd) ${COMPLETED}, 0) as turnover_usd`;

/** Of all time. */
export const totalOf = (db: Queryable, userId: string): Promise<z.output<typeof TotalRow>> =>
  db.one(
    TotalRow,
    sql`
    select c.clicks, c.visitors, o.orders, o.completed, o.turnover_usd::text as turnover_usd
    from (select coalesce(sum(clicks), 0)::int as clicks, coalesce(sum(visitors), 0)::int as visitors from referral_clicks where user_id = ${userId}) c,
      (select ${ORDERS} from referral_orders where referrer_id = ${userId}) o`,
  );

const ZONE = 'Europe/Moscow';

/** By days, weeks or months up to now, as Moscow's clocks cut them. */
export const stepsOf = (
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

const SourceRow = z.object({ source: z.string(), clicks: z.number(), visitors: z.number() });
const MOST_SOURCES = 10;

export const sourcesOf = (db: Queryable, userId: string, since: string): Promise<z.output<typeof SourceRow>[]> =>
  db.many(
    SourceRow,
    sql`
    select source, sum(clicks)::int as clicks, sum(visitors)::int as visitors from referral_clicks
    where user_id = ${userId} and day >= ${since}::date and source <> '' group by 1 order by 2 desc, 1 limit ${MOST_SOURCES}`,
  );
