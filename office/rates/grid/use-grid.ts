import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { COLUMNS } from './columns.ts';
import type { EditStep, Written } from './edits.ts';
import { gridCells, type GridContent } from './grid-cells.ts';
import { type EditingCell, gridHandlers } from './grid-events.ts';
import { at, cellsOf, edgeOf, type Selection, type Spot } from './selection.ts';

export interface GridInput extends GridContent {
  readonly isReadOnly: boolean;
  readonly dispatch: (step: EditStep) => void;
  /** Scrolls a row into view; only called after rendering. */
  readonly show: (row: number) => void;
}

const START: Selection = at({ row: 0, column: COLUMNS.indexOf('marginPpm') });

/** The edited cell. `current` is ahead of the rendered one: a removed field's blur must not find its text again. */
function useCellEditor() {
  const [editing, render] = useState<EditingCell | null>(null);
  const current = useRef<EditingCell | null>(null);
  const set = useCallback((next: EditingCell | null) => {
    current.current = next;
    render(next);
  }, []);
  const onText = useCallback(
    (text: string) => {
      if (current.current !== null) set({ ...current.current, text });
    },
    [set],
  );
  return { editing, current, set, onText };
}

/** The grid as a spreadsheet: selection, the edited cell, and event handlers. */
export function useGrid({ lines, edits, cellFormat, isReadOnly, dispatch, show }: GridInput) {
  const [selection, setSelection] = useState(START);
  const { editing, current, set: setEditing, onText } = useCellEditor();
  const box = useRef<HTMLDivElement>(null);
  const cells = gridCells({ lines, edits, cellFormat });
  const write = (written: readonly Written[]) => {
    if (!isReadOnly && written.length > 0) dispatch({ kind: 'write', cells: written, cellFormat });
  };
  const finishEditing = (target: 'cell' | 'selection'): EditingCell | null => {
    const finished = current.current;
    if (finished === null) return null;
    setEditing(null);
    write(cells.written(target === 'selection' ? cellsOf(selection, lines.length) : [finished.spot], () => finished.text));
    return finished;
  };
  const handlers = gridHandlers({
    cells,
    rowCount: lines.length,
    selection,
    isEditing: editing !== null,
    isGrid: (target) => target === box.current,
    focusGrid: () => box.current?.focus({ preventScroll: true }),
    select: setSelection,
    go(next) {
      setSelection(next);
      show(edgeOf(next).row);
    },
    dispatch,
    write,
    startEditing(spot: Spot, text) {
      if (isReadOnly || !cells.isEditable(spot)) return;
      show(spot.row);
      setEditing({ spot, text: text ?? cells.input(spot) });
    },
    appendText: (text) => onText((current.current?.text ?? '') + text),
    cancelEditing: () => setEditing(null),
    finishEditing,
  });
  const latest = useRef(finishEditing);
  useLayoutEffect(() => {
    latest.current = finishEditing;
  });
  const onLeave = useCallback(() => void latest.current('cell'), []);
  return { box, selection, editing, onText, onLeave, handlers };
}
