import * as z from 'zod/mini';

/** Id of a record, in a path or a body. */
export const recordId = z.string().check(z.minLength(1), z.maxLength(64));
/** Path parameters of an endpoint about one record. */
export const idParams = z.object({ id: recordId });
/** An operator's note. The use case decides whether it may be empty. */
export const operatorNote = z.string().check(z.maxLength(2000));

/** Minor units as digits, as `numeric` columns and our JSON contain them. */
export const minor = z.pipe(
  z.string().check(z.regex(/^[0-9]{1,60}$/, 'amount')),
  z.transform((text: string) => BigInt(text)),
);
/** Maximum of an `integer` column. */
const MAX_INTEGER = 2_147_483_647;
/** Version of the row that a change is based on. At most the maximum of its column. */
export const rowVersion = z.int().check(z.nonnegative(), z.maximum(MAX_INTEGER));
export const wholeNumber = z.int('whole_number').check(z.nonnegative('whole_number'));
export const localised = z.object({ ru: z.string(), en: z.string() });

/** Text of a catalogue record: not empty, of limited length, without invisible characters (quality R53). */
export const catalogueText = (maxLength: number) =>
  z
    .string()
    .check(
      z.minLength(1, 'required'),
      z.maxLength(maxLength, 'too_long'),
      z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'invisible'),
      z.regex(/\S/, 'required'),
    );
