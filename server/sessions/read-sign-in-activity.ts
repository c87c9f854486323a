import type { OwnSessionAttributes, SecurityEventAttributes } from '#contract/account/account.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';
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
