import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
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
import { isRefusedFor } from '#office/api/problem.ts';
import { CallFailure } from '#office/api/call-failure.ts';
import { type Api, useApi } from '#office/api/use-api.ts';

/** Pause after the last edit before the draft is saved. */
const SAVE_AFTER_MS = 2 * SECOND_MS;

export interface Draft {
  readonly category_id: string;
  readonly sort: number;
  readonly ru: DraftText | null;
  readonly en: DraftText | null;
}

export type DraftState = 'saved' | 'typed' | 'saving' | 'failed' | 'conflict';

const draftOf = ({ category_id, sort, ru, en }: ContentItemAttributes): Draft => ({ category_id, sort, ru, en });

/** The colleague whose version was saved first, from the refusal. */
const conflictAuthor = (error: unknown): string => {
  const by = error instanceof CallFailure ? error.failure.errors.find(({ code }) => code === 'edit_conflict')?.meta['by'] : undefined;
  return typeof by === 'string' ? by : '';
};

/** Saves before a link leaves the screen. Undefined unless saving failed: then the operator chooses. */
function useNavigationGuard(state: DraftState, save: () => Promise<boolean>) {
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
function useAutosave(state: DraftState, draft: Draft, save: () => Promise<boolean>): void {
  useEffect(() => {
    if (state !== 'typed') return undefined;
    const timer = setTimeout(() => void save(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state, draft, save]);
}

/** Asks before the page is closed with an unsaved draft. */
function useUnloadWarning(state: DraftState): void {
  useEffect(() => {
    if (state === 'saved') return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [state]);
}

/** Makes the newest version the draft again: after a forced save that is the colleague's text. Undefined: there is no version. */
async function rollBackToLatest(api: Api, id: string, revision: number): Promise<ContentItemAttributes | undefined> {
  const [latest] = (await api(officeListContentVersions, { params: { id } })).data;
  if (latest === undefined) return undefined;
  return (await api(officeRollBackContent, { params: { id }, body: { revision, number: latest.attributes.number } })).data.attributes;
}

export type DraftEditor = ReturnType<typeof useDraft>;

/**
 * A draft that saves itself over the revision it was read at. When a colleague has saved first, saving stops until one of the two is
 * chosen; the other becomes a version of the text.
 */
export function useDraft(id: string, item: ContentItemAttributes) {
  const api = useApi();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(item));
  const [state, setState] = useState<DraftState>('saved');
  const [error, setError] = useState<unknown>(null);
  const [conflictBy, setConflictBy] = useState('');
  /** Increases when the server's text replaces the draft: the editors are remounted. */
  const [epoch, setEpoch] = useState(0);
  const latest = useRef({ draft, revision: item.revision, edits: 0 });
  latest.current.draft = draft;
  const running = useRef<Promise<boolean> | null>(null);

  const applySaved = useCallback(
    (attributes: ContentItemAttributes) => {
      latest.current.revision = attributes.revision;
      queries.setQueryData(keys.contentItem(id), attributes);
      void queries.invalidateQueries({ queryKey: keys.content() });
    },
    [id, queries],
  );

  const send = useCallback(
    async ({ keep = false } = {}): Promise<boolean> => {
      const { draft: sent, revision, edits } = latest.current;
      setState('saving');
      try {
        const { data } = await api(officeSaveContent, { params: { id }, body: { ...sent, revision, ...(keep ? { keep } : {}) } });
        applySaved(data.attributes);
        setError(null);
        setState(latest.current.edits === edits ? 'saved' : 'typed');
        return true;
      } catch (failure) {
        setError(failure);
        setConflictBy(conflictAuthor(failure));
        setState(isRefusedFor(failure, 'edit_conflict') ? 'conflict' : 'failed');
        return false;
      }
    },
    [api, id, applySaved],
  );

  /** Saves the draft, one call at a time. Returns whether it is saved. */
  const save = useCallback(async (): Promise<boolean> => {
    if (running.current !== null) await running.current;
    running.current = send();
    const isSaved = await running.current;
    running.current = null;
    return isSaved;
  }, [send]);

  useAutosave(state, draft, save);
  useUnloadWarning(state);

  const blockedNavigation = useNavigationGuard(state, save);

  const update = (next: (before: Draft) => Draft) => {
    latest.current.edits += 1;
    setDraft(next);
    setState((before) => (before === 'conflict' ? before : 'typed'));
  };

  /** Replaces the draft by the server's text. */
  const replace = (attributes: ContentItemAttributes) => {
    applySaved(attributes);
    setDraft(draftOf(attributes));
    setError(null);
    setState('saved');
    setEpoch((before) => before + 1);
  };

  /** Ends a conflict: one text becomes the draft, the other a version. */
  const resolveConflict = async (whose: 'mine' | 'theirs') => {
    try {
      const { data } = await api(officeGetContent, { params: { id } });
      latest.current.revision = data.attributes.revision;
      if (!(await send({ keep: true })) || whose === 'mine') return;
      const theirs = await rollBackToLatest(api, id, latest.current.revision);
      if (theirs !== undefined) replace(theirs);
    } catch (failure) {
      setError(failure);
    }
  };

  return {
    draft,
    state,
    error,
    conflictBy,
    epoch,
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
    revision: () => latest.current.revision,
  };
}
