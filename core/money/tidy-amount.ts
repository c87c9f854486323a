import { asciiDigits } from '#core/text/ascii-digits.ts';

const SIGN = '[₽$€£₸₴¥₿]';
/** Multipliers are not currencies. "50 тыс" is not 50, so it stays unchanged and is refused. */
const THOUSANDS = '(?:к|т|м|ты[сщ](?:яч[аи]?)?|мл[н]|мл[р]д|ля[м]|mln|mio|mil|thou|bn)\\.?$';
/** A currency beside a number: a sign, a code of two to five letters with its network, or short forms of the rouble. */
const CURRENCY = `(?:${SIGN}|(?!${THOUSANDS})(?:\\p{L}{2,5}\\.?(?:[ (-]*[A-Za-z]{3}-?20\\)?)?|\\p{Script=Cyrillic}\\.?))`;
const BEFORE = new RegExp(`^(?:${SIGN}|\\p{L}{2,5}\\.?\\s)\\s*(?=[0-9])`, 'u');
const AFTER = new RegExp(`(?<=[0-9][.,]?)\\s*${CURRENCY}$`, 'iu');
/** Group marks that are never a decimal separator. */
const APOSTROPHES = /(?<=\d)['’](?=\d{3})/g;
const GROUPED_THEN_DECIMAL = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?!\1)[.,]\d*$/;
/** The decimal and thousands separators of Arabic and Persian keyboards. */
const ARABIC_DECIMAL = /(?<=\d)\u066B(?=\d)/g;
const ARABIC_GROUPS = /(?<=\d)\u066C(?=\d{3})/g;
const ONLY_GROUPS = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})+$/;

/**
 * Removes currency and unambiguous group marks of a copied amount ("1 234,56 ₽", "$1,234.50") and converts Arabic and Persian digits. Other
 * text stays unchanged.
 */
export function tidyAmount(text: string): string {
  const western = asciiDigits(text).replace(ARABIC_GROUPS, '').replace(ARABIC_DECIMAL, '.');
  const bare = western.trim().replace(BEFORE, '').replace(AFTER, '').replace(APOSTROPHES, '');
  if (!/\d/.test(bare)) return text;
  if (ONLY_GROUPS.test(bare)) return bare.replace(/[.,]/g, '');
  if (GROUPED_THEN_DECIMAL.test(bare)) {
    const at = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
    return bare.slice(0, at).replace(/[.,]/g, '') + bare.slice(at);
  }
  return bare === text.trim() ? text : bare;
}
