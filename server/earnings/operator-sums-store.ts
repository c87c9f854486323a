import type { Instant } from '#core/time.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

const SumRow = rowType({ cents: col.text });

/** Cents granted by an operator since a time; approved grants count too. */
export async function sumGranted(db: Queryable, operatorId: string, since: Instant): Promise<bigint> {
  const { cents } = await db.one(
    SumRow,
    sql`select coalesce(sum(amount), 0)::text as cents from earnings where granted_by = ${operatorId} and created_at > ${new Date(since)}`,
  );
  return BigInt(cents);
}

/** Cents reversed by an operator since a time. */
export async function sumReversed(db: Queryable, operatorId: string, since: Instant): Promise<bigint> {
  const { cents } = await db.one(
    SumRow,
    sql`select coalesce(sum(amount), 0)::text as cents from earnings
      where reversed_by = ${operatorId} and reversed_at > ${new Date(since)}`,
  );
  return BigInt(cents);
}
