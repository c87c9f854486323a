import * as z from 'zod/mini';
import { MINUTE_MS, SECOND_MS } from '#core/time.ts';

const count = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));

/** What of a symbol's rule an owner may change, and how far (`core/pricing/symbol-rules.ts`). */
export const StoredRule = z.strictObject({
  minSources: z.optional(count(1, 20)),
  minReferences: z.optional(count(0, 5)),
  bandPpm: z.optional(count(100, 200_000)),
  jumpPpm: z.optional(count(1_000, 900_000)),
  jumpWindowMs: z.optional(count(10 * SECOND_MS, 60 * MINUTE_MS)),
  maxAgeMs: z.optional(z.nullable(count(3 * SECOND_MS, 14 * 24 * 60 * MINUTE_MS))),
  sources: z.optional(z.nullable(z.array(z.string().check(z.maxLength(40))).check(z.minLength(1), z.maxLength(20)))),
  pegPpm: z.optional(z.nullable(count(100, 100_000))),
});
