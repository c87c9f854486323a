import * as z from 'zod/mini';
import { exampleOf, type Schema } from '#contract/example-of.ts';

/** An answer that a call of ours understands, with these members as they are given. */
export const answerOf = (type: string, id: string, schema: z.core.$ZodType, given: Readonly<Record<string, unknown>>) => ({
  data: {
    type,
    id,
    attributes: { ...(exampleOf(z.toJSONSchema(schema) as Schema, { for: 'answer', components: {} }, '') as object), ...given },
  },
});
