import * as z from 'zod/mini';
import { exampleOf, type Schema } from '#contract/example-of.ts';

/** A response document with these attributes, valid for the client. */
export const makeDocument = (type: string, id: string, schema: z.core.$ZodType, attributes: Readonly<Record<string, unknown>>) => ({
  data: {
    type,
    id,
    attributes: { ...(exampleOf(z.toJSONSchema(schema) as Schema, { for: 'answer', components: {} }, '') as object), ...attributes },
  },
});
