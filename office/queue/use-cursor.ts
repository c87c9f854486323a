import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#office/paths.ts';
import type { OrderRow } from './use-orders.ts';

/** The operator's place in the queue: list, row, scroll position. Stored for this tab. */
interface QueuePlace {
  /** The list's address without its question mark, as `writeFilter` writes it. */
  readonly list: string;
  readonly id: string | null;
  readonly index: number;
  readonly scrollY: number;
  /** Top of the row on the screen, px; null: the row was not there. */
  readonly rowTop: number | null;
}

const STORAGE_KEY = 'office-queue-place';

const rowOf = (id: string): Element | null => document.querySelector(`tr[data-order="${CSS.escape(id)}"]`);

const rowTopOf = (id: string | null): number | null => (id === null ? null : (rowOf(id)?.getBoundingClientRect().top ?? null));

const storePlace = (cursor: Cursor): void =>
  sessionStorage.setItem(
    STORAGE_KEY,
    JSON.stringify({ ...cursor, scrollY: window.scrollY, rowTop: rowTopOf(cursor.id) } satisfies QueuePlace),
  );

/** Shows the list as it was left: the row where it was on the screen, also when rows were added above it meanwhile. */
function restoreScroll({ id, scrollY, rowTop }: QueuePlace): void {
  window.scrollTo(0, scrollY);
  const newTop = rowTopOf(id);
  if (rowTop !== null && newTop !== null) window.scrollBy(0, newTop - rowTop);
}

function isPlace(value: unknown): value is QueuePlace {
  if (typeof value !== 'object' || value === null) return false;
  const { list, id, index, scrollY, rowTop } = value as Partial<Record<keyof QueuePlace, unknown>>;
  const isOnScreen = typeof scrollY === 'number' && (rowTop === null || typeof rowTop === 'number');
  return typeof list === 'string' && (id === null || typeof id === 'string') && typeof index === 'number' && isOnScreen;
}

/** The place stored last in this tab, or null. */
export function storedPlace(): QueuePlace | null {
  const text = sessionStorage.getItem(STORAGE_KEY);
  const value: unknown = text === null ? null : JSON.parse(text);
  return isPlace(value) ? value : null;
}

interface Cursor {
  readonly list: string;
  readonly id: string | null;
  readonly index: number;
}

const clamp = (index: number, length: number): number => Math.min(Math.max(0, index), Math.max(0, length - 1));

/** The cursor in new rows: on the same order, else on the row at its index; on the first row of another list. */
function follow(cursor: Cursor, rows: readonly OrderRow[], list: string): Cursor {
  const newIndex = rows.findIndex((row) => row.id === cursor.id);
  const index = cursor.list !== list ? 0 : newIndex < 0 ? clamp(cursor.index, rows.length) : newIndex;
  return { list, id: rows[index]?.id ?? null, index };
}

/** Restores the stored scroll position once the rows are there, and stores it on leaving. */
function useStoredScroll(cursor: Cursor, list: string, hasRows: boolean, isStored: boolean): void {
  const pendingPlace = useRef(isStored ? storedPlace() : null);
  const latest = useRef(cursor);
  useLayoutEffect(() => {
    if (!hasRows) return;
    if (pendingPlace.current?.list === list) restoreScroll(pendingPlace.current);
    pendingPlace.current = null;
  }, [hasRows, list]);
  useLayoutEffect(() => {
    latest.current = cursor;
    // The next page reads the stored list before this page unmounts
    if (isStored && pendingPlace.current === null) storePlace(cursor);
  }, [cursor, isStored]);
  useLayoutEffect(
    () => () => {
      if (isStored) storePlace(latest.current);
    },
    [isStored],
  );
}

interface CursorInput {
  readonly rows: readonly OrderRow[];
  /** Names the list that `rows` belong to. */
  readonly list: string;
  /** The place is stored, and restored when the list is shown again. */
  readonly isStored: boolean;
  /** Opens the next (1) or the previous (-1) page, if there is one. */
  readonly onLeavePage: (by: 1 | -1) => void;
}

/** The selected row. Only keys, focus and clicks move it, not hovering. A step past the last row opens the next page. */
export function useCursor({ rows, list, isStored, onLeavePage }: CursorInput) {
  const [cursor, setCursor] = useState<Cursor>(() => {
    const stored = isStored ? storedPlace() : null;
    return stored === null ? { list, id: null, index: 0 } : { list: stored.list, id: stored.id, index: stored.index };
  });
  const next = rows.length === 0 ? cursor : follow(cursor, rows, list);
  const hasMoved = next.id !== cursor.id || next.index !== cursor.index || next.list !== cursor.list;
  if (hasMoved) setCursor(next);
  const current = hasMoved ? next : cursor;
  useStoredScroll(current, list, rows.length > 0, isStored);
  const moveTo = (index: number) => setCursor({ list, id: rows[index]?.id ?? null, index });
  const step = (by: 1 | -1) => {
    const index = clamp(current.index + by, rows.length);
    if (index === current.index) onLeavePage(by);
    const id = rows[index]?.id;
    if (id === undefined) return;
    moveTo(index);
    rowOf(id)?.scrollIntoView({ block: 'nearest' });
  };
  return { cursor: current.index, point: moveTo, step };
}

interface OpeningInput {
  readonly rows: readonly OrderRow[];
  readonly cursor: number;
  /** Whether the rows answer the current filter and search text. */
  readonly isAnswered: boolean;
}

/** `row`: the selected row; `found`: the only row of a search. */
type OpeningTarget = 'row' | 'found';

/**
 * Opens a row by key. A request before the list is loaded waits, so that it opens a row of the requested list. With several found rows
 * nothing opens.
 */
export function useOpening({ rows, cursor, isAnswered }: OpeningInput) {
  const navigate = useNavigate();
  const waiting = useRef<OpeningTarget | null>(null);
  const openRow = (target: OpeningTarget) => {
    const row = target === 'row' ? rows[cursor] : rows.length === 1 ? rows[0] : undefined;
    if (row !== undefined) void navigate(paths.order(row.id));
  };
  const request = (target: OpeningTarget) => {
    if (isAnswered) openRow(target);
    else waiting.current = target;
  };
  useEffect(() => {
    if (!isAnswered || waiting.current === null) return;
    const target = waiting.current;
    waiting.current = null;
    openRow(target);
  });
  const cancel = () => {
    waiting.current = null;
  };
  return { openRow: () => request('row'), openFound: () => request('found'), forget: cancel };
}
