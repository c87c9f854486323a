import type { Fraction } from '#core/money/fraction.ts';
import type { Instant } from '#core/time.ts';
import { isWithin } from './median.ts';
import type { SymbolRule } from './symbol-rules.ts';

/** State of a symbol between two combinations. */
export interface PriceState {
  /** The last accepted price. */
  readonly last: { readonly usd: Fraction; readonly at: Instant } | null;
  /** The level that the price jumped to, and since when. It is not accepted yet. */
  readonly level: { readonly usd: Fraction; readonly since: Instant } | null;
}

/** An owner's confirmation of a new level. */
export interface Confirmation {
  readonly usd: Fraction;
  readonly at: Instant;
}

const NO_STATE: PriceState = { last: null, level: null };

/**
 * The jump breaker (domain 2). A price after a jump is published when sources have stayed near it for the window, or an owner confirms it.
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
  // A new level is not confirmed while the sources give no price
  if (!observed) return { usd: undefined, memory: { last, level: null } };
  const accepted = { usd: observed, memory: { last: { usd: observed, at: now }, level: null } };
  if (!last || isWithin(observed, last.usd, rule.jumpPpm)) return accepted;
  const isConfirmed = confirmed && now - confirmed.at <= rule.jumpWindowMs && isWithin(observed, confirmed.usd, rule.bandPpm);
  if (isConfirmed === true) return accepted;
  const pendingLevel = level && isWithin(observed, level.usd, rule.bandPpm) ? level : { usd: observed, since: now };
  if (now - pendingLevel.since >= rule.jumpWindowMs) return accepted;
  return { usd: undefined, memory: { last, level: pendingLevel } };
}
