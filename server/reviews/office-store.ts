import sql, { type Sql } from 'sql-template-tag';
import * as z from 'zod/mini';
import type { ReviewDecision, ReviewDeclineReason, ReviewState } from '#core/review.ts';
import type { Instant } from '#core/time.ts';
import { countUpTo } from '#server/platform/db/count-up-to.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { type Part, type SortKey, sortedKeys } from '#server/platform/db/keyset.ts';
import { readPart } from '#server/platform/db/read-part.ts';
import type { Page } from '#server/platform/http/page-of.ts';
import { ReviewRow } from './store.ts';

export const OfficeReviewRow = z.extend(z.omit(ReviewRow, { answer: true, answered_at: true }), {
  decided_at: z.nullable(z.date()),
  decided_by_name: z.nullable(z.string()),
  answers: z.array(z.object({ text: z.string(), by: z.string(), at: z.string() })),
  income_code: z.string(),
  outcome_code: z.string(),
  income_amount: z.string(),
  outcome_amount: z.string(),
  created_at: z.date(),
  completed_at: z.date(),
});
export type OfficeReviewRow = z.output<typeof OfficeReviewRow>;

const columns = sql`r.id::text, r.order_id, r.rating, r.body, r.name, r.locale, r.state, r.version, r.written_at, r.decided_at,
  coalesce(u.full_name, u.email) as decided_by_name, r.decline_reason, r.decline_text, o.income_code, o.outcome_code,
  o.income_amount::text, o.outcome_amount::text, o.created_at, o.status_changed_at as completed_at,
  coalesce((
    select jsonb_agg(jsonb_build_object('text', a.body, 'by', coalesce(p.full_name, p.email),
      'at', to_char(a.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by a.version desc)
    from review_answers a join users p on p.id = a.author_id where a.review_id = r.id), '[]') as answers`;
const source = sql`reviews r join orders o on o.id = r.order_id left join users u on u.id = r.decided_by`;

export interface ReviewFilter {
  readonly state: ReviewState | undefined;
  readonly rating: number | undefined;
  readonly q: string | undefined;
  readonly orderId: string | undefined;
}

function whereOf({ state, rating, q, orderId }: ReviewFilter): Sql {
  const words = `%${(q ?? '').replaceAll(/[%_\\]/g, String.raw`\$&`)}%`;
  return sql`(${state ?? null}::text is null or r.state = ${state ?? null}) and (${rating ?? null}::int is null or r.rating = ${rating ?? null})
    and (${orderId ?? null}::text is null or r.order_id = ${orderId ?? null})
    and (${q ?? null}::text is null or r.body ilike ${words} or r.name ilike ${words} or r.order_id = ${q ?? null})`;
}

const writtenAt: SortKey = { column: sql`r.written_at`, type: 'timestamptz' };
const SORTABLE = { written_at: writtenAt, rating: { column: sql`r.rating`, type: 'numeric' } } as const satisfies Record<string, SortKey>;
const LONGEST: readonly SortKey[] = [writtenAt, { column: sql`r.id`, type: 'uuid' }];

export const listReviews = async (db: Queryable, filter: ReviewFilter, page: Page): Promise<Part<OfficeReviewRow>> =>
  await readPart(
    db,
    { row: OfficeReviewRow, columns, source, where: whereOf(filter) },
    { ...page, keys: sortedKeys(page.sort, SORTABLE, LONGEST) },
  );

export const countReviews = (db: Queryable, filter: ReviewFilter, most: number): Promise<number> =>
  countUpTo(db, sql`from reviews r where ${whereOf(filter)}`, most);

export const findReview = (db: Queryable, id: string): Promise<OfficeReviewRow | undefined> =>
  db.maybe(OfficeReviewRow, sql`select ${columns} from ${source} where r.id::text = ${id}`);

export interface SavedDecision {
  readonly id: string;
  readonly version: number;
  readonly decision: ReviewDecision;
  readonly reason: ReviewDeclineReason | null;
  readonly text: string | null;
  readonly operatorId: string;
  readonly now: Instant;
}

/** Zero: somebody has done something to it since. */
export const saveDecision = (tx: Tx, made: SavedDecision): Promise<number> =>
  tx.run(sql`
    update reviews set state = ${made.decision}, decline_reason = ${made.reason}, decline_text = ${made.text}, decided_by = ${made.operatorId},
      decided_at = ${new Date(made.now)}, changed_at = ${new Date(made.now)}, version = version + 1
    where id::text = ${made.id} and version = ${made.version}`);

export interface SavedAnswer {
  readonly id: string;
  readonly version: number;
  readonly text: string;
  readonly operatorId: string;
  readonly now: Instant;
}

/** Zero: somebody has done something to it since. */
export async function saveAnswer(tx: Tx, { id, version, text, operatorId, now }: SavedAnswer): Promise<number> {
  const at = new Date(now);
  const touched = await tx.run(
    sql`update reviews set version = version + 1, changed_at = ${at} where id::text = ${id} and version = ${version}`,
  );
  if (touched > 0)
    await tx.run(sql`
      insert into review_answers (review_id, version, body, author_id, at)
      values (${id}::uuid, ${version + 1}, ${text}, ${operatorId}, ${at})`);
  return touched;
}
