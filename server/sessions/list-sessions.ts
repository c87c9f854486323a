import { deviceName } from '#core/device-name.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { listSessions } from './store.ts';

/** Where a person is signed in now, the newest sign of life first; the device by what its browser says of itself. */
export const sessionsOf = async (db: Queryable, userId: string, now: Instant) =>
  (await listSessions(db, userId, now)).map((row) => ({
    device: row.device === null ? null : deviceName(row.device),
    ip: row.ip,
    createdAt: row.created_at.getTime(),
    lastSeenAt: row.last_seen_at.getTime(),
  }));
