import * as z from 'zod/mini';
import type { RuleChange } from '#core/pricing/symbol-rules.ts';
import { MINUTE_MS, SECOND_MS } from '#core/time.ts';

const optionalInteger = (min: number, max: number) => z.optional(z.nullable(z.int().check(z.minimum(min), z.maximum(max))));
const DAY_MINUTES = 24 * 60;

/** Members of a symbol's rule that an owner may change, with their limits (`core/pricing/symbol-rules.ts`); absent or null: the default. */
export const StoredRule = z.strictObject({
  minSources: optionalInteger(1, 20),
  minReferences: optionalInteger(0, 5),
  bandPpm: optionalInteger(100, 200_000),
  jumpPpm: optionalInteger(1_000, 900_000),
  jumpWindowMs: optionalInteger(10 * SECOND_MS, 60 * MINUTE_MS),
  maxAgeMs: optionalInteger(3 * SECOND_MS, 14 * DAY_MINUTES * MINUTE_MS),
  sources: z.optional(z.nullable(z.array(z.string().check(z.minLength(1), z.maxLength(40))).check(z.minLength(1), z.maxLength(20)))),
  /** 0: no peg, whatever the default. */
  pegPpm: optionalInteger(0, 100_000),
});
type StoredRule = z.output<typeof StoredRule>;

/** Stored rule -> the members that differ from the defaults. */
export function ruleChangeOf({ pegPpm, ...rest }: StoredRule): RuleChange {
  const changed = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null && value !== undefined)) as RuleChange;
  if (pegPpm == null) return changed;
  return { ...changed, pegPpm: pegPpm === 0 ? null : pegPpm };
}
