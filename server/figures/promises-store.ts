import type { Period, PromiseUnit } from '#core/figures/figures.ts';
import { col, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';
import { isWithin } from './store.ts';

const PromiseRow = rowType({ at: col.timestamp, kept: col.number, missed: col.number, unknown: col.number });
export type PromiseRow = RowOf<typeof PromiseRow>;

/** Completed orders by day or month of Moscow time, by whether they were completed in the promised time; empty ones are left out. */
export const countPromises = (db: Queryable, period: Period, unit: PromiseUnit): Promise<PromiseRow[]> =>
  db.many(
    PromiseRow,
    sql`
    select date_trunc(${unit}, r.ended_at, 'Europe/Moscow') as at, (count(*) filter (where r.ended_at <= r.promised_at))::int as kept,
      (count(*) filter (where r.ended_at > r.promised_at))::int as missed, (count(*) filter (where r.promised_at is null))::int as unknown
    from order_results r where r.outcome = 'completed' and ${isWithin(sql`r.ended_at`, period)} group by 1 order by 1`,
  );
