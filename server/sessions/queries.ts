import type { OwnSessionAttributes, SecurityEventAttributes } from '#contract/account/account.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { deviceName } from '#core/security/device-name.ts';
import { presentEvents, presentSession } from './present.ts';
import { listSecurityEvents, listSessions } from './store.ts';

const MAX_EVENTS = 50;

/** A user's sessions and security events, for the office. */
export async function readSignInActivity(
  db: Queryable,
  userId: string,
  now: Instant,
): Promise<{ readonly sessions: OwnSessionAttributes[]; readonly events: SecurityEventAttributes[] }> {
  const sessions = await listSessions(db, userId, now);
  const events = await listSecurityEvents(db, userId, MAX_EVENTS);
  return {
    sessions: sessions.map((row) => presentSession(row, null).attributes),
    events: presentEvents(events).map(({ attributes }) => attributes),
  };
}

/** A user's live sessions, the most recently used first. Device names are derived from the User-Agent. */
export const sessionsOf = async (db: Queryable, userId: string, now: Instant) =>
  (await listSessions(db, userId, now)).map((row) => ({
    device: row.device === null ? null : deviceName(row.device),
    ip: row.ip,
    createdAt: row.created_at.getTime(),
    lastSeenAt: row.last_seen_at.getTime(),
  }));
