import * as z from 'zod/mini';
import type { RuleChange } from '#core/pricing/symbol-rules.ts';
import { MINUTE_MS, SECOND_MS } from '#core/time.ts';

const count = (least: number, most: number) => z.optional(z.nullable(z.int().check(z.minimum(least), z.maximum(most))));
const DAY_MINUTES = 24 * 60;

/** What of a symbol's rule an owner may change, and how far (`core/pricing/symbol-rules.ts`); absent or null: the default. */
export const StoredRule = z.strictObject({
  minSources: count(1, 20),
  minReferences: count(0, 5),
  bandPpm: count(100, 200_000),
  jumpPpm: count(1_000, 900_000),
  jumpWindowMs: count(10 * SECOND_MS, 60 * MINUTE_MS),
  maxAgeMs: count(3 * SECOND_MS, 14 * DAY_MINUTES * MINUTE_MS),
  sources: z.optional(z.nullable(z.array(z.string().check(z.minLength(1), z.maxLength(40))).check(z.minLength(1), z.maxLength(20)))),
  /** 0: a coin like any other, whatever its default. */
  pegPpm: count(0, 100_000),
});
type StoredRule = z.output<typeof StoredRule>;

/** What is stored -> what differs from the defaults. */
export function ruleChangeOf({ pegPpm, ...rest }: StoredRule): RuleChange {
  const set = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null && value !== undefined)) as RuleChange;
  if (pegPpm == null) return set;
  return { ...set, pegPpm: pegPpm === 0 ? null : pegPpm };
}
