import type { ReactNode } from 'react';
import type { UserAttributes } from '#contract/sessions.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { requiredEmail } from '#web/form/contact-rules.ts';
import { typedPassword } from '#web/form/rules.ts';
import { newPassword, passwordAgain } from './password-rules.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { FormNotice } from './FormNotice.tsx';
import { PasswordFields } from './PasswordFields.tsx';
import { errorsOf, type Returned } from './posted.ts';
import { ProfileForm } from './ProfileForm.tsx';
import type { ReturnedSettings } from './settings.ts';
import type { SettingsDeed } from './settings-deeds.ts';
import { useKeptForm } from './use-kept-form.ts';
import { useSettingsDeed } from './use-settings-deed.ts';

interface SettingsProps {
  readonly user: UserAttributes;
  readonly hasPassword: boolean;
  readonly saved: string | null;
  readonly returned: ReturnedSettings | undefined;
}

/** Who one is, where one's letters go, and one's password. */
export function Settings({ user, hasPassword, saved, returned }: SettingsProps) {
  const { t, to } = useWords();
  const backOf = (deed: SettingsDeed) => (returned?.deed === deed ? returned : undefined);
  const isSaved = (deed: SettingsDeed) => saved === deed && returned === undefined;
  return (
    <div className="grid max-w-xl gap-10">
      <h1 className="text-2xl font-semibold">{t('account.settings.title')}</h1>
      {user.email_verified ? null : (
        <Notice tone="time">
          {t('account.settings.unproven')}{' '}
          <a className="link" href={to('/account')}>
            {t('account.settings.to_proof')}
          </a>
        </Notice>
      )}
      <Part deed="profile" title={t('account.settings.profile')} news={isSaved('profile') ? t('account.settings.saved') : null}>
        <ProfileForm user={user} returned={backOf('profile')} />
      </Part>
      <Part deed="email" title={t('account.settings.email')} news={isSaved('email') ? t('account.settings.email_sent') : null}>
        <EmailForm user={user} returned={backOf('email')} />
      </Part>
      <Part deed="password" title={t('account.settings.password')} news={isSaved('password') ? t('account.settings.password_saved') : null}>
        {hasPassword ? <PasswordForm user={user} returned={backOf('password')} /> : <NoPassword />}
      </Part>
    </div>
  );
}

interface PartProps {
  readonly deed: SettingsDeed;
  readonly title: string;
  readonly news: string | null;
  readonly children: ReactNode;
}

/** Its form leads back to it: on a telephone the top of the page says nothing of what was wrong further down. */
function Part({ deed, title, news, children }: PartProps) {
  return (
    <section id={deed} className="grid scroll-mt-4 gap-5">
      <h2 className="text-lg font-semibold">{title}</h2>
      {news === null ? null : <Notice role="status">{news}</Notice>}
      {children}
    </section>
  );
}

interface FormProps {
  readonly user: UserAttributes;
  readonly returned: Returned | undefined;
}

function EmailForm({ user, returned }: FormProps) {
  const { t } = useWords();
  const deed = useSettingsDeed('email', returned);
  const errors = errorsOf(deed.returned, ['email', 'current_password']);
  const form = useKeptForm('settings-email');
  return (
    <CheckedForm rules={{ email: requiredEmail }} ref={form} method="post" action="#email" onSubmit={deed.onSubmit} className="grid gap-5">
      <p className="text-muted wrap-anywhere">{t('account.settings.email_now', { email: user.email })}</p>
      <input type="hidden" name="deed" value="email" />
      <FormNotice {...errors} />
      <TextField
        label={t('account.field.new_email')}
        name="email"
        type="email"
        autoComplete="off"
        required
        disabled={!user.email_verified}
        hint={t('account.settings.email_hint')}
        defaultValue={returned?.typed['email']}
        error={errors.at('email')}
      />
      <TextField
        label={t('account.field.current_password')}
        name="current_password"
        type="password"
        autoComplete="current-password"
        disabled={!user.email_verified}
        error={errors.at('current_password')}
      />
      <Button type="submit" disabled={!user.email_verified || deed.isBusy} className="justify-self-start">
        {t('account.settings.email_submit')}
      </Button>
    </CheckedForm>
  );
}

/** Who comes in by a key or another house has none to change. */
function NoPassword() {
  const { t, to } = useWords();
  return (
    <p className="leading-7">
      {t('account.settings.no_password')}{' '}
      <a className="link" href={to('/account/security')}>
        {t('account.settings.to_security')}
      </a>
    </p>
  );
}

function PasswordForm({ user, returned }: FormProps) {
  const { t } = useWords();
  const deed = useSettingsDeed('password', returned);
  const errors = errorsOf(deed.returned, ['current_password', 'password', 'password_confirmation']);
  const rules = { current_password: typedPassword, password: newPassword(user.email), password_confirmation: passwordAgain };
  return (
    <CheckedForm rules={rules} method="post" action="#password" onSubmit={deed.onSubmit} className="grid gap-5">
      <input type="hidden" name="deed" value="password" />
      <input type="hidden" name="username" autoComplete="username" value={user.email} />
      <FormNotice {...errors} />
      <TextField
        label={t('account.field.current_password')}
        name="current_password"
        type="password"
        autoComplete="current-password"
        required
        error={errors.at('current_password')}
      />
      <PasswordFields at={errors.at} email={user.email} />
      <Button type="submit" disabled={deed.isBusy} className="justify-self-start">
        {t('account.settings.password_submit')}
      </Button>
    </CheckedForm>
  );
}
