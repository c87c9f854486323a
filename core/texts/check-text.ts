/** What is wrong with words that somebody of the office has written. */
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
  /** As the program came with it: what it names has to be said, and nothing else can be. */
  readonly delivered: string;
  /** Address of the shop, the only one that words may name, with or without what stands before its name. */
  readonly origin: string;
}

const VARIABLE = /\{\{(\w+)\}\}/g;
/** Known in every text and needed in none. */
const ALWAYS = 'brand';
const SHORTEST_LIMIT = 300;
const LONGEST_LIMIT = 2_000;
/** Whatever a mail program or a chat makes a link or a name of. */
const ADDRESS = /(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}(?::\d+)?/giu;
const HANDLE = /(?:^|[^\p{L}\p{N}])@[a-z0-9_]{4,}/iu;
const SCHEME = /\b[a-z][a-z0-9+.-]+:(?=\S)/i;
const CONTROL = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

/** Names between double braces, each once, in their order. */
export const variablesOf = (text: string): string[] => [...new Set([...text.matchAll(VARIABLE)].map(([, name]) => name ?? ''))];

/** The longest that a text may become. */
export const limitOf = (delivered: string): number => Math.min(LONGEST_LIMIT, Math.max(SHORTEST_LIMIT, delivered.length * 3));

function linkProblem(text: string, origin: string): TextProblem | undefined {
  const plain = text.replaceAll(VARIABLE, ' ');
  const addresses = plain.match(ADDRESS) ?? [];
  const own = new Set([origin, origin.split('//')[1] ?? origin].map((address) => address.toLowerCase()));
  const isForeign = addresses.some((address) => !own.has(address.toLowerCase()));
  const left = addresses.reduce((rest, address) => rest.replace(address, ' '), plain);
  return isForeign || HANDLE.test(plain) || SCHEME.test(left) ? 'foreign_link' : undefined;
}

/**
 * Words of the office for the place of delivered ones: plain text that says every variable that was said, no other, and leads nowhere
 * but to the shop. What the machine of translations would read as more than a variable (nesting, formats) is refused. Undefined: good.
 */
export function textProblem(text: string, { delivered, origin }: TextRules): TextProblem | undefined {
  if (text.trim() === '') return 'empty';
  if (text.length > limitOf(delivered)) return 'too_long';
  if (text.includes('\n') && !delivered.includes('\n')) return 'line_break';
  if (CONTROL.test(text.replaceAll('\n', ''))) return 'control';
  const left = text.replaceAll(VARIABLE, '');
  if (left.includes('{{') || left.includes('}}') || left.includes('$t(')) return 'wrong_braces';
  const [said, known] = [variablesOf(text), variablesOf(delivered)];
  if (said.some((name) => name !== ALWAYS && !known.includes(name))) return 'unknown_variable';
  if (known.some((name) => name !== ALWAYS && !said.includes(name))) return 'missing_variable';
  return linkProblem(text, origin);
}
