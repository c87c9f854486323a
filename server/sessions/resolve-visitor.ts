import { isOperatorRole } from '#core/access.ts';
import { HALF_OPEN_MS, IDLE_MS, needOf } from '#core/sign-in.ts';
import { type Instant, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Visitors } from '#server/platform/http/context.ts';
import type { Visitor } from '#server/platform/http/route.ts';
import { sessionTokenHash } from './session-token.ts';
import { findLiveSession, type LiveSession, touchSession } from './store.ts';

/** Often enough to see who is there, seldom enough not to write on every request. */
const SEEN_EVERY_MS = MINUTE_MS;
/** Fifteen minutes of rest are counted from what was done within this. */
const ACTIVE_EVERY_MS = 15 * SECOND_MS;

const GUEST: Visitor = { kind: 'guest' };

/** Who somebody is by his session: nothing more than a guest once it has rested too long, and half a person before his second factor. */
function visitorOf(session: LiveSession, sessionId: string, at: { readonly now: Instant; readonly mode: 'demo' | 'production' }): Visitor {
  const { userId, role, email, hasVerifiedEmail, factorGivenAt, provedAt, isEnrolled } = session;
  const needs = needOf({ role, mode: at.mode, isEnrolled, factorGivenAt });
  if (isOperatorRole(role) && at.now - session.activeAt >= IDLE_MS) return GUEST;
  if (needs !== 'none')
    return at.now - session.createdAt < HALF_OPEN_MS ? { kind: 'half_open', userId, sessionId, role, email, needs } : GUEST;
  return {
    kind: 'user',
    userId,
    role,
    email,
    sessionId,
    hasVerifiedEmail,
    provedAt,
    ...(isEnrolled && factorGivenAt !== null ? { factorGivenAt } : {}),
  };
}

/** Session cookies to visitors, for the platform. Whoever is not a customer is an operator; what he may do is decided by role. */
export function sessionVisitors({ db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>): Visitors {
  return {
    async authenticate(token, { isDeed }) {
      const tokenHash = sessionTokenHash(token);
      const now = clock.now();
      const session = tokenHash === undefined ? undefined : await findLiveSession(db, tokenHash, now);
      if (session === undefined || tokenHash === undefined) return GUEST;
      const visitor = visitorOf(session, tokenHash.toString('base64url'), { now, mode: settings.mode });
      if (visitor.kind === 'guest') return visitor;
      const isActive = isDeed && now - session.activeAt >= ACTIVE_EVERY_MS;
      if (isActive || now - session.lastSeenAt >= SEEN_EVERY_MS) await touchSession(db, tokenHash, { now, isDeed });
      return visitor;
    },
  };
}

/** Whether a session that somebody came with is still his, whole and with the same role. */
export async function isSameVisitor(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  known: Extract<Visitor, { kind: 'user' }>,
  tokenHash: Buffer,
): Promise<boolean> {
  const now = clock.now();
  const session = await findLiveSession(db, tokenHash, now);
  if (session === undefined) return false;
  const visitor = visitorOf(session, known.sessionId, { now, mode: settings.mode });
  return visitor.kind === 'user' && visitor.userId === known.userId && visitor.role === known.role;
}
