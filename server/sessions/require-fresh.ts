import { isOperatorRole } from '#core/access/access.ts';
import { FRESH_MS } from '#core/security/sign-in.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import type { Visitor } from '#server/platform/http/route.ts';

/**
 * Refuses unless the user proved their identity within five minutes; required for e-mail, password, factors, a new payout wallet, export,
 * deletion, staff and full requisites (R33). With a second factor only that factor counts; without one the password or the provider. An
 * operator without a factor (demo only) always passes.
 */
export function requireFresh(visitor: Visitor, now: Instant): Result<null, 'fresh_factor_required'> {
  if (visitor.kind !== 'user') return refuse({ code: 'fresh_factor_required' });
  const provedAt = visitor.factorGivenAt ?? (isOperatorRole(visitor.role) ? now : visitor.provedAt);
  return provedAt !== undefined && now - provedAt < FRESH_MS ? accept(null) : refuse({ code: 'fresh_factor_required' });
}
