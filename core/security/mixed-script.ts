import { decodePunycode } from './punycode.ts';

const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Hebrew', 'Arabic', 'Georgian', 'Thai', 'Devanagari', 'Hangul'] as const;
/** Scripts that may be mixed in one word (UTS 39, "highly restrictive"). */
const EAST_ASIAN = ['Han', 'Hiragana', 'Katakana', 'Bopomofo'] as const;
const patternOf = (script: string): RegExp => new RegExp(String.raw`^[\p{Script=${script}}\p{M}]$`, 'u');
const PATTERNS = [
  ...SCRIPTS.map((script) => [script, patternOf(script)] as const),
  ...EAST_ASIAN.map((script) => ['Han', patternOf(script)] as const),
];

/** Cyrillic letters that look like Latin ones: a label of these alone is read as Latin. */
const LIKE_LATIN = /^[асԁеһіјӏорԛѕуԝхү\d-]+$/u;
const HAS_CYRILLIC = /\p{Script=Cyrillic}/u;
const SEPARATORS = /[.\u3002\uFF0E\uFF61]/u;
/** Contains invisible characters, or a compatibility form of a letter. */
const isDisguised = (label: string): boolean => /[\p{Cf}\p{Cc}]/u.test(label) || label.normalize('NFKC') !== label.normalize('NFC');

const scriptOf = (letter: string): string => PATTERNS.find(([, pattern]) => pattern.test(letter))?.[0] ?? 'other';

function isMixed(label: string): boolean {
  const scripts = new Set([...label].filter((char) => /\p{L}/u.test(char)).map(scriptOf));
  return scripts.size > 1;
}

/** A label with its punycode decoded; undefined where the encoding is broken. */
const readLabel = (label: string): string | undefined => (/^xn--/i.test(label) ? decodePunycode(label.slice(4).toLowerCase()) : label);

/**
 * Whether a host may imitate another: mixed scripts in a label, a Cyrillic label that reads as Latin, invisible characters. `xn--` labels
 * are decoded first.
 */
export function isMisleadingHost(host: string): boolean {
  const labels = host.toLowerCase().split(SEPARATORS).map(readLabel);
  const top = labels.findLast((label) => label !== '');
  return labels.some((label) => {
    if (label === undefined || isDisguised(label) || isMixed(label)) return true;
    const readsAsLatin = HAS_CYRILLIC.test(label) && LIKE_LATIN.test(label);
    return readsAsLatin && label !== top && top !== undefined && !HAS_CYRILLIC.test(top);
  });
}

/** The host of a web or mail address as typed; undefined: it has none. */
const hostOf = (address: string): string | undefined =>
  /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@\\]*@)?([^/?#:\\]+)/iu.exec(address)?.[1] ?? /^mailto:[^@]*@([^?]+)/iu.exec(address)?.[1];

/** Whether the host of an address may be mistaken for another. */
export function isMisleadingAddress(address: string): boolean {
  const host = hostOf(address);
  return host !== undefined && isMisleadingHost(host);
}
