import * as z from 'zod/mini';

/** Minor units as `numeric` and JSON of ours give them: digits. */
export const minor = z.pipe(
  z.string().check(z.regex(/^[0-9]{1,60}$/, 'amount')),
  z.transform((text: string) => BigInt(text)),
);
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
