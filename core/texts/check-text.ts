/** Problems of a text written by staff. */
export type TextProblem =
  | 'empty'
  | 'too_long'
  | 'unknown_variable'
  | 'missing_variable'
  | 'wrong_braces'
  | 'foreign_link'
  | 'line_break'
  | 'control';

export interface TextRules {
  /** The text that came with the release: the same variables are required, and no others are allowed. */
  readonly original: string;
  /** Address of the shop, the only one a text may contain, with or without its scheme. */
  readonly origin: string;
}

const VARIABLE = /\{\{(\w+)\}\}/g;
/** Known in every text and required in none. */
const ALWAYS_KNOWN = 'brand';
const MIN_LIMIT = 300;
const MAX_LIMIT = 2_000;
/** Addresses that mail programs or chats turn into links. */
const ADDRESS = /(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}(?::\d+)?/giu;
const HANDLE = /(?:^|[^\p{L}\p{N}])@[a-z0-9_]{4,}/iu;
const SCHEME = /\b[a-z][a-z0-9+.-]+:(?=\S)/i;
const CONTROL = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

/** Names between double braces, each once, in order. */
export const variablesOf = (text: string): string[] => [...new Set([...text.matchAll(VARIABLE)].map(([, name]) => name ?? ''))];

/** The maximum length of a text, by its original. */
export const maxTextLength = (original: string): number => Math.min(MAX_LIMIT, Math.max(MIN_LIMIT, original.length * 3));

function linkProblem(text: string, origin: string): TextProblem | undefined {
  const plain = text.replaceAll(VARIABLE, ' ');
  const addresses = plain.match(ADDRESS) ?? [];
  const allowedAddresses = new Set([origin, origin.split('//')[1] ?? origin].map((address) => address.toLowerCase()));
  const isForeign = addresses.some((address) => !allowedAddresses.has(address.toLowerCase()));
  const withoutAddresses = addresses.reduce((rest, address) => rest.replace(address, ' '), plain);
  return isForeign || HANDLE.test(plain) || SCHEME.test(withoutAddresses) ? 'foreign_link' : undefined;
}

/**
 * Validates a replacement text of staff: plain text, exactly the original's variables, links only to the shop, no other syntax of the
 * translation library. Undefined: valid.
 */
export function textProblem(text: string, { original, origin }: TextRules): TextProblem | undefined {
  if (text.trim() === '') return 'empty';
  if (text.length > maxTextLength(original)) return 'too_long';
  if (text.includes('\n') && !original.includes('\n')) return 'line_break';
  if (CONTROL.test(text.replaceAll('\n', ''))) return 'control';
  const outsideVariables = text.replaceAll(VARIABLE, '');
  if (outsideVariables.includes('{{') || outsideVariables.includes('}}') || outsideVariables.includes('$t(')) return 'wrong_braces';
  const [used, allowed] = [variablesOf(text), variablesOf(original)];
  if (used.some((name) => name !== ALWAYS_KNOWN && !allowed.includes(name))) return 'unknown_variable';
  if (allowed.some((name) => name !== ALWAYS_KNOWN && !used.includes(name))) return 'missing_variable';
  return linkProblem(text, origin);
}
