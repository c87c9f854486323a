import { useEffect, useReducer } from 'react';
import { EMPTY_HISTORY, type EditHistory, type Edits, editStep, type LineEdits } from './grid/edits.ts';

const KEPT = 'office-rate-edits';

function kept(): EditHistory {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(found) ? { ...EMPTY_HISTORY, now: new Map(found as [string, LineEdits][]) } : EMPTY_HISTORY;
  } catch {
    return EMPTY_HISTORY;
  }
}

const keep = (edits: Edits): void => {
  if (edits.size === 0) sessionStorage.removeItem(KEPT);
  else sessionStorage.setItem(KEPT, JSON.stringify([...edits]));
};

/** What has been typed into the grid and not sent; it outlives a reload and other screens, in this tab. */
export function useEdits() {
  const [history, step] = useReducer(editStep, null, kept);
  useEffect(() => keep(history.now), [history.now]);
  return { history, step };
}
