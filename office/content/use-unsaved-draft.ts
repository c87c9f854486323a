import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { SECOND_MS } from '#core/time.ts';
import type { DraftState, SavingState } from './draft.ts';

/** Pause after the last edit before the draft is saved. */
const SAVE_AFTER_MS = 2 * SECOND_MS;

type Save = () => Promise<boolean>;

/** Saves before a link leaves the screen. Undefined unless saving failed: then the operator chooses. */
function useNavigationGuard(state: SavingState, save: Save) {
  const blocker = useBlocker(state !== 'saved');
  const latest = useRef({ blocker, state });
  latest.current = { blocker, state };
  const isBlocked = blocker.state === 'blocked';
  const isSaved = state === 'saved';
  useEffect(() => {
    if (isBlocked && isSaved) latest.current.blocker.proceed?.();
    else if (isBlocked && latest.current.state !== 'conflict') void save();
  }, [isBlocked, isSaved, save]);
  if (!isBlocked || (state !== 'failed' && state !== 'conflict')) return undefined;
  return { leave: () => blocker.proceed?.(), stay: () => blocker.reset?.() };
}

/** Saves after a pause in editing. */
function useAutosave({ state, draft }: DraftState, save: Save): void {
  useEffect(() => {
    if (state !== 'typed') return undefined;
    const timer = setTimeout(() => void save(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state, draft, save]);
}

/** Asks before the page is closed with an unsaved draft. */
function useUnloadWarning(state: SavingState): void {
  useEffect(() => {
    if (state === 'saved') return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [state]);
}

/** Saves the draft by itself: after a pause and before a link leaves the screen. Returns the blocked navigation, if any. */
export function useUnsavedDraft(current: DraftState, save: Save) {
  useAutosave(current, save);
  useUnloadWarning(current.state);
  return useNavigationGuard(current.state, save);
}
