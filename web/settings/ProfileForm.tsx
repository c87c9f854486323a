import { useRef } from 'react';
import type { UserAttributes } from '#contract/account/sessions.ts';
import { type Locale, LOCALES } from '#core/locale.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { errorsOf } from '#web/form/returned-form.ts';
import type { ReturnedSettings } from '#web/settings/settings.ts';
import { useProfileAutosave } from '#web/settings/use-profile-autosave.ts';

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
    <CheckedForm rules={{}} ref={form} method="post" action="#profile" onChange={autosave.onChange} className="grid gap-5">
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
