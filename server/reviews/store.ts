import sql, { type Sql } from 'sql-template-tag';
import * as z from 'zod/mini';
import { LOCALES, type Locale } from '#core/locale.ts';
import { REVIEW_DECLINE_REASONS, REVIEW_STATES, type ReviewState } from '#core/review.ts';
import type { Instant } from '#core/time.ts';
import { countUpTo } from '#server/platform/db/count-up-to.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { type Part, type SortKey, sortedKeys } from '#server/platform/db/keyset.ts';
import { readPart } from '#server/platform/db/read-part.ts';
import type { Page } from '#server/platform/http/page-of.ts';

export const ReviewRow = z.object({
  id: z.string(),
  order_id: z.string(),
  rating: z.int(),
  body: z.string(),
  name: z.nullable(z.string()),
  locale: z.enum(LOCALES),
  state: z.enum(REVIEW_STATES),
  version: z.int(),
  written_at: z.date(),
  decline_reason: z.nullable(z.enum(REVIEW_DECLINE_REASONS)),
  decline_text: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  answered_at: z.nullable(z.date()),
});
export type ReviewRow = z.output<typeof ReviewRow>;

const columns = sql`r.id::text, r.order_id, r.rating, r.body, r.name, r.locale, r.state, r.version, r.written_at, r.decline_reason,
  r.decline_text, a.body as answer, a.at as answered_at`;
/** With the answer that stands: the last one, unless it was taken away or answers what its author no longer says. */
const source = sql`reviews r left join lateral (
    select * from (select body, at from review_answers where review_id = r.id order by version desc limit 1) last
    where last.body <> '' and last.at >= r.written_at
  ) a on true`;

export const findByOrder = (db: Queryable, orderId: string): Promise<ReviewRow | undefined> =>
  db.maybe(ReviewRow, sql`select ${columns} from ${source} where r.order_id = ${orderId}`);

export interface SaidReview {
  readonly id: string;
  readonly orderId: string;
  readonly rating: number;
  readonly text: string;
  readonly name: string | null;
  readonly locale: Locale;
  readonly state: ReviewState;
  readonly now: Instant;
}

/** Writes the review of an order, or writes it anew: what was decided of the former words is over. */
export const saveSaid = (tx: Tx, said: SaidReview): Promise<number> =>
  tx.run(sql`
    insert into reviews as r (id, order_id, rating, body, name, locale, state, written_at, changed_at)
    values (${said.id}, ${said.orderId}, ${said.rating}, ${said.text}, ${said.name}, ${said.locale}, ${said.state}, ${new Date(said.now)},
      ${new Date(said.now)})
    on conflict (order_id) do update set rating = excluded.rating, body = excluded.body, name = excluded.name, locale = excluded.locale,
      state = excluded.state, written_at = excluded.written_at, changed_at = excluded.changed_at, version = r.version + 1,
      decided_by = null, decided_at = null, decline_reason = null, decline_text = null`);

/** Its words are destroyed with it. */
export const withdraw = (tx: Tx, orderId: string, now: Instant): Promise<number> =>
  tx.run(sql`
    update reviews set state = 'withdrawn', body = '', name = null, changed_at = ${new Date(now)}, version = version + 1,
      decline_reason = null, decline_text = null
    where order_id = ${orderId} and state <> 'withdrawn'`);

const PublicRow = z.extend(ReviewRow, { income_code: z.string(), outcome_code: z.string() });
export type PublicRow = z.output<typeof PublicRow>;

/** Which reviews are meant: of so many stars, of exchanges from one system, to one. */
export interface ShownFilter {
  readonly rating?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const ofDirection = ({ from, to }: ShownFilter): Sql =>
  sql`(${from ?? null}::text is null or o.income_code = ${from ?? null}) and (${to ?? null}::text is null or o.outcome_code = ${to ?? null})`;

const shown = ({ rating, ...direction }: ShownFilter): Sql =>
  sql`r.state = 'published' and o.status = 'completed' and (${rating ?? null}::int is null or r.rating = ${rating ?? null})
    and ${ofDirection(direction)}`;

const writtenAt: SortKey = { column: sql`r.written_at`, type: 'timestamptz' };
const SORTABLE = { written_at: writtenAt, rating: { column: sql`r.rating`, type: 'numeric' } } as const satisfies Record<string, SortKey>;
const NEWEST: readonly SortKey[] = [
  { ...writtenAt, isDescending: true },
  { column: sql`r.id`, type: 'uuid' },
];

export const listPublished = async (db: Queryable, filter: ShownFilter, page: Page): Promise<Part<PublicRow>> =>
  await readPart(
    db,
    {
      row: PublicRow,
      columns: sql`${columns}, o.income_code, o.outcome_code`,
      source: sql`${source} join orders o on o.id = r.order_id`,
      where: shown(filter),
    },
    { ...page, keys: sortedKeys(page.sort, SORTABLE, NEWEST) },
  );

export const countPublished = (db: Queryable, filter: ShownFilter, most: number): Promise<number> =>
  countUpTo(db, sql`from reviews r join orders o on o.id = r.order_id where ${shown(filter)}`, most);

const SummaryRow = z.object({
  count: z.int(),
  average: z.nullable(z.string()),
  by_rating: z.array(z.int()),
});
const DeclinedRow = z.object({ reason: z.enum(REVIEW_DECLINE_REASONS), count: z.int() });

/** What all of them, or those of a direction, say together: of published reviews of completed orders, and of nothing else. Cut after one digit, never rounded up. */
export async function readSummary(db: Queryable, direction: Omit<ShownFilter, 'rating'> = {}) {
  const [rated, declined] = await Promise.all([
    db.one(
      SummaryRow,
      sql`
      select count(*)::int as count, trunc(avg(r.rating), 1)::text as average,
        array[count(*) filter (where r.rating = 1), count(*) filter (where r.rating = 2), count(*) filter (where r.rating = 3),
          count(*) filter (where r.rating = 4), count(*) filter (where r.rating = 5)]::int[] as by_rating
      from reviews r join orders o on o.id = r.order_id where ${shown(direction)}`,
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
