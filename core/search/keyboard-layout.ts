const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбю';

const pairs = (from: string, to: string): [string, string][] => [...from].map((key, at) => [key, to[at] ?? key]);
const TO_RUSSIAN = new Map(pairs(LATIN, RUSSIAN));
const TO_LATIN = new Map(pairs(RUSSIAN, LATIN));

/** The text as the other keyboard layout would have typed it, in lower case: `зуекщм` is `petrov`. Letters of both layouts: unchanged. */
export function inOtherLayout(text: string): string {
  const typed = text.toLowerCase();
  const isRussian = /[а-яё]/.test(typed);
  if (isRussian === /[a-z]/.test(typed)) return typed;
  const keys = isRussian ? TO_LATIN : TO_RUSSIAN;
  return [...typed].map((letter) => keys.get(letter) ?? letter).join('');
}
