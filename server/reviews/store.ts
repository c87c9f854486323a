import { LOCALES, type Locale } from '#core/locale.ts';
import { REVIEW_DECLINE_REASONS, REVIEW_STATES, type ReviewState } from '#core/customer/review.ts';
import type { Instant } from '#core/time.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import { col, extendRow, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';

export const reviewColumns = {
  id: col.text,
  order_id: col.text,
  rating: col.number,
  body: col.text,
  name: col.nullable(col.text),
  locale: col.oneOf(LOCALES),
  state: col.oneOf(REVIEW_STATES),
  version: col.number,
  written_at: col.timestamp,
  decline_reason: col.nullable(col.oneOf(REVIEW_DECLINE_REASONS)),
  decline_text: col.nullable(col.text),
};
export const ReviewRow = rowType(
  {
    ...reviewColumns,
    answer: col.computed(col.nullable(col.text), sql`a.body`),
    answered_at: col.computed(col.nullable(col.timestamp), sql`a.at`),
  },
  'r',
);
export type ReviewRow = RowOf<typeof ReviewRow>;

/** Reviews with their current answer, which is the latest one unless it was removed or is older than the review's text. */
const source = sql`reviews r left join lateral (
    select * from (select body, at from review_answers where review_id = r.id order by version desc limit 1) last
    where last.body <> '' and last.at >= r.written_at
  ) a on true`;

export const findByOrder = (db: Queryable, orderId: string): Promise<ReviewRow | undefined> =>
  db.maybe(ReviewRow, sql`select ${ReviewRow.list} from ${source} where r.order_id = ${orderId}`);

export interface ReviewInput {
  readonly id: string;
  readonly orderId: string;
  readonly rating: number;
  readonly text: string;
  readonly name: string | null;
  readonly locale: Locale;
  readonly state: ReviewState;
  readonly now: Instant;
}

/** Creates or rewrites the review of an order. An earlier decision is cleared. */
export const saveReview = (tx: Tx, review: ReviewInput): Promise<number> =>
  tx.run(sql`
    insert into reviews as r (id, order_id, rating, body, name, locale, state, written_at, changed_at)
    values (${review.id}, ${review.orderId}, ${review.rating}, ${review.text}, ${review.name}, ${review.locale}, ${review.state},
      ${new Date(review.now)},
      ${new Date(review.now)})
    on conflict (order_id) do update set rating = excluded.rating, body = excluded.body, name = excluded.name, locale = excluded.locale,
      state = excluded.state, written_at = excluded.written_at, changed_at = excluded.changed_at, version = r.version + 1,
      decided_by = null, decided_at = null, decline_reason = null, decline_text = null`);

/** Withdraws a review and destroys its text. */
export const withdraw = (tx: Tx, orderId: string, now: Instant): Promise<number> =>
  tx.run(sql`
    update reviews set state = 'withdrawn', body = '', name = null, changed_at = ${new Date(now)}, version = version + 1,
      decline_reason = null, decline_text = null
    where order_id = ${orderId} and state <> 'withdrawn'`);

const PublicRow = extendRow(ReviewRow, { income_code: col.text, outcome_code: col.text }, 'o');
export type PublicRow = RowOf<typeof PublicRow>;

/** Filters by rating and by the payment systems of the exchange. */
export interface PublicFilter {
  readonly rating?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const ofDirection = ({ from, to }: PublicFilter): Sql =>
  sql`(${from ?? null}::text is null or o.income_code = ${from ?? null})
    and (${to ?? null}::text is null or o.outcome_code = ${to ?? null})`;

const isPublic = ({ rating, ...direction }: PublicFilter): Sql =>
  sql`r.state = 'published' and o.status = 'completed' and (${rating ?? null}::int is null or r.rating = ${rating ?? null})
    and ${ofDirection(direction)}`;

const writtenAt: SortKey = { column: sql`r.written_at`, type: 'timestamptz' };
const SORTABLE = { written_at: writtenAt, rating: { column: sql`r.rating`, type: 'numeric' } } as const satisfies Record<string, SortKey>;
const NEWEST: readonly SortKey[] = [
  { ...writtenAt, isDescending: true },
  { column: sql`r.id`, type: 'uuid' },
];

export const listPublished = async (db: Queryable, filter: PublicFilter, page: PageRequest): Promise<ListPage<PublicRow>> =>
  await readListPage(
    db,
    {
      row: PublicRow,
      source: sql`${source} join orders o on o.id = r.order_id`,
      where: isPublic(filter),
    },
    { ...page, keys: sortedKeys(page.sort, SORTABLE, NEWEST) },
  );

export const countPublished = (db: Queryable, filter: PublicFilter, maxCounted: number): Promise<number> =>
  countUpTo(db, sql`from reviews r join orders o on o.id = r.order_id where ${isPublic(filter)}`, maxCounted);

const SummaryRow = rowType({
  count: col.number,
  average: col.nullable(col.text),
  by_rating: col.arrayOf(col.number),
});
const DeclinedRow = rowType({ reason: col.oneOf(REVIEW_DECLINE_REASONS), count: col.number });

/** Summary of published reviews of completed orders, of all or of a direction. The average is truncated to one digit. */
export async function readSummary(db: Queryable, direction: Omit<PublicFilter, 'rating'> = {}) {
  const [rated, declined] = await Promise.all([
    db.one(
      SummaryRow,
      sql`
      select count(*)::int as count, trunc(avg(r.rating), 1)::text as average,
        array[count(*) filter (where r.rating = 1), count(*) filter (where r.rating = 2), count(*) filter (where r.rating = 3),
          count(*) filter (where r.rating = 4), count(*) filter (where r.rating = 5)]::int[] as by_rating
      from reviews r join orders o on o.id = r.order_id where ${isPublic(direction)}`,
    ),
    db.many(
      DeclinedRow,
      sql`
      select r.decline_reason as reason, count(*)::int as count from reviews r join orders o on o.id = r.order_id
      where r.state = 'declined' and ${ofDirection(direction)} group by 1 order by 2 desc, 1`,
    ),
  ]);
  return { ...rated, declined };
}
