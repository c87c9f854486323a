import { bareAmount, bareText, GRAM, gramsOf, type Term, wordsOf } from './term.ts';

/** In what a typed text was found; what is told beside a row. */
export const FOUND_IN = ['number', 'reference', 'hash', 'requisites', 'amount', 'email', 'name'] as const;
export type FoundIn = (typeof FOUND_IN)[number];

/** One way to read what was typed: a row is found that has all of its terms. */
export interface Reading {
  readonly found: FoundIn;
  readonly terms: readonly Term[];
}

/** What an operator typed into the one search box, in every way it can be meant. */
export interface SearchQuery {
  /** As typed, without spaces around and in small letters. */
  readonly text: string;
  /** Letters and digits alone; null where too short to be looked for. */
  readonly bare: string | null;
  readonly readings: readonly Reading[];
}

/** Shorter texts are in everything. */
const LEAST = 3;
const MOST = 254;
const SPACES = /[\s\u00A0\u2007\u2009\u202F]+/g;
const CURRENCY = /^[\p{Sc}]+|[\p{Sc}]+$|\s*[a-zа-яё]{1,5}\.?$/giu;
const LENGTHS = [8, 6, 4] as const;

/** The amounts that a text can mean: `4 800`, `4800,00`, `4,800.50`, `100 USDT`. A single comma before three digits means either. */
export function amountsIn(text: string): string[] {
  const bare = text.trim().replace(CURRENCY, '').replace(SPACES, '').replaceAll("'", '');
  if (!/^\d[\d.,]*$/.test(bare) || bare.length > 40) return [];
  const readings = [bare.replace(',', '.'), bare.replaceAll(',', ''), bare.replaceAll('.', '').replace(',', '.')];
  return [...new Set(readings.filter((one) => /^\d+(?:\.\d*)?$/.test(one)).map(bareAmount))];
}

/** `8 916 …` and `+7 916 …` are the same telephone. */
const numbersIn = (bare: string): string[] => (/^8\d{10}$/.test(bare) ? [bare, `7${bare.slice(1)}`] : [bare]);

/** How much of a fragment is looked for: what is kept has 4, 6 or 8 characters, and of digits no fewer are taken than were typed. */
const keptLength = (bare: string): number | undefined =>
  LENGTHS.find((length) => length === bare.length || (length < bare.length && (bare.length > 8 || !/^\d+$/.test(bare))));

function requisiteReadings(bare: string): Reading[] {
  const found = 'requisites';
  const whole = numbersIn(bare).map((text): Reading => ({ found, terms: [{ kind: 'requisite', text }] }));
  const length = keptLength(bare);
  if (length === undefined) return whole;
  return [
    ...whole,
    { found, terms: [{ kind: 'tail', text: bare.slice(-length) }] },
    { found, terms: [{ kind: 'head', text: bare.slice(0, length) }] },
  ];
}

/** Beginnings of words are kept in some lengths; between them the word may be whole. */
const wordLength = (word: string): number => (word.length <= 8 ? word.length : 8);

function nameReading(text: string): Reading[] {
  if (/[\d@]/.test(text)) return [];
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const terms = words.map((word): Term => ({ kind: 'word', text: word.slice(0, wordLength(word)) }));
  return [{ found: 'name', terms }];
}

/** Reads what was typed in every way it can be meant; no readings where it is too short. */
export function readQuery(typed: string): SearchQuery {
  const text = typed
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MOST)
    .toLowerCase();
  const bare = bareText(text);
  const readings: Reading[] = [];
  const amounts = amountsIn(text);
  for (const amount of amounts) readings.push({ found: 'amount', terms: [{ kind: 'amount', text: amount }] });
  if (bare.length >= LEAST && !text.includes('@')) {
    readings.push({ found: 'reference', terms: [{ kind: 'reference', text: bare }] });
    readings.push(...requisiteReadings(bare));
  }
  if (text.length >= GRAM && !/\s/.test(text)) {
    readings.push({ found: 'email', terms: gramsOf(text).map((gram): Term => ({ kind: 'mail', text: gram })) });
  }
  readings.push(...nameReading(text));
  return { text, bare: bare.length >= LEAST ? bare : null, readings };
}
