import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Visitors } from '#server/platform/http/context.ts';
import { sessionTokenHash } from './session-token.ts';
import { findLiveSession, touchSession } from './store.ts';

/** Often enough to see who is there, seldom enough not to write on every request. */
const SEEN_EVERY_MS = MINUTE_MS;

/** Session cookies to visitors, for the platform. Whoever is not a customer is an operator; what he may do is decided by role. */
export function sessionVisitors({ db, clock }: Pick<Deps, 'db' | 'clock'>): Visitors {
  return {
    async authenticate(token) {
      const tokenHash = sessionTokenHash(token);
      const now = clock.now();
      const session = tokenHash === undefined ? undefined : await findLiveSession(db, tokenHash, now);
      if (session === undefined || tokenHash === undefined) return { kind: 'guest' };
      if (now - session.lastSeenAt >= SEEN_EVERY_MS) await touchSession(db, tokenHash, now);
      const { userId, role, email } = session;
      return { kind: 'user', userId, role, email, sessionId: tokenHash.toString('base64url') };
    },
    isOperator: (visitor) => visitor.kind === 'user' && visitor.role !== 'customer',
  };
}
