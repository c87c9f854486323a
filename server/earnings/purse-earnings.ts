import { EARNING_KINDS, EARNING_STATES, type EarningState } from '#core/earnings/earning.ts';
import type { Instant } from '#core/time.ts';
import type { Purse } from '#core/withdrawal/withdrawal.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys } from '#server/platform/db/list-page.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';
import { EARNING_SORT_KEYS, earningStates, NEWEST_EARNINGS_FIRST } from './office-store.ts';
import { WITHDRAWN_TOTALS } from '#server/withdrawals/queries.ts';

const PurseEarningRow = rowType(
  {
    id: col.text,
    kind: col.oneOf(EARNING_KINDS),
    order_id: col.nullable(col.text),
    amount: col.text,
    state: col.oneOf(EARNING_STATES),
    note: col.nullable(col.text),
    created_at: col.timestamp,
    available_at: col.timestamp,
    reversed_at: col.nullable(col.timestamp),
  },
  'e',
);
export type PurseEarningRow = RowOf<typeof PurseEarningRow>;

/** One balance of a customer at a time. */
interface PurseQuery {
  readonly userId: string;
  readonly purse: Purse;
  readonly at: Instant;
}

interface PurseListQuery extends PurseQuery {
  readonly status: EarningState | 'all';
}

const sourceOf = ({ userId, purse, at }: PurseQuery): Sql => earningStates(at, sql`e.user_id = ${userId} and e.purse = ${purse}`);
const whereOf = ({ status }: PurseListQuery): Sql => (status === 'all' ? sql`true` : sql`e.state = ${status}`);

/** Earnings of one balance, newest first by default. */
export const listPurseEarnings = async (db: Queryable, query: PurseListQuery, page: PageRequest): Promise<ListPage<PurseEarningRow>> =>
  await readListPage(
    db,
    { row: PurseEarningRow, source: sourceOf(query), where: whereOf(query) },
    { ...page, keys: sortedKeys(page.sort, EARNING_SORT_KEYS, NEWEST_EARNINGS_FIRST) },
  );

export const countPurseEarnings = async (db: Queryable, query: PurseListQuery, max?: number): Promise<number> =>
  await countUpTo(db, sql`from ${sourceOf(query)} where ${whereOf(query)}`, max);

const SumsRow = rowType({ accrued: col.text, in_payout: col.text, paid: col.text, reversed: col.text, free: col.text });
export type PurseSums = RowOf<typeof SumsRow>;

/** Sums of one balance by state, in cents; `free` is the posted amount minus reservations. */
export const sumPurse = async (db: Queryable, { userId, purse, at }: PurseQuery): Promise<PurseSums> =>
  await db.one(
    SumsRow,
    sql`
    select coalesce(sum(e.amount) filter (where e.reversed_at is null and e.available_at > ${new Date(at)}), 0)::text as accrued,
      coalesce(sum(e.amount) filter (where e.reversed_at is not null), 0)::text as reversed,
      coalesce(max(t.open), 0)::text as in_payout, coalesce(max(t.paid), 0)::text as paid,
      coalesce(max(r.posted - r.held), 0)::text as free
    from (select ${userId}::uuid as user_id, ${purse}::text as purse) me
    left join earnings e on e.user_id = me.user_id and e.purse = me.purse
    left join ${WITHDRAWN_TOTALS} t on t.user_id = me.user_id and t.purse = me.purse
    left join wallets w on w.owner_id = me.user_id and w.purse = me.purse
    left join reserves r on r.wallet = w.id`,
  );

const ShareRow = rowType({ order_id: col.text, cents: col.text, is_reversed: col.bool });

/** A partner's earning from an order. */
interface PartnerShare {
  readonly cents: bigint;
  readonly isReversed: boolean;
}

/** A partner's earnings by order; orders without a posted share are left out. */
export async function partnerSharesOf(
  db: Queryable,
  userId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, PartnerShare>> {
  const rows = await db.many(
    ShareRow,
    sql`
    select order_id, amount::text as cents, reversed_at is not null as is_reversed from earnings
    where user_id = ${userId} and kind = 'partner' and order_id = any(${orderIds}::text[])`,
  );
  return new Map(rows.map(({ order_id, cents, is_reversed }) => [order_id, { cents: BigInt(cents), isReversed: is_reversed }]));
}

const SumRow = rowType({ user_id: col.text, cents: col.text });

/** Unreversed partner earnings since a time, in cents, by partner. */
export async function sumPartnerShares(db: Queryable, userIds: readonly string[], since: Date): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.many(
    SumRow,
    sql`
    select user_id::text, sum(amount)::text as cents from earnings
    where user_id = any(${userIds}::uuid[]) and kind = 'partner' and reversed_at is null and created_at >= ${since} group by user_id`,
  );
  return new Map(rows.map(({ user_id, cents }) => [user_id, BigInt(cents)]));
}
