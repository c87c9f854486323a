/** Every key as its two layouts print it, Latin then Cyrillic: what was typed on one is read as if it had been typed on the other. */
const KEYS = "`ёqйwцeуrкtеyнuгiшoщpз[х]ъaфsыdвfаgпhрjоkлlд;ж'эzяxчcсvмbиnтmь,б.ю";
const OTHER_LAYOUT: ReadonlyMap<string, string> = new Map(
  (KEYS.match(/../gu) ?? []).flatMap(([latin = '', cyrillic = '']) => [[latin, cyrillic] as const, [cyrillic, latin] as const]),
);
/** From how many letters on a word may also stand inside another one: shorter ones would be found everywhere. */
const INNER_LETTERS = 3;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();
const wordsOf = (text: string): string[] =>
  text
    .replaceAll('ё', 'е')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** The word as its keys read on the other layout; none where they spell no word. */
const onOtherLayout = (token: string): string[][] => {
  const read = [...token].map((key) => OTHER_LAYOUT.get(key) ?? key).join('');
  return read === token || !/^[\p{L}\p{N}]+$/u.test(read) ? [] : [wordsOf(read)];
};

const isIn = (known: readonly string[], wanted: string): boolean =>
  known.some((word) => word.startsWith(wanted) || isNumberAfter(word, wanted) || (wanted.length >= INNER_LETTERS && word.includes(wanted)));

/** "trc-20" and "trc 20" are the "trc20" of a network: a number may end a word. */
const isNumberAfter = (word: string, wanted: string): boolean => /^\d{2}$/.test(wanted) && word.endsWith(wanted);

/**
 * Whether a payment system is what somebody typed into a search: every word of `query`, in any order, begins a word of `texts`
 * (name, code, currency, network, aliases), or stands inside one from three letters on. Letter case and ё/е do not matter, and
 * a word may have been typed on the wrong keyboard layout ("иес" is "btc"). An empty query finds everything.
 */
export function matchesQuery(texts: readonly string[], query: string): boolean {
  const known = texts.flatMap((text) => wordsOf(fold(text)));
  const tokens = fold(query)
    .split(/\s+/u)
    .filter((token) => token !== '');
  return tokens.every((token) =>
    [wordsOf(token), ...onOtherLayout(token)].some((words) => words.length > 0 && words.every((word) => isIn(known, word))),
  );
}
