import * as z from 'zod/mini';

/** Minor units as `numeric` and JSON of ours give them: digits. */
export const minor = z.pipe(
  z.string().check(z.regex(/^[0-9]{1,60}$/, 'amount')),
  z.transform((text: string) => BigInt(text)),
);
/** The largest number of an `integer` column. */
const MAX_INTEGER = 2_147_483_647;
/** The version of a row that a change was made of. A larger number than its column holds is no version. */
export const rowVersion = z.int().check(z.nonnegative(), z.maximum(MAX_INTEGER));
export const wholeNumber = z.int('whole_number').check(z.nonnegative('whole_number'));
export const localised = z.object({ ru: z.string(), en: z.string() });

/** Text of a catalogue: neither empty nor endless, and without signs that nobody sees (quality R53). */
export const said = (most: number) =>
  z
    .string()
    .check(
      z.minLength(1, 'required'),
      z.maxLength(most, 'too_long'),
      z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'invisible'),
      z.regex(/\S/, 'required'),
    );
