import { isOperatorRole } from '#core/access.ts';
import { FRESH_MS } from '#core/sign-in.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import type { Visitor } from '#server/platform/http/route.ts';

/**
 * That whoever sits there has proved who he is within five minutes, for what matters most (R33): e-mail, password, factors, a new
 * wallet to be paid to, export, deletion; staff and full requisites. Whoever has a second factor gives it: his password does not
 * stand for it. Whoever has none gives his password, or comes from his provider anew. An operator without a factor, which only a
 * demonstration lets him be, is asked for nothing.
 */
export function requireFresh(visitor: Visitor, now: Instant): Result<null, 'fresh_factor_required'> {
  if (visitor.kind !== 'user') return refuse({ code: 'fresh_factor_required' });
  const provedAt = visitor.factorGivenAt ?? (isOperatorRole(visitor.role) ? now : visitor.provedAt);
  return provedAt !== undefined && now - provedAt < FRESH_MS ? accept(null) : refuse({ code: 'fresh_factor_required' });
}
