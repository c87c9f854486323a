import { FRESH_MS } from '#core/sign-in.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import type { Visitor } from '#server/platform/http/route.ts';

/**
 * That the second factor was given within five minutes, for what matters most: staff, factors, full requisites (R33). Whoever has
 * none, which only a demonstration lets an operator be without, is asked for nothing.
 */
export function requireFresh(visitor: Visitor, now: Instant): Result<null, 'fresh_factor_required'> {
  const givenAt = visitor.kind === 'user' ? visitor.factorGivenAt : undefined;
  return givenAt === undefined || now - givenAt < FRESH_MS ? accept(null) : refuse({ code: 'fresh_factor_required' });
}
