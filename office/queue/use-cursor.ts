import { useLayoutEffect, useRef, useState } from 'react';
import { keepPlace, keptPlace } from './place.ts';
import type { OrderRow } from './use-orders.ts';

interface Cursor {
  readonly list: string;
  readonly id: string | null;
  readonly index: number;
}

const clamp = (index: number, length: number): number => Math.min(Math.max(0, index), Math.max(0, length - 1));

/** Where the cursor stands among the rows: with its order wherever that went, else at the row that took its place; first in another list. */
function follow(at: Cursor, rows: readonly OrderRow[], list: string): Cursor {
  const found = rows.findIndex((row) => row.id === at.id);
  const index = at.list !== list ? 0 : found < 0 ? clamp(at.index, rows.length) : found;
  return { list, id: rows[index]?.id ?? null, index };
}

/** Brings the page back to where it was left, once the rows are there, and remembers it on leaving. */
function useKeptScroll(at: Cursor, list: string, hasRows: boolean): void {
  const due = useRef(keptPlace());
  const latest = useRef(at);
  useLayoutEffect(() => {
    if (!hasRows) return;
    if (due.current?.list === list) window.scrollTo(0, due.current.scrollY);
    due.current = null;
  }, [hasRows, list]);
  useLayoutEffect(() => {
    latest.current = at;
    // The page that is opened next asks for the list before this one is gone
    if (due.current === null) keepPlace({ ...at, scrollY: window.scrollY });
  }, [at]);
  useLayoutEffect(() => () => keepPlace({ ...latest.current, scrollY: window.scrollY }), []);
}

/**
 * The row under the keys. Only keys, focus and presses move it, never a mouse that happens to lie over the list. `list` names the list
 * that `rows` belong to.
 */
export function useCursor(rows: readonly OrderRow[], list: string) {
  const [at, setAt] = useState<Cursor>(() => {
    const place = keptPlace();
    return place === null ? { list, id: null, index: 0 } : { list: place.list, id: place.id, index: place.index };
  });
  const next = rows.length === 0 ? at : follow(at, rows, list);
  const hasMoved = next.id !== at.id || next.index !== at.index || next.list !== at.list;
  if (hasMoved) setAt(next);
  const now = hasMoved ? next : at;
  useKeptScroll(now, list, rows.length > 0);
  const point = (index: number) => setAt({ list, id: rows[index]?.id ?? null, index });
  const step = (by: number) => {
    const index = clamp(now.index + by, rows.length);
    const id = rows[index]?.id;
    if (id === undefined) return;
    point(index);
    document.querySelector(`tr[data-order="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  return { cursor: now.index, point, step };
}
