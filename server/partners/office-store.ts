import { col, escapeLike, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';

export const OfficePartnerRow = rowType(
  {
    id: col.computed(col.text, sql`p.user_id::text`),
    email: col.computed(col.text, sql`u.email`),
    name: col.computed(col.nullable(col.text), sql`u.full_name`),
    created_at: col.timestamp,
    last_used_at: col.computed(col.nullable(col.timestamp), sql`active_keys.last_used_at`),
    live_keys: col.computed(col.number, sql`active_keys.live_keys`),
    share_ppm: col.computed(col.nullable(col.number), sql`agreed_share.share_ppm`),
    requests_per_minute: col.nullable(col.number),
    orders_per_day: col.nullable(col.number),
    open_orders: col.nullable(col.number),
    reserve_percent: col.nullable(col.number),
    suspended_at: col.nullable(col.timestamp),
    suspended_reason: col.nullable(col.text),
    orders: col.computed(col.number, sql`attributed.orders`),
    completed: col.computed(col.number, sql`attributed.completed`),
    volume_usd: col.computed(col.text, sql`attributed.volume_usd::text`),
    version: col.number,
  },
  'p',
);
export type OfficePartnerRow = RowOf<typeof OfficePartnerRow>;

export interface PartnerFilter {
  readonly since: Date;
  readonly now: Date;
  readonly state: 'active' | 'suspended' | undefined;
  readonly q: string | undefined;
}

/** Partners with live orders since `since`; sandbox orders do not count. */
const sourceOf = ({ since, now }: Pick<PartnerFilter, 'since' | 'now'>): Sql => sql`
  partners p join users u on u.id = p.user_id
  cross join lateral (
    select count(*)::int as orders, count(*) filter (where o.status = 'completed')::int as completed,
      coalesce(round(sum(r.income_amount * r.income_usd) filter (where o.status = 'completed'), 2), 0) as volume_usd
    from partner_orders b join orders o on o.id = b.order_id left join order_results r on r.order_id = o.id
    where b.user_id = p.user_id and b.mode = 'live' and b.created_at >= ${since}
  ) attributed
  cross join lateral (
    select max(k.last_used_at) as last_used_at, count(*) filter (where k.revoked_at is null and k.mode = 'live')::int as live_keys
    from partner_keys k where k.user_id = p.user_id
  ) active_keys
  left join lateral (
    select s.share_ppm from partner_shares s where s.user_id = p.user_id and s.since <= ${now} order by s.since desc, s.created_at desc
      limit 1
  ) agreed_share on true`;

const whereOf = ({ state, q }: PartnerFilter): Sql => {
  const likePattern = `%${escapeLike(q ?? '')}%`;
  const stateCondition =
    state === undefined ? sql`true` : state === 'suspended' ? sql`p.suspended_at is not null` : sql`p.suspended_at is null`;
  return sql`${stateCondition} and (${q ?? null}::text is null or u.email ilike ${likePattern} or u.full_name ilike ${likePattern}
    or exists (select from partner_keys k where k.user_id = p.user_id and (k.id = ${q ?? ''} or k.name ilike ${likePattern})))`;
};

const createdAt: SortKey = { column: sql`p.created_at`, type: 'timestamptz' };
const SORTABLE = {
  created_at: createdAt,
  email: { column: sql`u.email`, type: 'text' },
  orders: { column: sql`attributed.orders::numeric`, type: 'numeric' },
  volume_usd: { column: sql`attributed.volume_usd`, type: 'numeric' },
} as const satisfies Record<string, SortKey>;
/** Largest volume first. */
const BY_VOLUME: readonly SortKey[] = [
  { ...SORTABLE.volume_usd, isDescending: true },
  { column: sql`p.user_id`, type: 'uuid' },
];

export async function listPartners(db: Queryable, filter: PartnerFilter, page: PageRequest): Promise<ListPage<OfficePartnerRow>> {
  const list = { row: OfficePartnerRow, source: sourceOf(filter), where: whereOf(filter) };
  return await readListPage(db, list, { ...page, keys: sortedKeys(page.sort, SORTABLE, BY_VOLUME) });
}

export const countPartners = (db: Queryable, filter: PartnerFilter, maxCounted?: number): Promise<number> =>
  countUpTo(db, sql`from partners p join users u on u.id = p.user_id where ${whereOf(filter)}`, maxCounted);

export const findOfficePartner = (
  db: Queryable,
  id: string,
  period: Pick<PartnerFilter, 'since' | 'now'>,
): Promise<OfficePartnerRow | undefined> =>
  db.maybe(OfficePartnerRow, sql`select ${OfficePartnerRow.list} from ${sourceOf(period)} where p.user_id::text = ${id}`);

const ShareRow = rowType({ since: col.timestamp, share_ppm: col.number, set_by: col.text, reason: col.text });

export const listShares = (db: Queryable, userId: string): Promise<RowOf<typeof ShareRow>[]> =>
  db.many(
    ShareRow,
    sql`
    select s.since, s.share_ppm, coalesce(u.full_name, u.email) as set_by, s.reason from partner_shares s join users u on u.id = s.set_by
    where s.user_id = ${userId} order by s.since desc, s.created_at desc limit 50`,
  );

export interface NewShare {
  readonly id: string;
  readonly userId: string;
  readonly since: Date;
  readonly sharePpm: number;
  readonly setBy: string;
  readonly reason: string;
  readonly at: Date;
}

export const insertShare = (tx: Tx, share: NewShare): Promise<number> =>
  tx.run(sql`
    insert into partner_shares (id, user_id, since, share_ppm, set_by, reason, created_at)
    values (${share.id}, ${share.userId}, ${share.since}, ${share.sharePpm}, ${share.setBy}, ${share.reason}, ${share.at})`);

export interface PartnerQuotas {
  readonly requests_per_minute: number | null;
  readonly orders_per_day: number | null;
  readonly open_orders: number | null;
  readonly reserve_percent: number | null;
}

/** Returns 0 if the partner was changed since that version. */
export const setQuotas = (tx: Tx, id: string, quotas: PartnerQuotas, version: number): Promise<number> =>
  tx.run(sql`
    update partners set requests_per_minute = ${quotas.requests_per_minute}, orders_per_day = ${quotas.orders_per_day},
      open_orders = ${quotas.open_orders},
      reserve_percent = ${quotas.reserve_percent}, version = version + 1
    where user_id::text = ${id} and version = ${version}`);

/** Returns 0 if the partner is already in that state. */
export const setSuspended = (tx: Tx, id: string, suspension: { readonly at: Date; readonly reason: string } | null): Promise<number> =>
  tx.run(sql`
    update partners set suspended_at = ${suspension?.at ?? null}, suspended_reason = ${suspension?.reason ?? null}, version = version + 1
    where user_id::text = ${id} and (suspended_at is null) = ${suspension !== null}`);
