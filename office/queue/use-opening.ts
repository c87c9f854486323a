import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#office/paths.ts';
import type { OrderRow } from './use-orders.ts';

interface OpeningInput {
  readonly rows: readonly OrderRow[];
  readonly cursor: number;
  /** Whether the rows are the answer to what is asked for now, text in the field included. */
  readonly isAnswered: boolean;
}

/** `row`: the row under the keys; `found`: the search's row, if it is the only one. */
type Asked = 'row' | 'found';

/**
 * Opening a row by key. Asked before the answer is there, it waits for it: what opens is a row of the list that was asked for, never one
 * of the list before. Several found rows are left to the keys.
 */
export function useOpening({ rows, cursor, isAnswered }: OpeningInput) {
  const navigate = useNavigate();
  const waiting = useRef<Asked | null>(null);
  const open = (asked: Asked) => {
    const row = asked === 'row' ? rows[cursor] : rows.length === 1 ? rows[0] : undefined;
    if (row !== undefined) void navigate(paths.order(row.id));
  };
  const ask = (asked: Asked) => {
    if (isAnswered) open(asked);
    else waiting.current = asked;
  };
  useEffect(() => {
    if (!isAnswered || waiting.current === null) return;
    const asked = waiting.current;
    waiting.current = null;
    open(asked);
  });
  const forget = () => {
    waiting.current = null;
  };
  return { openRow: () => ask('row'), openFound: () => ask('found'), forget };
}
