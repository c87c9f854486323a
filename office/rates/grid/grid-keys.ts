import type { KeyboardEvent } from 'react';
import type { Spot } from './selection.ts';

/** What a key does in the grid. */
export type GridAction =
  | { readonly kind: 'step'; readonly rows: number; readonly columns: number; readonly isReaching: boolean }
  | { readonly kind: 'edit'; readonly text: string | null }
  | { readonly kind: 'toggle' | 'fill' | 'undo' | 'redo' | 'all' | 'column' | 'revert' | 'empty' | 'collapse' };

const FAR = 1_000_000;

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-20, 0],
  PageDown: [20, 0],
  Home: [0, -FAR],
  End: [0, FAR],
};

/** With Ctrl or Command, by the key's position: the same in every layout. */
const COMMANDS: Readonly<Record<string, GridAction['kind'] & ('fill' | 'undo' | 'redo' | 'all' | 'column')>> = {
  KeyD: 'fill',
  KeyZ: 'undo',
  KeyY: 'redo',
  KeyA: 'all',
  Space: 'column',
};

const PLAIN: Readonly<Record<string, GridAction>> = {
  Enter: { kind: 'edit', text: null },
  F2: { kind: 'edit', text: null },
  ' ': { kind: 'toggle' },
  Delete: { kind: 'empty' },
  Backspace: { kind: 'revert' },
  Escape: { kind: 'collapse' },
};

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

function commandOf({ key, code, shiftKey }: Press): GridAction | undefined {
  const far = STEPS[key];
  if (far !== undefined) {
    const rows = key === 'Home' ? -FAR : key === 'End' ? FAR : far[0] * FAR;
    return { kind: 'step', rows, columns: far[1] * FAR, isReaching: shiftKey };
  }
  const kind = COMMANDS[code];
  if (kind === undefined) return undefined;
  return { kind: kind === 'undo' && shiftKey ? 'redo' : kind };
}

/** Action of a pressed key; undefined: not the grid's. Tab moves along the row and leaves the grid at its ends. */
export function actionOf(press: Press, at: { readonly spot: Spot; readonly columns: number }): GridAction | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press;
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return commandOf(press);
  if (key === 'Tab') {
    const columns = shiftKey ? -1 : 1;
    const next = at.spot.column + columns;
    return next < 0 || next >= at.columns ? undefined : { kind: 'step', rows: 0, columns, isReaching: false };
  }
  const step = STEPS[key];
  if (step !== undefined) return { kind: 'step', rows: step[0], columns: step[1], isReaching: shiftKey };
  const plain = PLAIN[key];
  if (plain !== undefined) return plain;
  // A character replaces the cell's text; a slash goes to the search
  return key.length === 1 && key !== '/' ? { kind: 'edit', text: key } : undefined;
}
