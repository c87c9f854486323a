import { useCallback, useState } from 'react';

export interface Identified {
  readonly id: string;
}

interface Kept<Row> {
  readonly row: Row;
  readonly at: number;
  /** Of which list. */
  readonly list: string;
}

/** What a query of a list gives (TanStack Query's own member). */
interface Asked {
  readonly data: { readonly data: readonly Identified[] } | undefined;
}

type RowOf<One extends Asked> = NonNullable<One['data']>['data'][number];

/** A list's rows with those that are kept, as its cards need them. */
export interface InHand<Row extends Identified> {
  readonly rows: readonly Row[];
  readonly isGone: (id: string) => boolean;
  readonly keep: (row: Row, at: number) => void;
  readonly drop: (id: string) => void;
}

/**
 * The rows of a list, and those that somebody types about in their places also when a colleague has decided them meanwhile and the list
 * has them no longer: what is typed is not taken from him. `queryKey`: which list it is; in another one nothing of this one stays.
 */
export function useInHand<One extends Asked>(
  asked: One,
  queryKey: readonly unknown[],
): InHand<RowOf<One>> & { /** What was asked, with these rows. */ readonly asked: One } {
  type Row = RowOf<One>;
  const list = JSON.stringify(queryKey);
  const [kept, setKept] = useState<ReadonlyMap<string, Kept<Row>>>(new Map());
  const keep = useCallback(
    (row: Row, at: number) =>
      setKept((before) => {
        const known = before.get(row.id);
        return known?.row === row && known.at === at && known.list === list ? before : new Map(before).set(row.id, { row, at, list });
      }),
    [list],
  );
  const drop = useCallback((id: string) => setKept((before) => new Map([...before].filter(([one]) => one !== id))), []);
  const listed: readonly Row[] = asked.data?.data ?? [];
  const gone = [...kept.values()].filter((one) => one.list === list && !listed.some(({ id }) => id === one.row.id));
  const rows = gone.toSorted((a, b) => a.at - b.at).reduce<readonly Row[]>((all, { row, at }) => all.toSpliced(at, 0, row), listed);
  return {
    rows,
    asked: asked.data === undefined || gone.length === 0 ? asked : { ...asked, data: { ...asked.data, data: rows } },
    isGone: (id: string) => gone.some(({ row }) => row.id === id),
    keep,
    drop,
  };
}
