const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.@";
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбю"';

const pairs = (from: string, to: string): [string, string][] => [...from].map((key, at) => [key, to[at] ?? key]);
const TO_RUSSIAN = new Map(pairs(LATIN, RUSSIAN));
const TO_LATIN = new Map(pairs(RUSSIAN, LATIN));

/** The text as the other keyboard layout would give it, in lower case: `зуекщм` is `petrov`. Letters of both layouts: unchanged. */
export function inOtherLayout(text: string): string {
  const lower = text.toLowerCase();
  const isRussian = /[а-яё]/.test(lower);
  if (isRussian === /[a-z]/.test(lower)) return lower;
  const keys = isRussian ? TO_LATIN : TO_RUSSIAN;
  return [...lower].map((letter) => keys.get(letter) ?? letter).join('');
}
