import * as z from 'zod/mini';

/** Minor units as digits, as `numeric` columns and our JSON contain them. */
export const minor = z.pipe(
  z.string().check(z.regex(/^[0-9]{1,60}$/, 'amount')),
  z.transform((text: string) => BigInt(text)),
);
/** Maximum of an `integer` column. */
const MAX_INTEGER = 2_147_483_647;
/** Version of the row that a change is based on; at most the maximum of its column. */
export const rowVersion = z.int().check(z.nonnegative(), z.maximum(MAX_INTEGER));
export const wholeNumber = z.int('whole_number').check(z.nonnegative('whole_number'));
export const localised = z.object({ ru: z.string(), en: z.string() });

/** Text of a catalogue record: not empty, of limited length, without invisible characters (quality R53). */
export const catalogueText = (most: number) =>
  z
    .string()
    .check(
      z.minLength(1, 'required'),
      z.maxLength(most, 'too_long'),
      z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'invisible'),
      z.regex(/\S/, 'required'),
    );
