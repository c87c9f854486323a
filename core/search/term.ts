/**
 * What an order is found by. `mail`: three letters in a row of its e-mail; `customer`, `user`: who he is, whatever alias he writes from;
 * `requisite`: a whole requisite; `head`, `tail`: its first or last characters; `word`: a word of a name, or how it begins. The number is
 * kept in the index and never changes its meaning.
 */
export const TERM_KINDS = {
  mail: 1,
  amount: 2,
  customer: 3,
  user: 4,
  requisite: 5,
  head: 6,
  tail: 7,
  word: 8,
  reference: 9,
} as const;
export type TermKind = keyof typeof TERM_KINDS;

/** One thing that an order is found by. */
export interface Term {
  readonly kind: TermKind;
  readonly text: string;
}

/** Letters in a row that an e-mail is cut into. */
export const GRAM = 3;

/** A text in pieces of three letters, each once. */
export const gramsOf = (text: string): string[] => [
  ...new Set(Array.from({ length: Math.max(0, text.length - GRAM + 1) }, (_, at) => text.slice(at, at + GRAM))),
];

/** Letters and digits alone, small: as numbers and addresses are compared. */
export const bareText = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Words of a name as they are compared. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= 2);

/** A decimal amount without group marks and needless zeros. */
export const bareAmount = (text: string): string =>
  text
    .replace(/^0+(?=\d)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
