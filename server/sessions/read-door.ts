import type { OwnSessionAttributes, SecurityEventAttributes } from '#contract/account.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { presentEvents, presentSession } from './present.ts';
import { listSecurityEvents, listSessions } from './store.ts';

const EVENTS = 50;

/** Somebody's sessions and what happened at his door, for an owner who looks after him. */
export async function readDoor(
  db: Queryable,
  userId: string,
  now: Instant,
): Promise<{ readonly sessions: OwnSessionAttributes[]; readonly events: SecurityEventAttributes[] }> {
  const sessions = await listSessions(db, userId, now);
  const events = await listSecurityEvents(db, userId, EVENTS);
  return {
    sessions: sessions.map((row) => presentSession(row, null).attributes),
    events: presentEvents(events).map(({ attributes }) => attributes),
  };
}
