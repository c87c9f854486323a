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
import { useApi } from '#office/api/use-api.ts';

/** What is typed rests for so long before it is saved by itself. */
const SAVE_AFTER_MS = 2 * SECOND_MS;

export interface Draft {
  readonly category_id: string;
  readonly sort: number;
  readonly ru: DraftText | null;
  readonly en: DraftText | null;
}

export type DraftState = 'saved' | 'typed' | 'saving' | 'failed' | 'conflict';

const draftOf = ({ category_id, sort, ru, en }: ContentItemAttributes): Draft => ({ category_id, sort, ru, en });

/** Who was first, as the refusal says. */
const firstOf = (error: unknown): string => {
  const by = error instanceof CallFailure ? error.failure.errors.find(({ code }) => code === 'edit_conflict')?.meta['by'] : undefined;
  return typeof by === 'string' ? by : '';
};

/** Whoever leaves by a link leaves when what he typed is kept; where it cannot be, he is asked. Undefined: nothing to ask. */
function useLeaving(state: DraftState, save: () => Promise<boolean>) {
  const blocker = useBlocker(state !== 'saved');
  const latest = useRef({ blocker, state });
  latest.current = { blocker, state };
  const isHeld = blocker.state === 'blocked';
  const isSettled = state === 'saved';
  useEffect(() => {
    if (isHeld && isSettled) latest.current.blocker.proceed?.();
    else if (isHeld && latest.current.state !== 'conflict') void save();
  }, [isHeld, isSettled, save]);
  if (!isHeld || (state !== 'failed' && state !== 'conflict')) return undefined;
  return { go: () => blocker.proceed?.(), stay: () => blocker.reset?.() };
}

/**
 * A draft that saves itself over the revision it was read at. When somebody else was first, saving stops and nothing is lost: whichever
 * of the two is chosen, the other one is a version of the text.
 */
export function useDraft(id: string, item: ContentItemAttributes) {
  const api = useApi();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(item));
  const [state, setState] = useState<DraftState>('saved');
  const [error, setError] = useState<unknown>(null);
  const [first, setFirst] = useState('');
  /** Counts what was taken from the server: fields that keep their own text are made anew. */
  const [epoch, setEpoch] = useState(0);
  const latest = useRef({ draft, revision: item.revision, typed: 0 });
  latest.current.draft = draft;
  const running = useRef<Promise<boolean> | null>(null);

  const keepAnswer = useCallback(
    (attributes: ContentItemAttributes) => {
      latest.current.revision = attributes.revision;
      queries.setQueryData(keys.contentItem(id), attributes);
      void queries.invalidateQueries({ queryKey: keys.content() });
    },
    [id, queries],
  );

  const send = useCallback(
    async (keep = false): Promise<boolean> => {
      const { draft: sent, revision, typed } = latest.current;
      setState('saving');
      try {
        const { data } = await api(officeSaveContent, { params: { id }, body: { ...sent, revision, ...(keep ? { keep } : {}) } });
        keepAnswer(data.attributes);
        setError(null);
        setState(latest.current.typed === typed ? 'saved' : 'typed');
        return true;
      } catch (failure) {
        setError(failure);
        setFirst(firstOf(failure));
        setState(isRefusedFor(failure, 'edit_conflict') ? 'conflict' : 'failed');
        return false;
      }
    },
    [api, id, keepAnswer],
  );

  /** Saves what is typed; true when everything is kept. One at a time. */
  const save = useCallback(async (): Promise<boolean> => {
    if (running.current !== null) await running.current;
    running.current = send();
    const isKept = await running.current;
    running.current = null;
    return isKept;
  }, [send]);

  useEffect(() => {
    if (state !== 'typed') return undefined;
    const timer = setTimeout(() => void save(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state, draft, save]);

  useEffect(() => {
    if (state === 'saved') return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [state]);

  const leaving = useLeaving(state, save);

  const change = useCallback((part: Partial<Draft>) => {
    latest.current.typed += 1;
    setDraft((before) => ({ ...before, ...part }));
    setState((before) => (before === 'conflict' ? before : 'typed'));
  }, []);

  const changeText = useCallback((locale: Locale, part: Partial<DraftText>) => {
    latest.current.typed += 1;
    setDraft((before) => {
      const text = before[locale];
      return text === null ? before : { ...before, [locale]: { ...text, ...part } };
    });
    setState((before) => (before === 'conflict' ? before : 'typed'));
  }, []);

  /** Shows what the server has now. */
  const adopt = useCallback(
    (attributes: ContentItemAttributes) => {
      keepAnswer(attributes);
      setDraft(draftOf(attributes));
      setError(null);
      setState('saved');
      setEpoch((before) => before + 1);
    },
    [keepAnswer],
  );

  /** Ends a conflict: what is typed here goes over what is there, which stays as a version; or the other way round. */
  const settle = useCallback(
    async (whose: 'mine' | 'theirs') => {
      try {
        const { data } = await api(officeGetContent, { params: { id } });
        latest.current.revision = data.attributes.revision;
        if (!(await send(true)) || whose === 'mine') return;
        // The newest version is what was there
        const [theirs] = (await api(officeListContentVersions, { params: { id } })).data;
        if (theirs === undefined) return;
        const { data: back } = await api(officeRollBackContent, {
          params: { id },
          body: { revision: latest.current.revision, number: theirs.attributes.number },
        });
        adopt(back.attributes);
      } catch (failure) {
        setError(failure);
      }
    },
    [api, id, send, adopt],
  );

  return {
    draft,
    state,
    error,
    first,
    epoch,
    change,
    changeText,
    save,
    leaving,
    adopt,
    keepAnswer,
    settle,
    revision: () => latest.current.revision,
  };
}
