import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { parseBlock, textAt, writeBlock } from './clipboard.ts';
import { type CellValue, COLUMNS, isMember, type Look, toggled } from './columns.ts';
import type { Edits, EditStep, Written } from './edits.ts';
import { deedOf, type GridDeed } from './grid-keys.ts';
import { type GridLine, textOf } from './lines.ts';
import { activeOf, addTo, at, cellsOf, columnOf, edgeOf, lastBox, reachTo, type Selection, type Spot, stepped } from './selection.ts';

export interface GridUse {
  readonly lines: readonly GridLine[];
  readonly edits: Edits;
  readonly look: Look;
  readonly isReadOnly: boolean;
  readonly step: (step: EditStep) => void;
  /** Brings a row into sight. */
  readonly show: (row: number) => void;
}

interface EditingCell {
  readonly spot: Spot;
  readonly text: string;
}

const START: Selection = at({ row: 0, column: COLUMNS.indexOf('marginPpm') });

function valueOf(line: GridLine, column: number, edits: Edits): CellValue | undefined {
  const name = COLUMNS[column];
  if (name === undefined || !isMember(name)) return undefined;
  const after = edits.get(line.key)?.[name]?.after;
  return after !== undefined && 'value' in after ? after.value : line.values[name];
}

const spotOf = (target: EventTarget | null): Spot | undefined => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const { row, column } = cell?.dataset ?? {};
  return row === undefined || column === undefined ? undefined : { row: Number(row), column: Number(column) };
};

/** The grid as a spreadsheet: what is marked, what is being typed, and what keys, mouse and clipboard do. */
export function useGrid({ lines, edits, look, isReadOnly, step, show }: GridUse) {
  const [selection, setSelection] = useState(START);
  const [editing, draw] = useState<EditingCell | null>(null);
  // A field that goes away loses the focus once more: it must find that its text was taken already
  const typing = useRef<EditingCell | null>(null);
  const setEditing = (next: EditingCell | null) => {
    typing.current = next;
    draw(next);
  };
  const box = useRef<HTMLDivElement>(null);
  const size: Spot = { row: lines.length, column: COLUMNS.length };
  const active = activeOf(selection);

  const onText = useCallback((text: string) => {
    if (typing.current === null) return;
    typing.current = { ...typing.current, text };
    draw(typing.current);
  }, []);

  const written = (spots: readonly Spot[], textFor: (spot: Spot) => string): Written[] =>
    spots.flatMap((spot) => {
      const [line, member] = [lines[spot.row], COLUMNS[spot.column]];
      return line === undefined || member === undefined || !isMember(member) ? [] : [{ line, member, text: textFor(spot) }];
    });
  const put = (cells: readonly Written[]) => {
    if (!isReadOnly && cells.length > 0) step({ kind: 'write', cells, look });
  };
  const marked = () => cellsOf(selection, lines.length);
  const textAtSpot = ({ row, column }: Spot): string => {
    const [line, name] = [lines[row], COLUMNS[column]];
    return line === undefined || name === undefined ? '' : textOf(line, name, { value: valueOf(line, column, edits), look });
  };
  const go = (next: Selection) => {
    setSelection(next);
    show(edgeOf(next).row);
  };
  const startEditing = (spot: Spot, text: string | null) => {
    const member = COLUMNS[spot.column];
    if (isReadOnly || member === undefined || !isMember(member)) return;
    show(spot.row);
    const wrong = edits.get(lines[spot.row]?.key ?? '')?.[member]?.after;
    setEditing({ spot, text: text ?? (wrong !== undefined && 'text' in wrong ? wrong.text : textAtSpot(spot)) });
  };
  const toggle = (spots: readonly Spot[]) => {
    const [line, member] = [lines[active.row], COLUMNS[active.column]];
    if (line === undefined || member === undefined || !isMember(member)) return;
    const next = toggled(member, valueOf(line, active.column, edits) ?? null);
    if (next === undefined) return;
    const text = textOf(line, member, { value: next, look });
    put(
      written(
        spots.filter(({ column }) => column === active.column),
        () => text,
      ),
    );
  };
  const fillDown = () => {
    const { top, left, right, bottom } = lastBox(selection);
    const spots = marked().filter(({ row, column }) => row > top && row <= bottom && column >= left && column <= right);
    put(written(spots, ({ column }) => textAtSpot({ row: top, column })));
  };
  const act = (deed: GridDeed) => {
    switch (deed.kind) {
      case 'step': {
        const by = { rows: deed.rows, columns: deed.columns };
        if (deed.isReaching) return go(reachTo(selection, stepped(edgeOf(selection), by, size)));
        return go(at(stepped(active, by, size)));
      }
      case 'edit':
        return startEditing(active, deed.text);
      case 'toggle':
        return toggle(marked());
      case 'fill':
        return fillDown();
      case 'all':
        return setSelection({ ranges: [{ from: { row: 0, column: 0 }, to: { row: size.row - 1, column: size.column - 1 } }] });
      case 'column':
        return setSelection(columnOf(active, size.row));
      case 'revert':
        return step({ kind: 'revert', cells: written(marked(), () => '').map(({ line, member }) => ({ key: line.key, member })) });
      case 'empty':
        return put(written(marked(), () => '').filter(({ member }) => member === 'minIncome' || member === 'maxIncome'));
      case 'collapse':
        return setSelection(at(active));
      default:
        return step({ kind: deed.kind });
    }
  };

  /** Takes what was typed: into its cell, or into everything that is marked. */
  const take = (where: 'cell' | 'marked'): EditingCell | null => {
    const typed = typing.current;
    if (typed === null) return null;
    setEditing(null);
    put(written(where === 'marked' ? marked() : [typed.spot], () => typed.text));
    return typed;
  };
  const commit = (where: 'cell' | 'marked', then: { readonly rows: number; readonly columns: number } | null) => {
    const typed = take(where);
    if (typed !== null && then !== null) go(at(stepped(typed.spot, then, size)));
    box.current?.focus({ preventScroll: true });
  };
  const typingKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      setEditing(null);
      box.current?.focus({ preventScroll: true });
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) commit('marked', null);
    else if (event.key === 'Enter') commit('cell', { rows: event.shiftKey ? -1 : 1, columns: 0 });
    else if (event.key === 'Tab') commit('cell', { rows: 0, columns: event.shiftKey ? -1 : 1 });
    // The field is on its way: a row out of sight comes with the next frame
    else if (event.target === box.current && event.key.length === 1 && !event.ctrlKey && !event.metaKey)
      onText((typing.current?.text ?? '') + event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (editing !== null) return typingKey(event);
    if (event.target !== box.current || lines.length === 0) return;
    const deed = deedOf(event, { spot: active, columns: COLUMNS.length });
    if (deed === undefined) return;
    event.preventDefault();
    act(deed);
  };
  const onMouseDown = (event: MouseEvent) => {
    const spot = spotOf(event.target);
    if (spot === undefined || event.button !== 0 || event.target instanceof HTMLInputElement) return;
    if (editing !== null) commit('cell', null);
    if (event.shiftKey) setSelection(reachTo(selection, spot));
    else setSelection(event.ctrlKey || event.metaKey ? addTo(selection, spot) : at(spot));
    box.current?.focus({ preventScroll: true });
    event.preventDefault();
  };
  const onMouseOver = (event: MouseEvent) => {
    const spot = event.buttons === 1 && editing === null ? spotOf(event.target) : undefined;
    if (spot !== undefined) setSelection(reachTo(selection, spot));
  };
  const onDoubleClick = (event: MouseEvent) => {
    const spot = spotOf(event.target);
    const name = spot && COLUMNS[spot.column];
    if (spot === undefined || name === undefined) return;
    if (name === 'enabled' || name === 'rateType') toggle([spot]);
    else startEditing(spot, null);
  };
  const onCopy = (event: ClipboardEvent) => {
    if (editing !== null || event.target !== box.current) return;
    const { top, bottom, left, right } = lastBox(selection);
    const rows = Array.from({ length: bottom - top + 1 }, (_, row) =>
      Array.from({ length: right - left + 1 }, (_column, column) => textAtSpot({ row: top + row, column: left + column })),
    );
    event.clipboardData.setData('text/plain', writeBlock(rows));
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (editing !== null || event.target !== box.current) return;
    event.preventDefault();
    const block = parseBlock(event.clipboardData.getData('text/plain'));
    const marks = lastBox(selection);
    const [height, width] = [block.length, Math.max(...block.map((row) => row.length))];
    // A block goes where one stands and as far as it reaches; into a larger mark again and again
    const bottom = Math.min(Math.max(marks.bottom, marks.top + height - 1), lines.length - 1);
    const right = Math.min(Math.max(marks.right, marks.left + width - 1), COLUMNS.length - 1);
    const isSingle = height === 1 && width === 1;
    const target: Selection = { ranges: [{ from: { row: marks.top, column: marks.left }, to: { row: bottom, column: right } }] };
    const spots = isSingle ? marked() : cellsOf(target, lines.length);
    put(written(spots, ({ row, column }) => textAt(block, row - marks.top, column - marks.left)));
    if (!isSingle) setSelection(target);
  };
  const leave = useRef(() => {});
  useLayoutEffect(() => {
    leave.current = () => void take('cell');
  });
  const onLeave = useCallback(() => leave.current(), []);
  const hands = { onKeyDown, onMouseDown, onMouseOver, onDoubleClick, onCopy, onPaste };
  return { box, selection, active, editing, onText, onLeave, hands, marked };
}
