import { useEffect, useState, type RefObject, useRef } from 'react';
import { updateUser } from '#contract/account/accounts.ts';
import type { UserAttributes } from '#contract/account/sessions.ts';
import type { CallError } from '#contract/call-errors.ts';
import { call } from '#contract/call.ts';
import { type Locale, LOCALES } from '#core/locale.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { keepaliveTransport } from '#web/api/browser-transport.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { errorsOf } from '#web/form/returned-form.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { createAutosave, type SaveStatus } from './autosave.ts';
import { EDIT_DELAY_MS, profileIn } from './settings-actions.ts';
import type { ReturnedSettings } from './settings-routes.ts';

interface ProfileAutosave {
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
function useProfileAutosave(form: RefObject<HTMLFormElement | null>, version: number): ProfileAutosave {
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

const FIELDS = ['full_name', 'phone'] as const;
const HINTS = { full_name: null, phone: 'account.settings.phone_hint' } as const;
const INPUT_PROPS = {
  full_name: { autoComplete: 'name' },
  phone: { autoComplete: 'tel', inputMode: 'tel' },
} as const;

/** Message keys below `account.settings`, by state of the autosave. */
const STATUS = { resting: 'by_itself', saving: 'saving', saved: 'saved', unanswered: 'not_saved_yet', refused: 'not_saved' } as const;

/** The name of a language in that language. */
const nativeName = (locale: Locale): string => new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;

interface ProfileFormProps {
  readonly user: UserAttributes;
  readonly returned: ReturnedSettings | undefined;
}

/** Name, phone and language. Saved automatically while typing; without scripts, by a button. */
export function ProfileForm({ user, returned }: ProfileFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const autosave = useProfileAutosave(form, user.version);
  const postedErrors = errorsOf(returned, FIELDS);
  const errorAt = (field: string) =>
    autosave.error?.field === field ? autosave.error.message : autosave.state === 'resting' ? postedErrors.at(field) : undefined;
  const isAtField = FIELDS.some((name) => autosave.error?.field === name);
  const initialValue = (name: (typeof FIELDS)[number]) => returned?.values[name] ?? user[name] ?? '';
  return (
    <CheckedForm ref={form} method="post" action="#profile" onChange={autosave.onChange} className="grid gap-5">
      <input type="hidden" name="deed" value="profile" />
      <input type="hidden" name="version" value={user.version} />
      {FIELDS.map((name) => (
        <TextField
          key={name}
          label={t(`account.field.${name}`)}
          name={name}
          {...INPUT_PROPS[name]}
          {...(HINTS[name] === null ? {} : { hint: t(HINTS[name]) })}
          disabled={!user.email_verified}
          defaultValue={initialValue(name)}
          error={errorAt(name)}
        />
      ))}
      <fieldset>
        <legend className="mb-1 text-sm font-medium">{t('account.settings.language')}</legend>
        <div className="flex flex-wrap gap-x-6">
          {LOCALES.map((locale) => (
            <label key={locale} className="flex min-h-11 items-center gap-2">
              <input type="radio" name="locale" value={locale} defaultChecked={user.locale === locale} className="size-5" />
              <span lang={locale}>{nativeName(locale)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {autosave.state === 'resting' ? <FormNotice {...postedErrors} /> : null}
      {autosave.state === 'unanswered' || (autosave.state === 'refused' && !isAtField) ? (
        <Notice tone="loss" role="alert">
          {autosave.error?.message ?? t('account.settings.unanswered')}
        </Notice>
      ) : null}
      <p role="status" className="min-h-6 text-sm leading-6 text-muted">
        {/* Without a verified e-mail the text fields are locked and only the language is saved */}
        {autosave.state === 'resting' && !user.email_verified ? null : t(`account.settings.${STATUS[autosave.state]}`)}
      </p>
      <noscript>
        <Button type="submit">{t('account.settings.save')}</Button>
      </noscript>
    </CheckedForm>
  );
}
