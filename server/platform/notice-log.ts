import type pg from 'pg';
import { sql, type Tx } from '#server/platform/db/db.ts';

export interface Notice {
  readonly channel: string;
  readonly payload: string;
}

/** A PostgreSQL snapshot as text: what was committed when a reader last polled. */
export type Snapshot = string;

export async function writeNotice(tx: Tx, { channel, payload }: Notice): Promise<void> {
  await tx.run(sql`insert into notices (channel, payload) values (${channel}, ${payload})`);
}

/** First poll of a connection: earlier notices are not read. */
export const selectSnapshot = 'select pg_backend_pid() as pid, pg_current_snapshot()::text as seen';

/**
 * Notices committed since a snapshot, and the new snapshot. Not by row number: a lower one may commit later; a snapshot shows which
 * transactions it could not see.
 */
export const selectNoticesSince = (snapshot: Snapshot): pg.QueryConfig => ({
  name: 'new notices',
  text: `select pg_current_snapshot()::text as seen, coalesce((
      select json_agg(json_build_object('channel', channel, 'payload', payload) order by nr) from notices
      where xact >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xact, $1::pg_snapshot)), '[]') as notices`,
  values: [snapshot],
});

/** Deletes notices that ended before any transaction still open at `snapshot`. */
export const deleteBefore = (snapshot: Snapshot): pg.QueryConfig => ({
  text: 'delete from notices where xact < pg_snapshot_xmin($1::pg_snapshot)',
  values: [snapshot],
});
