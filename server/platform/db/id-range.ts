import sql, { type Sql } from 'sql-template-tag';

/** Condition on an id column, read from its index: `from` is included, `before` is not (null: no bound). */
export const isInRange = (id: Sql, { from, before }: { readonly from: string; readonly before: string | null }): Sql =>
  sql`(${id} >= ${from} and ${before === null ? sql`true` : sql`${id} < ${before}`})`;
