import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

const Row = rowType({ income_code: col.text, outcome_code: col.text, changed_at: col.nullable(col.timestamp) });

/** When the terms of each direction or of its payment systems last changed; null: unknown. */
export async function findChanges(db: Queryable): Promise<ReadonlyMap<string, Date | null>> {
  const rows = await db.many(
    Row,
    sql`
    select income_code, outcome_code, greatest(direction.changed_at, income.changed_at, outcome.changed_at) as changed_at
    from directions direction
    join payment_systems income on income.code = income_code
    join payment_systems outcome on outcome.code = outcome_code`,
  );
  return new Map(rows.map((row) => [`${row.income_code}-${row.outcome_code}`, row.changed_at]));
}
