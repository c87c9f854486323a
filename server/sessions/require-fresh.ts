import { isOperatorRole } from '#core/access/access.ts';
import { FRESH_MS } from '#core/security/sign-in.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import type { Visitor } from '#server/platform/http/route.ts';

/**
 * Refuses unless the user proved the identity within five minutes. Required for changes of e-mail, password and factors, a new payout
 * wallet, export, deletion, staff and full requisites (R33). A user with a second factor must have given that factor; others the password
 * or the provider. An operator without a factor (demo only) always passes.
 */
export function requireFresh(visitor: Visitor, now: Instant): Result<null, 'fresh_factor_required'> {
  if (visitor.kind !== 'user') return refuse({ code: 'fresh_factor_required' });
  const provedAt = visitor.factorGivenAt ?? (isOperatorRole(visitor.role) ? now : visitor.provedAt);
  return provedAt !== undefined && now - provedAt < FRESH_MS ? accept(null) : refuse({ code: 'fresh_factor_required' });
}
