import { isOperatorRole } from '#core/access/access.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { factorNeed, FRESH_MS, HALF_OPEN_MS, IDLE_MS } from '#core/security/sign-in.ts';
import { type Instant, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Authenticator } from '#server/platform/http/context.ts';
import type { Visitor } from '#server/platform/http/route.ts';
import { hashOfId, sessionTokenHash } from './caller.ts';
import { findLiveSessions, type LiveSession, touchSession } from './store.ts';

/**
 * Refuses unless the user proved the identity within five minutes (R33).
 * - Required for: e-mail, password, factors, a new payout wallet, export, deletion, staff, full requisites.
 * - A user with a second factor must have given that factor, others the password or the provider.
 * - An operator without a factor (demo only) always passes.
 */
export function requireFresh(visitor: Visitor, now: Instant): Result<null, 'fresh_factor_required'> {
  if (visitor.kind !== 'user') return refuse({ code: 'fresh_factor_required' });
  const provedAt = visitor.factorGivenAt ?? (isOperatorRole(visitor.role) ? now : visitor.provedAt);
  return provedAt !== undefined && now - provedAt < FRESH_MS ? accept(null) : refuse({ code: 'fresh_factor_required' });
}

/** Precision of "last seen". A request within it writes nothing. */
const LAST_SEEN_PRECISION_MS = MINUTE_MS;
/** Precision of the operators' idle timeout of 15 minutes. */
const ACTIVITY_PRECISION_MS = 15 * SECOND_MS;

const GUEST: Visitor = { kind: 'guest' };

/** The visitor of a session: a guest if it was idle too long, half-open before the second factor. */
function visitorOf(session: LiveSession, { now, mode }: { readonly now: Instant; readonly mode: 'demo' | 'production' }): Visitor {
  const { sessionId, userId, role, email, hasVerifiedEmail, factorGivenAt, provedAt, isEnrolled } = session;
  const needs = factorNeed({ role, mode, isEnrolled, factorGivenAt });
  if (isOperatorRole(role) && now - session.activeAt >= IDLE_MS) return GUEST;
  if (needs !== 'none')
    return now - session.createdAt < HALF_OPEN_MS ? { kind: 'half_open', userId, sessionId, role, email, needs } : GUEST;
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

/** Resolves session cookies to visitors, for the platform. */
export function sessionVisitors({ db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>): Authenticator {
  return {
    async authenticate(token, { isUserAction }) {
      const tokenHash = sessionTokenHash(token);
      const now = clock.now();
      const [session] = tokenHash === undefined ? [] : await findLiveSessions(db, [tokenHash], now);
      if (session === undefined || tokenHash === undefined) return GUEST;
      const visitor = visitorOf(session, { now, mode: settings.mode });
      if (visitor.kind === 'guest') return visitor;
      const isActive = isUserAction && now - session.activeAt >= ACTIVITY_PRECISION_MS;
      if (isActive || now - session.lastSeenAt >= LAST_SEEN_PRECISION_MS) await touchSession(db, tokenHash, { now, isUserAction });
      return visitor;
    },
  };
}

export type SignedInVisitor = Extract<Visitor, { kind: 'user' }>;

/** Visitors by session id, of these sessions that are live and complete; one statement. */
export async function findSignedIn(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, SignedInVisitor>> {
  const now = clock.now();
  const sessions = await findLiveSessions(db, sessionIds.map(hashOfId), now);
  const visitors = sessions.map((session) => visitorOf(session, { now, mode: settings.mode })).filter((visitor) => visitor.kind === 'user');
  return new Map(visitors.map((visitor) => [visitor.sessionId, visitor]));
}
