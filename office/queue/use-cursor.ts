import { useLayoutEffect, useRef, useState } from 'react';
import { storePlace, storedPlace } from './place.ts';
import type { OrderRow } from './use-orders.ts';

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
function useStoredScroll(cursor: Cursor, list: string, hasRows: boolean): void {
  const pendingPlace = useRef(storedPlace());
  const latest = useRef(cursor);
  useLayoutEffect(() => {
    if (!hasRows) return;
    if (pendingPlace.current?.list === list) window.scrollTo(0, pendingPlace.current.scrollY);
    pendingPlace.current = null;
  }, [hasRows, list]);
  useLayoutEffect(() => {
    latest.current = cursor;
    // The next page reads the stored list before this page unmounts
    if (pendingPlace.current === null) storePlace({ ...cursor, scrollY: window.scrollY });
  }, [cursor]);
  useLayoutEffect(() => () => storePlace({ ...latest.current, scrollY: window.scrollY }), []);
}

/**
 * The selected row. Only keys, focus and clicks move it, not hovering. `list` names the list
 * that `rows` belong to.
 */
export function useCursor(rows: readonly OrderRow[], list: string) {
  const [cursor, setCursor] = useState<Cursor>(() => {
    const place = storedPlace();
    return place === null ? { list, id: null, index: 0 } : { list: place.list, id: place.id, index: place.index };
  });
  const next = rows.length === 0 ? cursor : follow(cursor, rows, list);
  const hasMoved = next.id !== cursor.id || next.index !== cursor.index || next.list !== cursor.list;
  if (hasMoved) setCursor(next);
  const current = hasMoved ? next : cursor;
  useStoredScroll(current, list, rows.length > 0);
  const moveTo = (index: number) => setCursor({ list, id: rows[index]?.id ?? null, index });
  const step = (by: number) => {
    const index = clamp(current.index + by, rows.length);
    const id = rows[index]?.id;
    if (id === undefined) return;
    moveTo(index);
    document.querySelector(`tr[data-order="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  return { cursor: current.index, point: moveTo, step };
}
