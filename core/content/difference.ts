export interface DifferenceLine {
  readonly kind: 'same' | 'gone' | 'come';
  readonly text: string;
}

/** Paragraphs beyond this are compared one by one in their places: nobody waits for the square of a book. */
const MOST = 1_000;

/** What has gone and come between two texts, paragraph by paragraph, as few as there are. */
export function differenceOf(before: readonly string[], after: readonly string[]): readonly DifferenceLine[] {
  const [a, b] = [before.slice(0, MOST), after.slice(0, MOST)];
  // The longest common part of what is left from (i, j) on
  const common = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = common[i] ?? [];
    for (let j = b.length - 1; j >= 0; j -= 1) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const lines: DifferenceLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [gone, come] = [a[i], b[j]];
    if (gone !== undefined && gone === come) {
      lines.push({ kind: 'same', text: gone });
      i += 1;
      j += 1;
    } else if (gone !== undefined && (come === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'gone', text: gone });
      i += 1;
    } else if (come !== undefined) {
      lines.push({ kind: 'come', text: come });
      j += 1;
    }
  }
  return lines;
}
