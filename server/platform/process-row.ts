import os from 'node:os';
import { DAY_MS } from '#core/time.ts';
import type { DatabaseClock } from './database-clock.ts';
import { type Db, sql } from '#server/platform/db/db.ts';

/** Display name of this process. */
export const processName = (): string => `${os.hostname()} ${process.pid}`;

interface Deps {
  readonly db: Db;
  readonly clock: Pick<DatabaseClock, 'now' | 'skewMs'>;
}

/** Records that this process is alive. A write, so that a full or read-only database counts as unusable. */
export function writeProcessRow({ db, clock }: Deps, id: string): Promise<number> {
  return db.run(sql`
    insert into processes (id, name, seen_at, clock_skew_ms)
    values (${id}, ${processName()}, ${new Date(clock.now())}, ${clock.skewMs()})
    on conflict (id) do update set seen_at = excluded.seen_at, clock_skew_ms = excluded.clock_skew_ms`);
}

/** Deletes processes not seen for a day. */
export async function purgeProcesses({ db, clock }: Deps): Promise<void> {
  await db.run(sql`delete from processes where seen_at < ${new Date(clock.now() - DAY_MS)}`);
}
