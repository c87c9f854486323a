import type { Instant } from '#core/time.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import { col, extendRow, type Queryable, type RowOf, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';
import { isCardSubmitted } from './queries.ts';
import { VerificationRow } from './store.ts';

const CheckRow = extendRow(VerificationRow, {
  bank_ru: col.computed(col.text, sql`b.name_ru`),
  bank_en: col.computed(col.text, sql`b.name_en`),
  email: col.computed(col.text, sql`coalesce(u.email, o.email, '')`),
  held_by_name: col.computed(col.nullable(col.text), sql`coalesce(h.full_name, h.email)`),
  decided_by_name: col.computed(col.nullable(col.text), sql`coalesce(d.full_name, d.email)`),
  has_picture: col.computed(col.bool, sql`v.picture_secret_sealed is not null`),
});
export type CheckRow = RowOf<typeof CheckRow>;

const source = sql`card_verifications v join issuing_banks b on b.id = v.issuing_bank_id left join orders o on o.id = v.order_id
  left join users u on u.id = coalesce(v.user_id, o.user_id) left join users h on h.id = v.held_by left
    join users d on d.id = v.decided_by`;

export interface CheckFilter {
  readonly state: 'open' | 'decided';
  readonly q: string | undefined;
}

/** Matches an order's id or a card's last four digits. */
const condition = ({ state, q }: CheckFilter): Sql => {
  const byState = state === 'open' ? sql`v.state in ('pending', 'processing')` : sql`v.state in ('verified', 'rejected', 'cancelled')`;
  const bySearch = q === undefined ? sql`true` : sql`(v.order_id = ${q} or right(v.card_masked, 4) = ${q} or v.id::text = ${q})`;
  return sql`${byState} and ${bySearch}`;
};

const SORTABLE = { created_at: { column: sql`v.created_at`, type: 'timestamptz' } } as const satisfies Record<string, SortKey>;

/** Lists open checks oldest first, decided ones newest first. */
export async function listChecks(
  db: Queryable,
  filter: CheckFilter,
  page: Pick<PageRequest, 'limit' | 'offset' | 'from' | 'sort'>,
): Promise<ListPage<CheckRow>> {
  const defaultSort: readonly SortKey[] = [
    { ...SORTABLE.created_at, isDescending: filter.state === 'decided' },
    { column: sql`v.id`, type: 'uuid' },
  ];
  const list = { row: CheckRow, source, where: condition(filter) };
  return await readListPage(db, list, { ...page, keys: sortedKeys(page.sort, SORTABLE, defaultSort) });
}

export const countChecks = (db: Queryable, filter: CheckFilter, maxCounted?: number): Promise<number> =>
  countUpTo(db, sql`from card_verifications v where ${condition(filter)}`, maxCounted);

export const findCheck = async (db: Queryable, id: string): Promise<CheckRow | undefined> =>
  await db.maybe(CheckRow, sql`select ${CheckRow.list} from ${source} where v.id::text = ${id}`);

const IdRow = rowType({ id: col.text });

/** Candidates for the verifier's next card: one that the verifier has claimed already, then those waiting longest. */
export const findNext = async (db: Queryable, by: string, now: Instant): Promise<readonly string[]> =>
  (
    await db.many(
      IdRow,
      sql`
      select v.id from card_verifications v
      where v.state in ('pending', 'processing') and (v.state = 'pending' or v.held_by = ${by} or v.held_until < ${new Date(now)})
      order by (v.held_by = ${by}) is not true, v.created_at, v.id limit 5`,
    )
  ).map(({ id }) => id);

const MAX_RELATED = 20;

/** Other cards of the same account or e-mail, and submissions of the same card by others. */
export async function findRelated(
  db: Queryable,
  id: string,
): Promise<{ readonly earlier: readonly VerificationRow[]; readonly elsewhere: readonly VerificationRow[] }> {
  const rows = await db.many(
    extendRow(VerificationRow, { is_same_person: col.bool, is_same_card: col.bool }),
    sql`
    with v0 as (
      select v.id, v.card_fingerprint, coalesce(v.user_id, o.user_id)::text as user_id, lower(coalesce(u.email, o.email)) as email
      from card_verifications v left join orders o on o.id = v.order_id left join users u on u.id = coalesce(v.user_id, o.user_id)
      where v.id::text = ${id}
    ), accounts as (
      select u.id from users u where u.id = (select user_id::uuid from v0)
      union select u.id from users u where lower(u.email) = (select email from v0)
    ), near as (
      -- Each part uses an index of its own: this is read every five seconds and must not scan a table
      select v.id from card_verifications v where v.card_fingerprint = (select card_fingerprint from v0)
      union select v.id from card_verifications v where v.user_id in (select id from accounts)
      union select v.id from card_verifications v
        where v.order_id in (select o.id from orders o where o.user_id in (select id from accounts))
      union select v.id from card_verifications v
        where v.order_id in (select o.id from orders o where lower(o.email) = (select email from v0))
    ), others as (
      select v.*, coalesce(v.user_id, o.user_id)::text as person, lower(coalesce(u.email, o.email)) as address
      from near n join card_verifications v on v.id = n.id
        left join orders o on o.id = v.order_id left join users u on u.id = coalesce(v.user_id, o.user_id)
    )
    select ${VerificationRow.list}, coalesce(v.person = v0.user_id, false) or coalesce(v.address = v0.email, false) as is_same_person,
      v.card_fingerprint = v0.card_fingerprint as is_same_card
    from others v, v0
    where v.id <> v0.id and (v.card_fingerprint = v0.card_fingerprint or v.person = v0.user_id or v.address = v0.email)
    order by v.created_at desc, v.id limit ${MAX_RELATED}`,
  );
  return {
    earlier: rows.filter(({ is_same_person }) => is_same_person),
    elsewhere: rows.filter(({ is_same_person, is_same_card }) => is_same_card && !is_same_person),
  };
}

const SealedRow = rowType({ card_sealed: col.bytes });

/** The card's encrypted number. */
export const findSealedCard = async (db: Queryable, id: string): Promise<Buffer | undefined> =>
  (await db.maybe(SealedRow, sql`select card_sealed from card_verifications where id::text = ${id}`))?.card_sealed;

/** Orders with an unchecked card that expire before a moment. */
export const findEndingOrders = async (db: Queryable, before: Instant): Promise<readonly string[]> =>
  (
    await db.many(
      IdRow,
      sql`
      select o.id from orders o where o.expires_at < ${new Date(before)} and ${isCardSubmitted} order by o.expires_at, o.id limit 100`,
    )
  ).map(({ id }) => id);
