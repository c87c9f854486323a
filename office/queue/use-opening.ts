import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#office/paths.ts';
import type { OrderRow } from './use-orders.ts';

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
  const open = (target: OpeningTarget) => {
    const row = target === 'row' ? rows[cursor] : rows.length === 1 ? rows[0] : undefined;
    if (row !== undefined) void navigate(paths.order(row.id));
  };
  const request = (target: OpeningTarget) => {
    if (isAnswered) open(target);
    else waiting.current = target;
  };
  useEffect(() => {
    if (!isAnswered || waiting.current === null) return;
    const target = waiting.current;
    waiting.current = null;
    open(target);
  });
  const cancel = () => {
    waiting.current = null;
  };
  return { openRow: () => request('row'), openFound: () => request('found'), forget: cancel };
}
