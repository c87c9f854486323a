import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { EditingScope, useEditorsBelow } from './Editing.tsx';

const KEY_NAMES = { cards: 'j k', first_action: 'a' };

/** `j` and `k` focus the next and the previous card, `a` its first button; Tab goes on to its fields and other buttons. */
function useCardKeys() {
  const list = useRef<HTMLUListElement>(null);
  const step = (by: number) => {
    const cards = [...(list.current?.children ?? [])].filter((card) => card instanceof HTMLElement);
    const at = cards.findIndex((card) => card.contains(document.activeElement));
    const next = at < 0 ? cards[0] : cards[Math.min(Math.max(0, at + by), cards.length - 1)];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  const focusAction = () => {
    const card = document.activeElement?.closest('li');
    if (card?.parentElement === list.current) card?.querySelector<HTMLElement>('button:enabled')?.focus();
  };
  useKeys({ j: () => step(1), k: () => step(-1), a: focusAction }, 'page', KEY_NAMES);
  return list;
}

interface Identified {
  readonly id: string;
}

interface EditedRow<Row> {
  readonly row: Row;
  readonly index: number;
  /** The list's query key, as JSON. */
  readonly list: string;
}

/** The part of a list's query result that is read (a TanStack Query result has it). */
interface ListQuery {
  readonly data: { readonly data: readonly Identified[] } | undefined;
}

type RowOf<Query extends ListQuery> = NonNullable<Query['data']>['data'][number];

/** A list's rows with the edited ones, as its cards need them. */
export interface RowsWhileEditing<Row extends Identified> {
  readonly rows: readonly Row[];
  /** Whether a row is no longer in the list and only shown because it is edited. */
  readonly isOutdated: (id: string) => boolean;
  readonly keep: (row: Row, index: number) => void;
  readonly drop: (id: string) => void;
}

/**
 * The rows of a list, plus edited rows that a colleague's decision has removed, so that no input is lost. Kept per `queryKey`: another
 * filter or page begins without them.
 */
export function useRowsWhileEditing<Query extends ListQuery>(
  listQuery: Query,
  queryKey: readonly unknown[],
): RowsWhileEditing<RowOf<Query>> & { /** The query with these rows. */ readonly query: Query } {
  type Row = RowOf<Query>;
  const list = JSON.stringify(queryKey);
  const [editedRows, setEditedRows] = useState<ReadonlyMap<string, EditedRow<Row>>>(new Map());
  const keep = useCallback(
    (row: Row, index: number) =>
      setEditedRows((before) => {
        const existing = before.get(row.id);
        const isSame = existing?.row === row && existing.index === index && existing.list === list;
        return isSame ? before : new Map(before).set(row.id, { row, index, list });
      }),
    [list],
  );
  const drop = useCallback((id: string) => setEditedRows((before) => new Map([...before].filter(([rowId]) => rowId !== id))), []);
  const listed: readonly Row[] = listQuery.data?.data ?? [];
  const removed = [...editedRows.values()].filter((edited) => edited.list === list && !listed.some(({ id }) => id === edited.row.id));
  const rows = removed
    .toSorted((a, b) => a.index - b.index)
    .reduce<readonly Row[]>((all, { row, index }) => all.toSpliced(index, 0, row), listed);
  return {
    rows,
    query: listQuery.data === undefined || removed.length === 0 ? listQuery : { ...listQuery, data: { ...listQuery.data, data: rows } },
    isOutdated: (id: string) => removed.some(({ row }) => row.id === id),
    keep,
    drop,
  };
}

interface ListedRow<Row extends Identified> {
  readonly row: Row;
  readonly index: number;
  readonly list: RowsWhileEditing<Row>;
}

/** Keeps a row on the screen while a form in it is edited; the result is for its `EditingScope`. */
export function useKeptRow<Row extends Identified>({ row, index, list: { isOutdated, keep, drop } }: ListedRow<Row>) {
  const { isEditing, report } = useEditorsBelow();
  useLayoutEffect(() => {
    if (isEditing) keep(row, index);
  }, [isEditing, keep, row, index]);
  useLayoutEffect(() => (isEditing ? () => drop(row.id) : undefined), [isEditing, drop, row.id]);
  return { isEditing, scope: { report, isOutdated: isOutdated(row.id) } };
}

function Card<Row extends Identified>({ children, ...listed }: ListedRow<Row> & { readonly children: ReactNode }) {
  const { scope } = useKeptRow(listed);
  return (
    <li className="sheet" tabIndex={-1}>
      <EditingScope {...scope}>{children}</EditingScope>
    </li>
  );
}

interface CardsProps<Row extends Identified> {
  readonly list: RowsWhileEditing<Row>;
  readonly children: (row: Row) => ReactNode;
}

/** The cards of a list (`useRowsWhileEditing`). A card with an edited form stays when its row leaves the list. */
export function Cards<Row extends Identified>({ list, children }: CardsProps<Row>) {
  const cards = useCardKeys();
  return (
    <ul ref={cards} className="cards">
      {list.rows.map((row, index) => (
        <Card key={row.id} row={row} index={index} list={list}>
          {children(row)}
        </Card>
      ))}
    </ul>
  );
}
