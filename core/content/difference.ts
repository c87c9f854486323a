export interface DifferenceLine {
  readonly kind: 'same' | 'gone' | 'come';
  readonly text: string;
}

/** Most paragraphs compared, as the time grows with their square. Later ones are ignored. */
const MAX_PARAGRAPHS = 1_000;

/** Paragraphs that were removed, added or stayed, in order. The number of changes is the smallest possible. */
export function differenceOf(before: readonly string[], after: readonly string[]): readonly DifferenceLine[] {
  const [a, b] = [before.slice(0, MAX_PARAGRAPHS), after.slice(0, MAX_PARAGRAPHS)];
  // Length of the longest common subsequence of the paragraphs from (i, j) on
  const common = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = common[i] ?? [];
    for (let j = b.length - 1; j >= 0; j -= 1) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const lines: DifferenceLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [removed, added] = [a[i], b[j]];
    if (removed !== undefined && removed === added) {
      lines.push({ kind: 'same', text: removed });
      i += 1;
      j += 1;
    } else if (removed !== undefined && (added === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'gone', text: removed });
      i += 1;
    } else if (added !== undefined) {
      lines.push({ kind: 'come', text: added });
      j += 1;
    }
  }
  return lines;
}
