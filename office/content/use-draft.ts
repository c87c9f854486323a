import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { useBlocker } from 'react-router';
import {
  type ContentItemAttributes,
  type DraftText,
  officeGetContent,
  officeListContentVersions,
  officeRollBackContent,
  officeSaveContent,
} from '#contract/office/content/content.ts';
import type { Locale } from '#core/locale.ts';
import { SECOND_MS } from '#core/time.ts';
import { keys } from '#office/api/keys.ts';
import { type Api, useApi } from '#office/api/use-api.ts';
import { type Draft, type DraftEvent, type DraftState, initialDraft, nextDraft, type SavingState } from './draft.ts';

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

/** Saves the draft automatically: after a pause and before a link leaves the screen. Returns the blocked navigation, if any. */
function useUnsavedDraft(current: DraftState, save: Save) {
  useAutosave(current, save);
  useUnloadWarning(current.state);
  return useNavigationGuard(current.state, save);
}

/** Makes the newest version the draft again: after a forced save that is the colleague's text. Undefined: there is no version. */
async function rollBackToLatest(api: Api, id: string, revision: number): Promise<ContentItemAttributes | undefined> {
  const [latest] = (await api(officeListContentVersions, { params: { id } })).data;
  if (latest === undefined) return undefined;
  return (await api(officeRollBackContent, { params: { id }, body: { revision, number: latest.attributes.number } })).data.attributes;
}

/** Saves the draft over the revision that was read last. */
function useSaveDraft(id: string, item: ContentItemAttributes, current: DraftState, dispatch: (event: DraftEvent) => void) {
  const api = useApi();
  const queries = useQueryClient();
  const latest = useRef(current);
  latest.current = current;
  const revisionRef = useRef(item.revision);
  const running = useRef<Promise<boolean> | null>(null);

  const applySaved = useCallback(
    (attributes: ContentItemAttributes) => {
      revisionRef.current = attributes.revision;
      queries.setQueryData(keys.contentItem(id), attributes);
      void queries.invalidateQueries({ queryKey: keys.content() });
    },
    [id, queries],
  );

  const send = useCallback(
    async ({ keep = false } = {}): Promise<boolean> => {
      const { draft, edits } = latest.current;
      dispatch({ kind: 'sent' });
      try {
        const body = { ...draft, revision: revisionRef.current, ...(keep ? { keep } : {}) };
        const { data } = await api(officeSaveContent, { params: { id }, body });
        applySaved(data.attributes);
        dispatch({ kind: 'saved', edits });
        return true;
      } catch (error) {
        dispatch({ kind: 'saveFailed', error });
        return false;
      }
    },
    [api, id, applySaved, dispatch],
  );

  /** Saves the draft, one call at a time. Returns whether it is saved. */
  const save = useCallback(async (): Promise<boolean> => {
    if (running.current !== null) await running.current;
    running.current = send();
    const isSaved = await running.current;
    running.current = null;
    return isSaved;
  }, [send]);

  return { api, revisionRef, applySaved, send, save };
}

export type DraftEditor = ReturnType<typeof useDraft>;

/**
 * A draft that saves itself over the revision it was read at. After a colleague's save, saving stops until the operator chooses
 * one text; the other becomes a version.
 */
export function useDraft(id: string, item: ContentItemAttributes) {
  const [current, dispatch] = useReducer(nextDraft, item, initialDraft);
  const { api, revisionRef, applySaved, send, save } = useSaveDraft(id, item, current, dispatch);
  const blockedNavigation = useUnsavedDraft(current, save);
  const update = (change: (before: Draft) => Draft) => dispatch({ kind: 'edited', change });

  /** Replaces the draft by the server's text. */
  const replace = (attributes: ContentItemAttributes) => {
    applySaved(attributes);
    dispatch({ kind: 'replaced', item: attributes });
  };

  /** Ends a conflict: one text becomes the draft, the other a version. */
  const resolveConflict = async (whose: 'mine' | 'theirs') => {
    try {
      const { data } = await api(officeGetContent, { params: { id } });
      revisionRef.current = data.attributes.revision;
      if (!(await send({ keep: true })) || whose === 'mine') return;
      const theirs = await rollBackToLatest(api, id, revisionRef.current);
      if (theirs !== undefined) replace(theirs);
    } catch (error) {
      dispatch({ kind: 'otherCallFailed', error });
    }
  };

  return {
    ...current,
    change: (part: Partial<Draft>) => update((before) => ({ ...before, ...part })),
    changeText: (locale: Locale, part: Partial<DraftText>) =>
      update((before) => {
        const text = before[locale];
        return text === null ? before : { ...before, [locale]: { ...text, ...part } };
      }),
    save,
    blockedNavigation,
    replace,
    applySaved,
    resolveConflict,
    revision: () => revisionRef.current,
  };
}
