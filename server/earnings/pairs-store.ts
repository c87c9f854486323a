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

export const PairRow = rowType(
  {
    id: col.text,
    referrer: col.computed(col.text, sql`u.email`),
    referral: col.computed(col.text, sql`coalesce(v.email, c.mailbox, '')`),
    referrer_customer_id: col.computed(col.nullable(col.text), REFERRER_CUSTOMER),
    referral_customer_id: col.computed(col.nullable(col.text), REFERRAL_CUSTOMER),
    said: col.computed(col.nullable(col.json(StoredVerdict)), verdictDetailsBetween(REFERRER_CUSTOMER, REFERRAL_CUSTOMER)),
    bound_by: col.oneOf(['registration', 'order']),
    bound_at: col.timestamp,
    refused: col.computed(col.nullable(col.text), REFUSED),
    is_stopped: col.computed(col.bool, sql`r.refused is not null`),
    orders: col.computed(col.number, sql`s.orders`),
    completed: col.computed(col.number, sql`s.completed`),
    first_minutes: col.computed(col.nullable(col.number), sql`s.first_minutes`),
    same_network: col.computed(col.bool, SHARED_NETWORK),
    same_card: col.computed(col.bool, SHARED_CARD),
    same_device: col.computed(col.bool, SHARED_DEVICE),
    same_requisites: col.computed(col.bool, SHARED_REQUISITES),
    round_trips: col.computed(col.number, ROUND_TRIPS),
    turnover: col.computed(col.text, sql`s.turnover`),
    accrued: col.computed(col.text, sql`s.accrued`),
  },
  'r',
);
export type PairRow = RowOf<typeof PairRow>;

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
    { row: PairRow, source, where: whereOf(filter) },
    { ...page, keys: sortedKeys(page.sort, { bound_at: boundAt }, NEWEST) },
  );

export const countPairs = async (db: Queryable, filter: PairFilter, max?: number): Promise<number> =>
  await countUpTo(db, sql`from ${source} where ${whereOf(filter)}`, max);

export const findPair = async (db: Queryable, id: string): Promise<PairRow | undefined> =>
  await db.maybe(PairRow, sql`select ${PairRow.list} from ${source} where r.id = ${id}`);

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
