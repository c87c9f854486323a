import { col, escapeLike, type Queryable, type RowOf, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import { verdictDetailsBetween, StoredVerdict } from '#server/customers/pairs.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';
import {
  isLinked,
  REFERRAL_CUSTOMER,
  REFERRER_CUSTOMER,
  SHARED_CARD,
  SHARED_DEVICE,
  SHARED_NETWORK,
  SHARED_REQUISITES,
} from '#server/referrals/queries.ts';

export const PairRow = rowType({
  id: col.text,
  referrer: col.text,
  referral: col.text,
  referrer_customer_id: col.nullable(col.text),
  referral_customer_id: col.nullable(col.text),
  said: col.nullable(col.json(StoredVerdict)),
  bound_by: col.oneOf(['registration', 'order']),
  bound_at: col.timestamp,
  refused: col.nullable(col.text),
  is_stopped: col.bool,
  orders: col.number,
  completed: col.number,
  first_minutes: col.nullable(col.number),
  same_network: col.bool,
  same_card: col.bool,
  same_device: col.bool,
  same_requisites: col.bool,
  round_trips: col.number,
  turnover: col.text,
  accrued: col.text,
});
export type PairRow = RowOf<typeof PairRow>;

/** Filter of the list: suspicious pairs, stopped pairs, all. */
export const PAIR_STATES = ['suspicious', 'stopped', 'all'] as const;
export type PairState = (typeof PAIR_STATES)[number];

/** Number of exchanges reversed within a day in about the same amount (5 %). */
const ROUND_TRIPS = sql`(
  select count(*)::int from referral_orders x join orders a on a.id = x.order_id and a.status = 'completed'
  join referral_orders y on y.referral_id = x.referral_id join orders b on b.id = y.order_id and b.status = 'completed'
  where x.referral_id = r.id and b.income_code = a.outcome_code and b.outcome_code = a.income_code
    and (b.created_at, b.id) > (a.created_at, a.id) and b.created_at <= a.created_at + interval '1 day'
    and abs(b.income_amount - a.outcome_amount) * 20 <= a.outcome_amount)`;
/** Why the referral or the first of its orders was refused; null if none was. */
const REFUSED = sql`coalesce(r.refused, (select x.refused from referral_orders x where x.referral_id = r.id and x.refused is not null
  limit 1))`;

const columns = sql`r.id::text, u.email as referrer, coalesce(v.email, c.mailbox, '') as referral,
  ${REFERRER_CUSTOMER} as referrer_customer_id, ${REFERRAL_CUSTOMER} as referral_customer_id,
  ${verdictDetailsBetween(REFERRER_CUSTOMER, REFERRAL_CUSTOMER)} as said,
  r.bound_by, r.bound_at, ${REFUSED} as refused, r.refused is not null as is_stopped, s.orders, s.completed, s.first_minutes,
    ${SHARED_NETWORK} as same_network, ${SHARED_CARD} as same_card,
  ${SHARED_DEVICE} as same_device, ${SHARED_REQUISITES} as same_requisites, ${ROUND_TRIPS} as round_trips,
  s.turnover, s.accrued`;
const source = sql`referrals r join users u on u.id = r.referrer_id left join users v on v.id = r.user_id left
  join customers c on c.id = r.customer_id
  left join lateral (
    select count(*)::int as orders, count(x.completed_at)::int as completed, coalesce(sum(x.turnover_usd), 0)::text as turnover,
      floor(extract(epoch from min(x.at) - r.clicked_at) / 60)::int as first_minutes,
      coalesce(sum(e.amount), 0)::text as accrued
    from referral_orders x left join earnings e on e.order_id = x.order_id and e.kind = 'referral' and e.reversed_at is null
    where x.referral_id = r.id) s on true`;

const CONDITIONS: Readonly<Record<PairState, Sql>> = {
  suspicious: sql`r.refused is null and ${isLinked(
    sql`(${REFUSED} is not null or ${SHARED_NETWORK} or ${SHARED_CARD} or ${SHARED_DEVICE} or ${SHARED_REQUISITES} or ${ROUND_TRIPS} > 0)`,
  )}`,
  stopped: sql`r.refused is not null`,
  all: sql`true`,
};

export interface PairFilter {
  readonly state: PairState;
  /** Part of either email. */
  readonly q: string | undefined;
}

function whereOf({ state, q }: PairFilter): Sql {
  const pattern = `%${escapeLike(q ?? '')}%`;
  return sql`${CONDITIONS[state]} and (${q ?? null}::text is null or u.email ilike ${pattern} or v.email ilike ${pattern}
    or c.mailbox ilike ${pattern})`;
}

const boundAt: SortKey = { column: sql`r.bound_at`, type: 'timestamptz' };
const NEWEST: readonly SortKey[] = [
  { ...boundAt, isDescending: true },
  { column: sql`r.id`, type: 'uuid' },
];

/** Pairs of referrer and referral, with signals that they are one person. */
export const listPairs = async (db: Queryable, filter: PairFilter, page: PageRequest): Promise<ListPage<PairRow>> =>
  await readListPage(
    db,
    { row: PairRow, columns, source, where: whereOf(filter) },
    { ...page, keys: sortedKeys(page.sort, { bound_at: boundAt }, NEWEST) },
  );

export const countPairs = async (db: Queryable, filter: PairFilter, max?: number): Promise<number> =>
  await countUpTo(db, sql`from ${source} where ${whereOf(filter)}`, max);

export const findPair = async (db: Queryable, id: string): Promise<PairRow | undefined> =>
  await db.maybe(PairRow, sql`select ${columns} from ${source} where r.id = ${id}`);

const ActiveEarningRow = rowType({ id: col.text, cents: col.text });

/** A pair's earnings that are not reversed, in lock order of their orders. */
export const findActiveEarnings = async (db: Queryable, referralId: string): Promise<RowOf<typeof ActiveEarningRow>[]> =>
  await db.many(
    ActiveEarningRow,
    sql`
    select e.id::text, e.amount::text as cents from referral_orders x
    join earnings e on e.order_id = x.order_id and e.kind = 'referral' and e.reversed_at is null
    where x.referral_id = ${referralId} order by x.order_id`,
  );
