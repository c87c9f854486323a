import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import { REVIEW_STATES } from '#core/customer/review.ts';
import type { Queryable } from '#server/platform/db/db.ts';

const OwnRow = z.object({
  order_id: z.string(),
  rating: z.int(),
  text: z.string(),
  name: z.nullable(z.string()),
  state: z.enum(REVIEW_STATES),
  written_at: z.date(),
  answers: z.array(z.string()),
});

/** A user's reviews and their answers, for the data export. */
export const readUserReviews = (db: Queryable, userId: string): Promise<z.output<typeof OwnRow>[]> =>
  db.many(
    OwnRow,
    sql`
    select r.order_id, r.rating, r.body as text, r.name, r.state, r.written_at,
      array(select a.body from review_answers a where a.review_id = r.id order by a.version)::text[] as answers
    from reviews r join orders o on o.id = r.order_id where o.user_id = ${userId} order by r.written_at`,
  );
