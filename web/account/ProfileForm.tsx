import { useRef } from 'react';
import type { UserAttributes } from '#contract/sessions.ts';
import { type Locale, LOCALES } from '#core/locale.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { FormNotice } from './FormNotice.tsx';
import { errorsOf } from './posted.ts';
import type { ReturnedSettings } from './settings.ts';
import { useSavedProfile } from './use-saved-profile.ts';

const FIELDS = ['full_name', 'phone'] as const;
const HINTS = { full_name: null, phone: 'account.settings.phone_hint' } as const;
const TYPING = {
  full_name: { autoComplete: 'name' },
  phone: { autoComplete: 'tel', inputMode: 'tel' },
} as const;

/** What is said of what was typed. */
const STATUS = { resting: 'by_itself', saving: 'saving', saved: 'saved', unanswered: 'not_saved_yet', refused: 'not_saved' } as const;

/** A language as its speakers call it. */
const ownName = (locale: Locale): string => new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;

interface ProfileFormProps {
  readonly user: UserAttributes;
  readonly returned: ReturnedSettings | undefined;
}

/** What one says of oneself. It saves itself while one types; without scripts by its button. */
export function ProfileForm({ user, returned }: ProfileFormProps) {
  const { t } = useWords();
  const form = useRef<HTMLFormElement>(null);
  const saved = useSavedProfile(form, user.version);
  const posted = errorsOf(returned, FIELDS);
  const at = (field: string) =>
    saved.error?.field === field ? saved.error.message : saved.state === 'resting' ? posted.at(field) : undefined;
  const isAtField = FIELDS.some((name) => saved.error?.field === name);
  const typed = (name: (typeof FIELDS)[number]) => returned?.typed[name] ?? user[name] ?? '';
  return (
    <CheckedForm rules={{}} ref={form} method="post" action="#profile" onChange={saved.onChange} className="grid gap-5">
      <input type="hidden" name="deed" value="profile" />
      <input type="hidden" name="version" value={user.version} />
      {FIELDS.map((name) => (
        <TextField
          key={name}
          label={t(`account.field.${name}`)}
          name={name}
          {...TYPING[name]}
          {...(HINTS[name] === null ? {} : { hint: t(HINTS[name]) })}
          disabled={!user.email_verified}
          defaultValue={typed(name)}
          error={at(name)}
        />
      ))}
      <fieldset>
        <legend className="mb-1 text-sm font-medium">{t('account.settings.language')}</legend>
        <div className="flex flex-wrap gap-x-6">
          {LOCALES.map((locale) => (
            <label key={locale} className="flex min-h-11 items-center gap-2">
              <input type="radio" name="locale" value={locale} defaultChecked={user.locale === locale} className="size-5" />
              <span lang={locale}>{ownName(locale)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {saved.state === 'resting' ? <FormNotice {...posted} /> : null}
      {saved.state === 'unanswered' || (saved.state === 'refused' && !isAtField) ? (
        <Notice tone="loss" role="alert">
          {saved.error?.message ?? t('account.settings.unanswered')}
        </Notice>
      ) : null}
      <p role="status" className="min-h-6 text-sm leading-6 text-muted">
        {/* What is locked saves nothing; the language does, and then says so */}
        {saved.state === 'resting' && !user.email_verified ? null : t(`account.settings.${STATUS[saved.state]}`)}
      </p>
      <noscript>
        <Button type="submit">{t('account.settings.save')}</Button>
      </noscript>
    </CheckedForm>
  );
}
