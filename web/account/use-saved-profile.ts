import { useEffect, useRef, useState, type RefObject } from 'react';
import { updateUser } from '#contract/accounts.ts';
import { call } from '#contract/call.ts';
import type { CallError } from '#contract/call-errors.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { EDIT_DELAY_MS, profileIn } from './profile.ts';

export interface SavedProfile {
  readonly state: 'resting' | 'saving' | 'saved' | 'unanswered' | 'refused';
  /** The first error of the server, as it stands (spec 4). */
  readonly error: CallError | undefined;
  readonly onChange: () => void;
}

/**
 * Sends the form 350 ms after the last key. What is typed meanwhile is sent after the answer, one save at a time; a save that nobody
 * answered is sent again with the next key. The version of the last answer goes along, so that another tab's change is not overwritten.
 */
export function useSavedProfile(form: RefObject<HTMLFormElement | null>, version: number): SavedProfile {
  const { locale } = useWords();
  const [state, setState] = useState<SavedProfile['state']>('resting');
  const [error, setError] = useState<CallError>();
  const known = useRef(version);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const work = useRef({ isRunning: false, isWanted: false });

  const save = async (): Promise<void> => {
    if (form.current === null) return;
    if (work.current.isRunning) {
      work.current.isWanted = true;
      return;
    }
    work.current = { isRunning: true, isWanted: false };
    setState('saving');
    const body = { ...profileIn(new FormData(form.current)), version: known.current };
    const answer = await call(updateUser, { body }, browserTransport(locale));
    if (answer.ok) known.current = answer.data.attributes.version;
    const again = work.current.isWanted;
    work.current = { isRunning: false, isWanted: false };
    if (again) return await save();
    setError(answer.ok ? undefined : answer.errors[0]);
    setState(answer.ok ? 'saved' : answer.errors.length === 0 ? 'unanswered' : 'refused');
  };

  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll('input') ?? [])];
    // What was typed before the page came to life is a change like any other
    if (fields.some((field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked)) void latest.current();
  }, [form]);
  // Whoever leaves within the delay has not lost his last word
  useEffect(() => {
    const flush = () => {
      if (timer.current === undefined) return;
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

  return {
    state,
    error,
    onChange() {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        timer.current = undefined;
        void latest.current();
      }, EDIT_DELAY_MS);
    },
  };
}
