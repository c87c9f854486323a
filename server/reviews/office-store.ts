import * as z from 'zod/mini';
import type { ReviewDecision, ReviewDeclineReason, ReviewState } from '#core/customer/review.ts';
import type { Instant } from '#core/time.ts';
import { isNumbered } from '#server/orders/has-number.ts';
import { col, escapeLike, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';
import { reviewColumns } from './store.ts';

/** The shop's answers as JSON, newest first. */
const ANSWERS = sql`coalesce((
    select jsonb_agg(jsonb_build_object('text', a.body, 'by', coalesce(p.full_name, p.email),
      'at', to_char(a.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by a.version desc)
    from review_answers a join users p on p.id = a.author_id where a.review_id = r.id), '[]')`;

export const OfficeReviewRow = rowType(
  {
    ...reviewColumns,
    decided_at: col.nullable(col.timestamp),
    decided_by_name: col.computed(col.nullable(col.text), sql`coalesce(u.full_name, u.email)`),
    answers: col.computed(col.json(z.array(z.object({ text: z.string(), by: z.string(), at: z.string() }))), ANSWERS),
    income_code: col.computed(col.text, sql`o.income_code`),
    outcome_code: col.computed(col.text, sql`o.outcome_code`),
    income_amount: col.computed(col.text, sql`o.income_amount`),
    outcome_amount: col.computed(col.text, sql`o.outcome_amount`),
    created_at: col.computed(col.timestamp, sql`o.created_at`),
    completed_at: col.computed(col.timestamp, sql`o.status_changed_at`),
  },
  'r',
);
export type OfficeReviewRow = RowOf<typeof OfficeReviewRow>;

const source = sql`reviews r join orders o on o.id = r.order_id left join users u on u.id = r.decided_by`;

export interface ReviewFilter {
  readonly state: ReviewState | undefined;
  readonly rating: number | undefined;
  readonly q: string | undefined;
  readonly orderId: string | undefined;
}

function whereOf({ state, rating, q, orderId }: ReviewFilter): Sql {
  const pattern = `%${escapeLike(q ?? '')}%`;
  return sql`(${state ?? null}::text is null or r.state = ${state ?? null})
    and (${rating ?? null}::int is null or r.rating = ${rating ?? null})
    and (${orderId ?? null}::text is null or r.order_id = ${orderId ?? null})
    and (${q ?? null}::text is null or r.body ilike ${pattern} or r.name ilike ${pattern} or r.order_id = ${q ?? null}
      or ${isNumbered(sql`r.order_id`, q ?? '') ?? sql`false`})`;
}

const writtenAt: SortKey = { column: sql`r.written_at`, type: 'timestamptz' };
const SORTABLE = { written_at: writtenAt, rating: { column: sql`r.rating`, type: 'numeric' } } as const satisfies Record<string, SortKey>;
const OLDEST_FIRST: readonly SortKey[] = [writtenAt, { column: sql`r.id`, type: 'uuid' }];

export const listReviews = async (db: Queryable, filter: ReviewFilter, page: PageRequest): Promise<ListPage<OfficeReviewRow>> =>
  await readListPage(
    db,
    { row: OfficeReviewRow, source, where: whereOf(filter) },
    { ...page, keys: sortedKeys(page.sort, SORTABLE, OLDEST_FIRST) },
  );

export const countReviews = (db: Queryable, filter: ReviewFilter, maxCounted: number): Promise<number> =>
  countUpTo(db, sql`from reviews r where ${whereOf(filter)}`, maxCounted);

export const findReview = (db: Queryable, id: string): Promise<OfficeReviewRow | undefined> =>
  db.maybe(OfficeReviewRow, sql`select ${OfficeReviewRow.list} from ${source} where r.id::text = ${id}`);

export interface DecisionChange {
  readonly id: string;
  readonly version: number;
  readonly decision: ReviewDecision;
  readonly reason: ReviewDeclineReason | null;
  readonly text: string | null;
  readonly operatorId: string;
  readonly now: Instant;
}

/** Returns 0 if the review was changed since it was read. */
export const saveDecision = (tx: Tx, change: DecisionChange): Promise<number> =>
  tx.run(sql`
    update reviews set state = ${change.decision}, decline_reason = ${change.reason}, decline_text = ${change.text},
      decided_by = ${change.operatorId},
      decided_at = ${new Date(change.now)}, changed_at = ${new Date(change.now)}, version = version + 1
    where id::text = ${change.id} and version = ${change.version}`);

export interface AnswerChange {
  readonly id: string;
  readonly version: number;
  readonly text: string;
  readonly operatorId: string;
  readonly now: Instant;
}

/** Returns 0 if the review was changed since it was read. */
export async function saveAnswer(tx: Tx, { id, version, text, operatorId, now }: AnswerChange): Promise<number> {
  const at = new Date(now);
  const updated = await tx.run(
    sql`update reviews set version = version + 1, changed_at = ${at} where id::text = ${id} and version = ${version}`,
  );
  if (updated > 0)
    await tx.run(sql`
      insert into review_answers (review_id, version, body, author_id, at)
      values (${id}::uuid, ${version + 1}, ${text}, ${operatorId}, ${at})`);
  return updated;
}
