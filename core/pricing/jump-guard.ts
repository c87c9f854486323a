import type { Fraction } from '#core/money/fraction.ts';
import type { Instant } from '#core/time.ts';
import { isWithin } from './median.ts';
import type { SymbolRule } from './symbol-rules.ts';

/** What is remembered of a symbol from one combination to the next. */
export interface PriceMemory {
  /** What its sources were last believed to say. */
  readonly last: { readonly usd: Fraction; readonly at: Instant } | null;
  /** The level it jumped to, and since when it has been there: not believed yet. */
  readonly level: { readonly usd: Fraction; readonly since: Instant } | null;
}

/** An owner's word that a new level is right. */
export interface Confirmation {
  readonly usd: Fraction;
  readonly at: Instant;
}

const NOTHING: PriceMemory = { last: null, level: null };

/**
 * The jump breaker (domain 2): a price that moved too far from the last one is none, until enough sources have confirmed the new
 * level for the whole window without leaving its band, or an owner has. `told` is what enough sources say now.
 */
export function afterJumpGuard(
  told: Fraction | undefined,
  input: {
    readonly memory: PriceMemory | undefined;
    readonly confirmed: Confirmation | undefined;
    readonly rule: SymbolRule;
    readonly now: Instant;
  },
): { readonly usd: Fraction | undefined; readonly memory: PriceMemory } {
  const { rule, now, confirmed } = input;
  const { last, level } = input.memory ?? NOTHING;
  // Who falls silent confirms nothing
  if (!told) return { usd: undefined, memory: { last, level: null } };
  const believed = { usd: told, memory: { last: { usd: told, at: now }, level: null } };
  if (!last || isWithin(told, last.usd, rule.jumpPpm)) return believed;
  const isConfirmed = confirmed && now - confirmed.at <= rule.jumpWindowMs && isWithin(told, confirmed.usd, rule.bandPpm);
  if (isConfirmed === true) return believed;
  const stays = level && isWithin(told, level.usd, rule.bandPpm) ? level : { usd: told, since: now };
  if (now - stays.since >= rule.jumpWindowMs) return believed;
  return { usd: undefined, memory: { last, level: stays } };
}
