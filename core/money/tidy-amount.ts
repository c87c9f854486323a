import { asciiDigits } from '#core/ascii-digits.ts';

const SIGN = '[₽$€£₸₴¥₿]';
/** Words that make a number larger are no currency beside it: "50 тыс" is not 50, and is left as it is, to be refused. */
const THOUSANDS = '(?:к|т|м|ты[сщ](?:яч[аи]?)?|мл[н]|мл[р]д|ля[м]|mln|mio|mil|thou|bn)\\.?$';
/** A currency as people write it beside a number: a sign, a code of two to five letters with its network, or the rouble's short forms. */
const CURRENCY = `(?:${SIGN}|(?!${THOUSANDS})(?:\\p{L}{2,5}\\.?(?:[ (-]*[A-Za-z]{3}-?20\\)?)?|\\p{Script=Cyrillic}\\.?))`;
const BEFORE = new RegExp(`^(?:${SIGN}|\\p{L}{2,5}\\.?\\s)\\s*(?=[0-9])`, 'u');
const AFTER = new RegExp(`(?<=[0-9][.,]?)\\s*${CURRENCY}$`, 'iu');
/** Group marks that are no decimal separator anywhere. */
const APOSTROPHES = /(?<=\d)['’](?=\d{3})/g;
const GROUPED_THEN_DECIMAL = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?!\1)[.,]\d*$/;
/** The decimal and thousands separators of Arabic and Persian keyboards. */
const ARABIC_DECIMAL = /(?<=\d)\u066B(?=\d)/g;
const ARABIC_GROUPS = /(?<=\d)\u066C(?=\d{3})/g;
const ONLY_GROUPS = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})+$/;

/**
 * An amount as people copy it ("1 234,56 ₽", "500 USDT", "$1,234.50", "1.234.567") as they would have typed it: the currency
 * beside it and unambiguous group marks are taken off, Arabic and Persian digits become ASCII ones. What remains is for `parseAmount`, the one door to money; a text that
 * is no such thing comes back as it was, so that it can be refused. One comma or dot alone is never guessed about.
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
