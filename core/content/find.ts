/** A searchable text. */
export interface SearchableText {
  readonly title: string;
  readonly text: string;
}

/** Length from which a word may have one typo, or two. */
const ONE_TYPO_LENGTH = 4;
const TWO_TYPOS_LENGTH = 8;
const MAX_QUERY_WORDS = 8;
/** Words up to this length are mostly function words, which a match may lack. */
const SMALL_WORD_LENGTH = 3;

/** Inflected endings of Russian and English words; the rest is the stem. */
const ENDING =
  /(?:и?[ая]ми|и?[ая]х|[ое]го|[ое]му|[ыи]ми|и?ей|[ое]й|[ыи]й|[ое]в|[ая]я|[ое]е|[ыи]е|[ую]ю|[ое]м|[ая]м|[ыи]|[ая]|[ую]|[ео]|ь|ing|ed|es|s)$/;

/** Words and numbers in the form used for comparison. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 2);

const stemOf = (word: string): string => {
  const stem = word.replace(ENDING, '');
  return stem.length >= 3 ? stem : word;
};

/** Whether `query` differs from a beginning of `word` by at most `maxTypos` letters: wrong, missing, extra or two swapped. */
function isNear(query: string, word: string, maxTypos: number): boolean {
  const prefix = word.slice(0, query.length + maxTypos);
  let previousRow: number[] = [];
  let currentRow = Array.from({ length: prefix.length + 1 }, (_, index) => index);
  for (let i = 1; i <= query.length; i += 1) {
    const nextRow = [i];
    for (let j = 1; j <= prefix.length; j += 1) {
      const isSame = query[i - 1] === prefix[j - 1];
      const cost = Math.min((nextRow[j - 1] ?? 0) + 1, (currentRow[j] ?? 0) + 1, (currentRow[j - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && query[i - 1] === prefix[j - 2] && query[i - 2] === prefix[j - 1];
      nextRow.push(isSwapped ? Math.min(cost, (previousRow[j - 2] ?? 0) + 1) : cost);
    }
    previousRow = currentRow;
    currentRow = nextRow;
  }
  // The end of the word may be missing
  return currentRow.some((typos) => typos <= maxTypos);
}

function scoreOf(query: string, words: ReadonlySet<string>): number {
  if (words.has(query)) return 4;
  const stem = stemOf(query);
  const maxTypos = query.length >= TWO_TYPOS_LENGTH ? 2 : query.length >= ONE_TYPO_LENGTH ? 1 : 0;
  let best = 0;
  for (const word of words) {
    if (word.startsWith(query) || word.startsWith(stem)) return 3;
    if (best === 0 && maxTypos > 0 && word[0] === query[0] && isNear(stem, word, maxTypos)) best = 1;
  }
  return best;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/**
 * Texts that contain every word of the query, matches in the title first. If none does, those with at least half of them. An empty query
 * returns all.
 */
export function findTexts<T extends SearchableText>(texts: readonly T[], query: string): readonly T[] {
  const queryWords = [...new Set(wordsOf(query))];
  const significantWords = queryWords.filter((word) => word.length > SMALL_WORD_LENGTH);
  const searchedWords = (significantWords.length > 0 ? significantWords : queryWords).slice(0, MAX_QUERY_WORDS);
  const smallWords =
    significantWords.length > 0 ? queryWords.filter((word) => word.length <= SMALL_WORD_LENGTH).slice(0, MAX_QUERY_WORDS) : [];
  if (searchedWords.length === 0) return query.trim() === '' ? texts : [];
  const scored = texts.flatMap((text) => {
    const [title, body] = [new Set(wordsOf(text.title)), new Set(wordsOf(text.text))];
    const scores = searchedWords.map((word) => scoreOf(word, title) * 3 || scoreOf(word, body));
    const matchCount = scores.filter((score) => score > 0).length;
    return matchCount * 2 < searchedWords.length || matchCount === 0
      ? []
      : [{ text, matchCount, score: sumOf(scores) + sumOf(smallWords.map((word) => (title.has(word) ? 1 : 0))) }];
  });
  const bestCount = Math.max(0, ...scored.map(({ matchCount }) => matchCount));
  return scored
    .filter(({ matchCount }) => matchCount === bestCount)
    .toSorted((a, b) => b.score - a.score)
    .map(({ text }) => text);
}
