import { useEffect, useState, type RefObject } from 'react';
import { updateUser } from '#contract/account/accounts.ts';
import { call } from '#contract/call.ts';
import type { CallError } from '#contract/call-errors.ts';
import type { Locale } from '#core/locale.ts';
import { keepaliveTransport } from '#web/api/browser-transport.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { createAutosave, type SaveStatus } from '#web/settings/autosave.ts';
import { EDIT_DELAY_MS, profileIn } from '#web/settings/profile.ts';

export interface ProfileAutosave {
  readonly state: 'resting' | SaveStatus<CallError>['state'];
  /** The server's first error, unchanged (spec 4). */
  readonly error: CallError | undefined;
  readonly onChange: () => void;
}

/** Delay before a save without a response is repeated. */
const RETRY_MS = 5_000;

/** Sends the profile with its last known version, so that another tab's change is not overwritten. */
function profileSender(locale: Locale, version: number) {
  let knownVersion = version;
  return async (profile: ReturnType<typeof profileIn>): Promise<SaveStatus<CallError>> => {
    const answer = await call(updateUser, { body: { ...profile, version: knownVersion } }, keepaliveTransport(locale));
    if (!answer.ok) return { state: answer.errors.length === 0 ? 'unanswered' : 'refused', error: answer.errors[0] };
    knownVersion = answer.data.attributes.version;
    return { state: 'saved', error: undefined };
  };
}

/** Saves the form 350 ms after the last change; a save without a response is repeated until one comes. */
export function useProfileAutosave(form: RefObject<HTMLFormElement | null>, version: number): ProfileAutosave {
  const { locale } = useTranslation();
  const [status, setStatus] = useState<Omit<ProfileAutosave, 'onChange'>>({ state: 'resting', error: undefined });
  const [autosave] = useState(() =>
    createAutosave({
      delayMs: EDIT_DELAY_MS,
      send: profileSender(locale, version),
      onStatus: (next) => setStatus((previous) => ({ ...previous, ...next })),
    }),
  );
  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll('input') ?? [])];
    // Input typed before hydration is a change like any other
    const isTyped = fields.some((field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked);
    if (isTyped && form.current !== null) autosave.saveNow(profileIn(new FormData(form.current)));
  }, [autosave, form]);
  // Leaving the page within the delay, or before the response, must not lose the last change
  useEffect(() => {
    globalThis.addEventListener('pagehide', autosave.flush);
    return () => {
      globalThis.removeEventListener('pagehide', autosave.flush);
      autosave.flush();
    };
  }, [autosave]);
  const { state } = status;
  useEffect(() => {
    if (state !== 'unanswered') return undefined;
    const retryTimer = setTimeout(autosave.retry, RETRY_MS);
    globalThis.addEventListener('online', autosave.retry);
    return () => {
      clearTimeout(retryTimer);
      globalThis.removeEventListener('online', autosave.retry);
    };
  }, [autosave, state]);
  return {
    ...status,
    onChange() {
      if (form.current !== null) autosave.change(profileIn(new FormData(form.current)));
    },
  };
}
