import type pg from 'pg';
import sql from 'sql-template-tag';
import type { Tx } from './db/db.ts';

export interface Notice {
  readonly channel: string;
  readonly payload: string;
}

/** What a reader has seen: everything that was committed when it looked. PostgreSQL's own text of a snapshot. */
export type Seen = string;

export async function writeNotice(tx: Tx, { channel, payload }: Notice): Promise<void> {
  await tx.run(sql`insert into notices (channel, payload) values (${channel}, ${payload})`);
}

/** The first look of a connection: nothing before it is read. */
export const lookNow = 'select pg_backend_pid() as pid, pg_current_snapshot()::text as seen';

/**
 * What was committed since the last look, and what this look sees. Numbers would not do: a transaction that took a lower one may
 * commit later. A snapshot says exactly which transactions it could not see, however long one of them takes.
 */
export const newSince = (seen: Seen): pg.QueryConfig => ({
  name: 'new notices',
  text: `select pg_current_snapshot()::text as seen, coalesce((
      select json_agg(json_build_object('channel', channel, 'payload', payload) order by nr) from notices
      where xact >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xact, $1::pg_snapshot)), '[]') as notices`,
  values: [seen],
});

/** Removes what had ended before any transaction that was still open at `seen`. */
export const removeBefore = (seen: Seen): pg.QueryConfig => ({
  text: 'delete from notices where xact < pg_snapshot_xmin($1::pg_snapshot)',
  values: [seen],
});
