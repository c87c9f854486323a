/** Each key as Latin and Cyrillic layout: a word typed on one layout is also searched as if typed on the other. */
const KEYS = "`ёqйwцeуrкtеyнuгiшoщpз[х]ъaфsыdвfаgпhрjоkлlд;ж'эzяxчcсvмbиnтmь,б.ю";
const OTHER_LAYOUT: ReadonlyMap<string, string> = new Map(
  (KEYS.match(/../gu) ?? []).flatMap(([latin = '', cyrillic = '']) => [[latin, cyrillic] as const, [cyrillic, latin] as const]),
);
/** From this length a word also matches inside another one; shorter ones would match everywhere. */
const MIN_INNER_LENGTH = 3;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();
const wordsOf = (text: string): string[] =>
  text
    .replaceAll('ё', 'е')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** The words that the same keys give on the other layout; none where they give no word. */
const onOtherLayout = (token: string): string[][] => {
  const converted = [...token].map((key) => OTHER_LAYOUT.get(key) ?? key).join('');
  return converted === token || !/^[\p{L}\p{N}]+$/u.test(converted) ? [] : [wordsOf(converted)];
};

const matchesAnyWord = (words: readonly string[], searched: string): boolean =>
  words.some(
    (word) =>
      word.startsWith(searched) || isNumberAfter(word, searched) || (searched.length >= MIN_INNER_LENGTH && word.includes(searched)),
  );

/** "trc-20" and "trc 20" match "trc20": a number may match the end of a word. */
const isNumberAfter = (word: string, searched: string): boolean => /^\d{2}$/.test(searched) && word.endsWith(searched);

/**
 * Whether each word of `query` begins a word of `texts`, or from three letters is inside one. Ignores case, ё/е and a wrong keyboard layout
 * ("иес" is "btc"). Empty matches.
 */
export function matchesQuery(texts: readonly string[], query: string): boolean {
  const searchable = texts.flatMap((text) => wordsOf(fold(text)));
  const tokens = fold(query)
    .split(/\s+/u)
    .filter((token) => token !== '');
  return tokens.every((token) =>
    [wordsOf(token), ...onOtherLayout(token)].some((words) => words.length > 0 && words.every((word) => matchesAnyWord(searchable, word))),
  );
}
