import { useState } from 'react';

interface InHand<Row> {
  readonly row: Row;
  readonly at: number;
  /** Of which list. */
  readonly list: string;
}

/**
 * The rows of a list, and the one that somebody types about in its place also when a colleague has decided it meanwhile and the list
 * has it no longer: what is typed is not taken from him.
 */
export function useInHand<Row extends { readonly id: string }>(rows: readonly Row[], list: string) {
  const [inHand, setInHand] = useState<InHand<Row> | null>(null);
  const isGone = inHand !== null && inHand.list === list && !rows.some(({ id }) => id === inHand.row.id);
  return {
    rows: isGone ? rows.toSpliced(inHand.at, 0, inHand.row) : rows,
    /** The one that the list has no longer. */
    gone: isGone ? inHand.row : null,
    hold: (id: string) => {
      const at = rows.findIndex((row) => row.id === id);
      const row = rows[at];
      if (row !== undefined) setInHand({ row, at, list });
    },
    release: (id: string) => setInHand((now) => (now?.row.id === id ? null : now)),
  };
}
