import type { Fraction } from '#core/money/fraction.ts';
import type { Instant } from '#core/time.ts';
import { isWithin } from './median.ts';
import type { SymbolRule } from './symbol-rules.ts';

/** State of a symbol between two combinations. */
export interface PriceState {
  /** The last accepted price. */
  readonly last: { readonly usd: Fraction; readonly at: Instant } | null;
  /** The level it jumped to, and since when; not accepted yet. */
  readonly level: { readonly usd: Fraction; readonly since: Instant } | null;
}

/** An owner's confirmation of a new level. */
export interface Confirmation {
  readonly usd: Fraction;
  readonly at: Instant;
}

const NO_STATE: PriceState = { last: null, level: null };

/**
 * The jump breaker (domain 2): a price after a jump is published once enough sources stay near it for the window, or an owner confirms it.
 * `observed`: current consensus.
 */
export function applyJumpGuard(
  observed: Fraction | undefined,
  input: {
    readonly memory: PriceState | undefined;
    readonly confirmed: Confirmation | undefined;
    readonly rule: SymbolRule;
    readonly now: Instant;
  },
): { readonly usd: Fraction | undefined; readonly memory: PriceState } {
  const { rule, now, confirmed } = input;
  const { last, level } = input.memory ?? NO_STATE;
  // Silence of the sources confirms nothing
  if (!observed) return { usd: undefined, memory: { last, level: null } };
  const accepted = { usd: observed, memory: { last: { usd: observed, at: now }, level: null } };
  if (!last || isWithin(observed, last.usd, rule.jumpPpm)) return accepted;
  const isConfirmed = confirmed && now - confirmed.at <= rule.jumpWindowMs && isWithin(observed, confirmed.usd, rule.bandPpm);
  if (isConfirmed === true) return accepted;
  const pendingLevel = level && isWithin(observed, level.usd, rule.bandPpm) ? level : { usd: observed, since: now };
  if (now - pendingLevel.since >= rule.jumpWindowMs) return accepted;
  return { usd: undefined, memory: { last, level: pendingLevel } };
}
