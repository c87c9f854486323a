import type { BoardRow, BoardSide } from '#web/board/rows.ts';

export type Codes = readonly [from: string, to: string];

/**
 * What the board says of each of these pairs: asked for by whole boards, of the side on which fewer systems stand, so that a page of sixty
 * pairs asks for as few as there are. A board that nobody answers leaves its pairs without numbers.
 */
export async function toldOf(
  pairs: readonly Codes[],
  ask: (side: BoardSide, code: string) => Promise<readonly BoardRow[] | undefined>,
): Promise<(from: string, to: string) => BoardRow | null> {
  const [givers, getters] = [new Set(pairs.map(([from]) => from)), new Set(pairs.map(([, to]) => to))];
  const side = givers.size <= getters.size ? 'income' : 'outcome';
  const boards = await Promise.all(
    [...(side === 'income' ? givers : getters)].map(async (code) => [code, (await ask(side, code)) ?? []] as const),
  );
  const lines = new Map(boards.flatMap(([code, rows]) => rows.map((row) => [`${code} ${row.id}`, row] as const)));
  return (from, to) => lines.get(side === 'income' ? `${from} ${to}` : `${to} ${from}`) ?? null;
}
