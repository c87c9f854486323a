import { useEffect, useRef, useState, type RefObject } from 'react';
import { updateUser } from '#contract/account/accounts.ts';
import { call } from '#contract/call.ts';
import type { CallError } from '#contract/call-errors.ts';
import { keepaliveTransport } from '#web/api/browser-transport.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { EDIT_DELAY_MS, profileIn } from '#web/settings/profile.ts';

export interface ProfileAutosave {
  readonly state: 'resting' | 'saving' | 'saved' | 'unanswered' | 'refused';
  /** The server's first error, unchanged (spec 4). */
  readonly error: CallError | undefined;
  readonly onChange: () => void;
}

/** Delay before a save without a response is repeated. */
const RETRY_MS = 5_000;

/**
 * Saves the form 350 ms after the last change, one save at a time. Input typed meanwhile is sent after the response; a save without a
 * response is repeated until one comes. The last known version is sent along, so that another tab's change is not overwritten.
 */
export function useProfileAutosave(form: RefObject<HTMLFormElement | null>, version: number): ProfileAutosave {
  const { locale } = useTranslation();
  const [state, setState] = useState<ProfileAutosave['state']>('resting');
  const [error, setError] = useState<CallError>();
  const knownVersion = useRef(version);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Input not saved yet. Captured on each change: the form is already unmounted when the last change is sent. */
  const unsaved = useRef<ReturnType<typeof profileIn>>(undefined);
  const isRunning = useRef(false);

  const save = async (): Promise<void> => {
    const profile = unsaved.current;
    if (profile === undefined || isRunning.current) return;
    isRunning.current = true;
    setState('saving');
    const answer = await call(updateUser, { body: { ...profile, version: knownVersion.current } }, keepaliveTransport(locale));
    isRunning.current = false;
    if (answer.ok) knownVersion.current = answer.data.attributes.version;
    const hasNewInput = unsaved.current !== profile;
    const isUnanswered = !answer.ok && answer.errors.length === 0;
    if (!hasNewInput && !isUnanswered) unsaved.current = undefined;
    if (hasNewInput && timer.current === undefined) return await save();
    setError(answer.ok ? undefined : answer.errors[0]);
    setState(answer.ok ? 'saved' : isUnanswered ? 'unanswered' : 'refused');
  };

  const latestSave = useRef(save);
  latestSave.current = save;
  const capture = () => {
    if (form.current !== null) unsaved.current = profileIn(new FormData(form.current));
  };
  const latestCapture = useRef(capture);
  latestCapture.current = capture;
  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll('input') ?? [])];
    // Input typed before hydration is a change like any other
    if (!fields.some((field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked)) return;
    latestCapture.current();
    void latestSave.current();
  }, [form]);
  // Leaving the page within the delay, or before the response, must not lose the last change
  useEffect(() => {
    const flush = () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      void latestSave.current();
    };
    globalThis.addEventListener('pagehide', flush);
    return () => {
      globalThis.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);
  useEffect(() => {
    if (state !== 'unanswered') return undefined;
    const retry = () => void latestSave.current();
    const retryTimer = setTimeout(retry, RETRY_MS);
    globalThis.addEventListener('online', retry);
    return () => {
      clearTimeout(retryTimer);
      globalThis.removeEventListener('online', retry);
    };
  }, [state]);

  return {
    state,
    error,
    onChange() {
      capture();
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        timer.current = undefined;
        void latestSave.current();
      }, EDIT_DELAY_MS);
    },
  };
}
