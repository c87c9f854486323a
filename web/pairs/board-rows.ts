import type { BoardRow, BoardSide } from '#web/board/rows.ts';

export type PairCodes = readonly [from: string, to: string];

/**
 * Board rows of these pairs. Loads whole boards of the side with fewer systems: few requests. A board that does not answer leaves its
 * pairs without rows.
 */
export async function boardRowsOf(
  pairs: readonly PairCodes[],
  loadBoard: (side: BoardSide, code: string) => Promise<readonly BoardRow[] | undefined>,
): Promise<(from: string, to: string) => BoardRow | null> {
  const [fromCodes, toCodes] = [new Set(pairs.map(([from]) => from)), new Set(pairs.map(([, to]) => to))];
  const side = fromCodes.size <= toCodes.size ? 'income' : 'outcome';
  const boards = await Promise.all(
    [...(side === 'income' ? fromCodes : toCodes)].map(async (code) => [code, (await loadBoard(side, code)) ?? []] as const),
  );
  const rowsByPair = new Map(boards.flatMap(([code, rows]) => rows.map((row) => [`${code} ${row.id}`, row] as const)));
  return (from, to) => rowsByPair.get(side === 'income' ? `${from} ${to}` : `${to} ${from}`) ?? null;
}
