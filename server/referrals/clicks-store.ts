import { type Queryable, sql } from '#server/platform/db/db.ts';

export interface ClickCount {
  readonly code: string;
  readonly day: string;
  readonly source: string;
  readonly clicks: number;
  readonly visitors: number;
}

/** Adds counted clicks; unknown codes are ignored. One row per referrer, day and source. */
export const addClicks = (db: Queryable, counts: readonly ClickCount[]): Promise<number> =>
  db.run(sql`
    insert into referral_clicks as c (user_id, day, source, clicks, visitors)
    select u.id, l.day::date, l.source, l.clicks, l.visitors
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as l (code text, day text, source text, clicks bigint, visitors bigint)
    join users u on u.referral_code = l.code and u.role = 'customer' and u.disabled_at is null
    order by 1, 2, 3
    on conflict (user_id, day, source) do update set clicks = c.clicks + excluded.clicks, visitors = c.visitors + excluded.visitors`);
