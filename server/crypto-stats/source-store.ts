import type { Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const SourceRow = rowType({
  began_at: col.nullable(col.timestamp),
  asked_at: col.nullable(col.timestamp),
  answered_at: col.nullable(col.timestamp),
  failures: col.number,
  last_error: col.nullable(col.text),
  last_error_at: col.nullable(col.timestamp),
  back_off_until: col.nullable(col.timestamp),
  calls_day: col.nullable(col.text),
  calls: col.number,
  top_asked_at: col.nullable(col.timestamp),
  top_etag: col.nullable(col.text),
  ours_asked_at: col.nullable(col.timestamp),
  ours_etag: col.nullable(col.text),
});
export type SourceRow = RowOf<typeof SourceRow>;

const COLUMNS = sql`began_at, asked_at, answered_at, failures, last_error, last_error_at, back_off_until, calls_day::text as calls_day,
  calls,
  top_asked_at, top_etag, ours_asked_at, ours_etag`;

/** State of the provider, shared by all processes. */
export const findSource = (db: Queryable): Promise<SourceRow> => db.one(SourceRow, sql`select ${COLUMNS} from crypto_stats_source`);

/** Claims the provider for this process until a moment; undefined: another process holds the claim. */
export const claimSource = (
  db: Queryable,
  { now, until }: { readonly now: Instant; readonly until: Instant },
): Promise<SourceRow | undefined> =>
  db.maybe(
    SourceRow,
    sql`update crypto_stats_source set claimed_until = ${new Date(until)}, began_at = coalesce(began_at, ${new Date(now)})
      where claimed_until is null or claimed_until <= ${new Date(now)} returning ${COLUMNS}`,
  );

export const releaseSource = (db: Queryable): Promise<number> => db.run(sql`update crypto_stats_source set claimed_until = null`);

/** The UTC day that calls are counted in. */
export const dayOf = (now: Instant): string => new Date(now).toISOString().slice(0, 10);

/** Counts a call before it is made, so that a crash during the call does not lose the count. */
export const countCall = (db: Queryable, now: Instant): Promise<number> =>
  db.run(sql`update crypto_stats_source set asked_at = ${new Date(now)},
    calls = case when calls_day = ${dayOf(now)}::date then calls + 1 else 1 end, calls_day = ${dayOf(now)}::date`);

/** Records an answer of any content: the provider works. */
export const saveSuccess = (tx: Tx, now: Instant): Promise<number> =>
  tx.run(sql`update crypto_stats_source set answered_at = ${new Date(now)}, failures = 0, back_off_until = null`);

/** Records the time and ETag of a list request; `etag` undefined: the stored ETag stays. */
export const saveListRequest = (
  tx: Tx,
  list: 'top' | 'ours',
  { now, etag }: { readonly now: Instant; readonly etag: string | null | undefined },
): Promise<number> => {
  const setEtag = etag === undefined ? sql`` : list === 'top' ? sql`, top_etag = ${etag}` : sql`, ours_etag = ${etag}`;
  const requestedAt = list === 'top' ? sql`top_asked_at` : sql`ours_asked_at`;
  return tx.run(sql`update crypto_stats_source set ${requestedAt} = ${new Date(now)}${setEtag}`);
};

export const saveFailure = (
  db: Queryable,
  { now, error, until }: { readonly now: Instant; readonly error: string; readonly until: Instant },
): Promise<number> =>
  db.run(sql`update crypto_stats_source set failures = failures + 1, last_error = ${error}, last_error_at = ${new Date(now)},
    back_off_until = ${new Date(until)}`);

/** Makes both lists due in the next turn, and ends any back-off. */
export const makeListsDue = (tx: Tx): Promise<number> =>
  tx.run(sql`update crypto_stats_source set back_off_until = null, top_asked_at = null, ours_asked_at = null`);
