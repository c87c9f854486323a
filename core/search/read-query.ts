import { bareAmount, bareText, GRAM, gramsOf, type Term, wordsOf } from './term.ts';

/** Where a search text matched; shown beside each result. */
export const FOUND_IN = ['number', 'reference', 'hash', 'requisites', 'amount', 'email', 'name'] as const;
export type FoundIn = (typeof FOUND_IN)[number];

/** One interpretation of a search text: a matching row has all of its terms. */
export interface Reading {
  readonly foundIn: FoundIn;
  readonly terms: readonly Term[];
}

/** The text of the search box with all its interpretations. */
export interface SearchQuery {
  /** Trimmed and in lower case. */
  readonly text: string;
  /** Letters and digits only; null where too short to search. */
  readonly bare: string | null;
  readonly readings: readonly Reading[];
}

/** Shorter texts match everything. */
const MIN_LENGTH = 3;
const MAX_LENGTH = 254;
const SPACES = /[\s\u00A0\u2007\u2009\u202F]+/g;
const CURRENCY = /^[\p{Sc}]+|[\p{Sc}]+$|\s*[a-zа-яё]{1,5}\.?$/giu;
const INDEXED_LENGTHS = [8, 6, 4] as const;

/** The amounts that a text may mean: `4 800`, `4800,00`, `4,800.50`, `100 USDT`. A single comma before three digits is read both ways. */
export function amountsIn(text: string): string[] {
  const bare = text.trim().replace(CURRENCY, '').replace(SPACES, '').replaceAll("'", '');
  if (!/^\d[\d.,]*$/.test(bare) || bare.length > 40) return [];
  const readings = [bare.replace(',', '.'), bare.replaceAll(',', ''), bare.replaceAll('.', '').replace(',', '.')];
  return [...new Set(readings.filter((candidate) => /^\d+(?:\.\d*)?$/.test(candidate)).map(bareAmount))];
}

/** `8 916 …` and `+7 916 …` are the same telephone. */
const numbersIn = (bare: string): string[] => (/^8\d{10}$/.test(bare) ? [bare, `7${bare.slice(1)}`] : [bare]);

/** The indexed length to search a fragment by: 4, 6 or 8 characters; digits are never shortened below what was typed. */
const indexedLength = (bare: string): number | undefined =>
  INDEXED_LENGTHS.find((length) => length === bare.length || (length < bare.length && (bare.length > 8 || !/^\d+$/.test(bare))));

function requisiteReadings(bare: string): Reading[] {
  const foundIn = 'requisites';
  const wholeReadings = numbersIn(bare).map((text): Reading => ({ foundIn, terms: [{ kind: 'requisite', text }] }));
  const length = indexedLength(bare);
  if (length === undefined) return wholeReadings;
  return [
    ...wholeReadings,
    { foundIn, terms: [{ kind: 'tail', text: bare.slice(-length) }] },
    { foundIn, terms: [{ kind: 'head', text: bare.slice(0, length) }] },
  ];
}

/** Both ends of requisites, as masks show them: `TQrY…4STm`, `2202 06•• •••• 5678`. */
function maskedReading(text: string): Reading[] {
  const ends = /^(?<head>[\p{L}\p{N} ]+)(?:…|\.{2,}|[•*][•* ]*)(?<tail>[\p{L}\p{N} ]+)$/u.exec(text)?.groups;
  if (ends === undefined) return [];
  const [head, tail] = [bareText(ends['head'] ?? ''), bareText(ends['tail'] ?? '')];
  const [headLength, tailLength] = [indexedLength(head), indexedLength(tail)];
  if (headLength === undefined || tailLength === undefined) return [];
  const terms: Term[] = [
    { kind: 'head', text: head.slice(0, headLength) },
    { kind: 'tail', text: tail.slice(-tailLength) },
  ];
  return [{ foundIn: 'requisites', terms }];
}

/** Words are indexed whole and by prefixes up to 8 characters. */
const wordLength = (word: string): number => (word.length <= 8 ? word.length : 8);

function nameReading(text: string): Reading[] {
  if (/[\d@]/.test(text)) return [];
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const terms = words.map((word): Term => ({ kind: 'word', text: word.slice(0, wordLength(word)) }));
  return [{ foundIn: 'name', terms }];
}

/** Every interpretation of a search text; none where it is too short. */
export function readQuery(input: string): SearchQuery {
  const text = input
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
    .toLowerCase();
  const bare = bareText(text);
  const readings: Reading[] = [];
  const amounts = amountsIn(text);
  for (const amount of amounts) readings.push({ foundIn: 'amount', terms: [{ kind: 'amount', text: amount }] });
  if (bare.length >= MIN_LENGTH && !text.includes('@')) {
    readings.push({ foundIn: 'reference', terms: [{ kind: 'reference', text: bare }] });
    readings.push(...requisiteReadings(bare), ...maskedReading(text));
  }
  if (text.length >= GRAM && !/\s/.test(text)) {
    readings.push({ foundIn: 'email', terms: gramsOf(text).map((gram): Term => ({ kind: 'mail', text: gram })) });
  }
  readings.push(...nameReading(text));
  return { text, bare: bare.length >= MIN_LENGTH ? bare : null, readings };
}
