import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';

const SumRow = z.object({ cents: z.string() });

/** What an operator has granted since then, in cents; what a second one agreed to counts too. */
export async function sumGrantedAlone(db: Queryable, operatorId: string, since: Instant): Promise<bigint> {
  const { cents } = await db.one(
    SumRow,
    sql`select coalesce(sum(amount), 0)::text as cents from earnings where granted_by = ${operatorId} and created_at > ${new Date(since)}`,
  );
  return BigInt(cents);
}

/** What an operator has taken back since then, in cents. */
export async function sumReversedAlone(db: Queryable, operatorId: string, since: Instant): Promise<bigint> {
  const { cents } = await db.one(
    SumRow,
    sql`select coalesce(sum(amount), 0)::text as cents from earnings where reversed_by = ${operatorId} and reversed_at > ${new Date(since)}`,
  );
  return BigInt(cents);
}
