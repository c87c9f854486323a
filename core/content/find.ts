/** A text that can be found, with the words of its title and of the rest. */
export interface Findable {
  readonly title: string;
  readonly text: string;
}

/** So many letters a word must have before one of them may be wrong, or two. */
const ONE_SLIP = 4;
const TWO_SLIPS = 8;
const MOST_WORDS = 8;
/** Words up to this length mostly make a question and tell little of what it is about: a text may lack them. */
const SMALL = 3;

/** Endings that Russian and English words change: what is left tells the word. */
const ENDING =
  /(?:и?[ая]ми|и?[ая]х|[ое]го|[ое]му|[ыи]ми|и?ей|[ое]й|[ыи]й|[ое]в|[ая]я|[ое]е|[ыи]е|[ую]ю|[ое]м|[ая]м|[ыи]|[ая]|[ую]|[ео]|ь|ing|ed|es|s)$/;

/** Words and numbers as they are compared. */
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

/** Whether `typed` is at most `most` slips (a letter wrong, missing, too many, or two swapped) away from the beginning of `word`. */
function isNear(typed: string, word: string, most: number): boolean {
  const begun = word.slice(0, typed.length + most);
  let before: number[] = [];
  let row = Array.from({ length: begun.length + 1 }, (_, at) => at);
  for (let i = 1; i <= typed.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= begun.length; j += 1) {
      const isSame = typed[i - 1] === begun[j - 1];
      const least = Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && typed[i - 1] === begun[j - 2] && typed[i - 2] === begun[j - 1];
      next.push(isSwapped ? Math.min(least, (before[j - 2] ?? 0) + 1) : least);
    }
    before = row;
    row = next;
  }
  // The rest of the word need not be typed
  return row.some((slips) => slips <= most);
}

function scoreOf(typed: string, words: ReadonlySet<string>): number {
  if (words.has(typed)) return 4;
  const stem = stemOf(typed);
  const most = typed.length >= TWO_SLIPS ? 2 : typed.length >= ONE_SLIP ? 1 : 0;
  let best = 0;
  for (const word of words) {
    if (word.startsWith(typed) || word.startsWith(stem)) return 3;
    if (best === 0 && most > 0 && word[0] === typed[0] && isNear(stem, word, most)) best = 1;
  }
  return best;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** Texts that have every typed word, those that say it in their title first; where none has, those with at least half of them. Nothing typed: all, as they came. */
export function findTexts<T extends Findable>(texts: readonly T[], typed: string): readonly T[] {
  const all = [...new Set(wordsOf(typed))];
  const telling = all.filter((word) => word.length > SMALL);
  const asked = (telling.length > 0 ? telling : all).slice(0, MOST_WORDS);
  const small = telling.length > 0 ? all.filter((word) => word.length <= SMALL).slice(0, MOST_WORDS) : [];
  if (asked.length === 0) return typed.trim() === '' ? texts : [];
  const scored = texts.flatMap((one) => {
    const [title, rest] = [new Set(wordsOf(one.title)), new Set(wordsOf(one.text))];
    const scores = asked.map((word) => scoreOf(word, title) * 3 || scoreOf(word, rest));
    const has = scores.filter((score) => score > 0).length;
    return has * 2 < asked.length || has === 0
      ? []
      : [{ one, has, score: sumOf(scores) + sumOf(small.map((word) => (title.has(word) ? 1 : 0))) }];
  });
  const most = Math.max(0, ...scored.map(({ has }) => has));
  return scored
    .filter(({ has }) => has === most)
    .toSorted((a, b) => b.score - a.score)
    .map(({ one }) => one);
}
