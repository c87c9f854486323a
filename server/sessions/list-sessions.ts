import { deviceName } from '#core/security/device-name.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { listSessions } from './store.ts';

/** A user's live sessions, the most recently used first; device names are derived from the User-Agent. */
export const sessionsOf = async (db: Queryable, userId: string, now: Instant) =>
  (await listSessions(db, userId, now)).map((row) => ({
    device: row.device === null ? null : deviceName(row.device),
    ip: row.ip,
    createdAt: row.created_at.getTime(),
    lastSeenAt: row.last_seen_at.getTime(),
  }));
