import type { Refusal } from '#core/refusal.ts';

/** Spec 5: "Name should not contain more than 64 characters", nor less than 8. */
const MIN_NAME_LENGTH = 8;
const MAX_NAME_LENGTH = 64;
const NAME = /^[\p{L}\p{M}]+(?:[ '\u2019-]+[\p{L}\p{M}]+)*['\u2019]?$/u;

/** A name with single spaces and composed letters. */
export const normaliseName = (text: string): string => text.trim().normalize('NFC').replace(/\s+/g, ' ');

export type NameRefusal = 'invalid_format' | 'too_short' | 'too_long';

/** Why a normalised name is refused: it has other characters than letters, spaces, hyphens and apostrophes, or a wrong length. */
export function nameRefusal(name: string): Refusal<NameRefusal> | undefined {
  const length = [...name].length;
  if (!NAME.test(name)) return { code: 'invalid_format', message: 'invalid_full_name' };
  if (length < MIN_NAME_LENGTH) return { code: 'too_short', message: 'name_too_short', params: { min: MIN_NAME_LENGTH } };
  if (length > MAX_NAME_LENGTH) return { code: 'too_long', message: 'name_too_long', params: { max: MAX_NAME_LENGTH } };
  return undefined;
}
