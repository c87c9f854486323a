import { useEffect, useRef, useState, type RefObject } from 'react';
import { updateUser } from '#contract/accounts.ts';
import { call } from '#contract/call.ts';
import type { CallError } from '#contract/call-errors.ts';
import { lastingTransport } from '#web/api/browser-transport.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { EDIT_DELAY_MS, profileIn } from './profile.ts';

export interface SavedProfile {
  readonly state: 'resting' | 'saving' | 'saved' | 'unanswered' | 'refused';
  /** The first error of the server, as it stands (spec 4). */
  readonly error: CallError | undefined;
  readonly onChange: () => void;
}

/** How long after a save that nobody answered it is tried again. */
const AGAIN_MS = 5_000;

/**
 * Sends the form 350 ms after the last key. What is typed meanwhile is sent after the answer, one save at a time; a save that nobody
 * answered is tried again until it is. The version of the last answer goes along, so that another tab's change is not overwritten.
 */
export function useSavedProfile(form: RefObject<HTMLFormElement | null>, version: number): SavedProfile {
  const { locale } = useWords();
  const [state, setState] = useState<SavedProfile['state']>('resting');
  const [error, setError] = useState<CallError>();
  const known = useRef(version);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What nobody has saved yet; read at each key, because a form that is left is gone before its last word is sent. */
  const unsaved = useRef<ReturnType<typeof profileIn>>(undefined);
  const isRunning = useRef(false);

  const save = async (): Promise<void> => {
    const profile = unsaved.current;
    if (profile === undefined || isRunning.current) return;
    isRunning.current = true;
    setState('saving');
    const answer = await call(updateUser, { body: { ...profile, version: known.current } }, lastingTransport(locale));
    isRunning.current = false;
    if (answer.ok) known.current = answer.data.attributes.version;
    const isTypedOn = unsaved.current !== profile;
    const isUnanswered = !answer.ok && answer.errors.length === 0;
    if (!isTypedOn && !isUnanswered) unsaved.current = undefined;
    if (isTypedOn && timer.current === undefined) return await save();
    setError(answer.ok ? undefined : answer.errors[0]);
    setState(answer.ok ? 'saved' : isUnanswered ? 'unanswered' : 'refused');
  };

  const latest = useRef(save);
  latest.current = save;
  const note = () => {
    if (form.current !== null) unsaved.current = profileIn(new FormData(form.current));
  };
  const noted = useRef(note);
  noted.current = note;
  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll('input') ?? [])];
    // What was typed before the page came to life is a change like any other
    if (!fields.some((field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked)) return;
    noted.current();
    void latest.current();
  }, [form]);
  // Whoever leaves within the delay, or before he was answered, has not lost his last word
  useEffect(() => {
    const flush = () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      void latest.current();
    };
    globalThis.addEventListener('pagehide', flush);
    return () => {
      globalThis.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);
  useEffect(() => {
    if (state !== 'unanswered') return undefined;
    const again = () => void latest.current();
    const later = setTimeout(again, AGAIN_MS);
    globalThis.addEventListener('online', again);
    return () => {
      clearTimeout(later);
      globalThis.removeEventListener('online', again);
    };
  }, [state]);

  return {
    state,
    error,
    onChange() {
      note();
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        timer.current = undefined;
        void latest.current();
      }, EDIT_DELAY_MS);
    },
  };
}
