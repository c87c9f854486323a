import { useEffect, useReducer } from 'react';
import { EMPTY_HISTORY, type EditHistory, type Edits, editStep, type LineEdits } from './grid/edits.ts';

const STORAGE_KEY = 'office-rate-edits';

function storedHistory(): EditHistory {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? { ...EMPTY_HISTORY, now: new Map(stored as [string, LineEdits][]) } : EMPTY_HISTORY;
  } catch {
    return EMPTY_HISTORY;
  }
}

const storeEdits = (edits: Edits): void => {
  if (edits.size === 0) sessionStorage.removeItem(STORAGE_KEY);
  else sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...edits]));
};

/** Unsent edits of the grid, stored for this tab: they survive a reload and other screens. */
export function useEdits() {
  const [history, step] = useReducer(editStep, null, storedHistory);
  useEffect(() => storeEdits(history.now), [history.now]);
  return { history, step };
}
