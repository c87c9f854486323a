/**
 * Search terms of orders; numbers are stored and must not change. `customer`, `user`: by any alias; `requisite`: whole; `head`, `tail`: its
 * ends; `mail`: three letters; `word`: of a name.
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

/** One search term. */
export interface Term {
  readonly kind: TermKind;
  readonly text: string;
}

/** Length of the pieces of an e-mail. */
export const GRAM = 3;

/** All pieces of three letters of a text, each once. */
export const gramsOf = (text: string): string[] => [
  ...new Set(Array.from({ length: Math.max(0, text.length - GRAM + 1) }, (_, at) => text.slice(at, at + GRAM))),
];

/** Letters and digits only, in lower case: the form in which numbers and addresses are compared. */
export const bareText = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Words of a name in the form used for comparison. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= 2);

/** A decimal amount without group marks and superfluous zeros. */
export const bareAmount = (text: string): string =>
  text
    .replace(/^0+(?=\d)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
