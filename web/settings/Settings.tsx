import { type FormEvent, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { UserAttributes } from '#contract/account/sessions.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { PasswordFields } from '#web/form/PasswordFields.tsx';
import { requiredEmail } from '#web/form/contact-rules.ts';
import { newPassword, passwordAgain } from '#web/form/password-rules.ts';
import { type ReturnedForm, errorsOf } from '#web/form/returned-form.ts';
import { existingPassword } from '#web/form/rules.ts';
import { usePreservedInput } from '#web/form/use-preserved-input.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useAccountCall } from '#web/step-up/use-account-call.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { SETTINGS_ACTIONS, type SettingsAction } from './settings-actions.ts';
import type { ReturnedSettings } from './settings-routes.ts';

/**
 * Submits a settings form by script; a dialog asks for a missing fresh proof. Until the first response, shows what the server returned
 * without scripts.
 */
function useSettingsForm(action: SettingsAction, returned: ReturnedForm | undefined) {
  const api = useAccountCall();
  const navigate = useNavigate();
  const [latest, setLatest] = useState<ReturnedForm>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    const result = await SETTINGS_ACTIONS[action](api, new FormData(form));
    setBusy(false);
    setLatest(
      result.ok ? { errors: [], values: {}, isUnanswered: false } : { ...result, values: {}, isUnanswered: result.errors.length === 0 },
    );
    if (result.ok) {
      form.reset();
      await navigate({ search: `?saved=${action}` }, { replace: true, preventScrollReset: true });
    }
    // The result is shown above the fields, which may be out of view on a phone
    form.closest('section')?.scrollIntoView();
  };
  return { returned: latest ?? returned, isBusy, onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event) };
}

interface SettingsProps {
  readonly user: UserAttributes;
  readonly hasPassword: boolean;
  readonly saved: string | null;
  readonly returned: ReturnedSettings | undefined;
}

/** Profile, e-mail and password. */
export function Settings({ user, hasPassword, saved, returned }: SettingsProps) {
  const { t, to } = useTranslation();
  const returnedOf = (action: SettingsAction) => (returned?.action === action ? returned : undefined);
  const isSaved = (action: SettingsAction) => saved === action && returned === undefined;
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
      <Part action="profile" title={t('account.settings.profile')} notice={isSaved('profile') ? t('account.settings.saved') : null}>
        <ProfileForm user={user} returned={returnedOf('profile')} />
      </Part>
      <Part action="email" title={t('account.settings.email')} notice={isSaved('email') ? t('account.settings.email_sent') : null}>
        <EmailForm user={user} returned={returnedOf('email')} />
      </Part>
      <Part
        action="password"
        title={t('account.settings.password')}
        notice={isSaved('password') ? t('account.settings.password_saved') : null}
      >
        {hasPassword ? <PasswordForm user={user} returned={returnedOf('password')} /> : <NoPassword />}
      </Part>
    </div>
  );
}

interface PartProps {
  readonly action: SettingsAction;
  readonly title: string;
  readonly notice: string | null;
  readonly children: ReactNode;
}

/** The form's address names its section, so that without scripts the browser scrolls back to its errors. */
function Part({ action, title, notice, children }: PartProps) {
  return (
    <section id={action} className="grid scroll-mt-4 gap-5">
      <h2 className="text-lg font-semibold">{title}</h2>
      {notice === null ? null : <Notice role="status">{notice}</Notice>}
      {children}
    </section>
  );
}

interface FormProps {
  readonly user: UserAttributes;
  readonly returned: ReturnedForm | undefined;
}

function EmailForm({ user, returned }: FormProps) {
  const { t } = useTranslation();
  const submission = useSettingsForm('email', returned);
  const errors = errorsOf(submission.returned, ['email', 'current_password']);
  const form = usePreservedInput('settings-email');
  return (
    <CheckedForm
      rules={{ email: requiredEmail }}
      ref={form}
      method="post"
      action="#email"
      onSubmit={submission.onSubmit}
      className="grid gap-5"
    >
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
        defaultValue={returned?.values['email']}
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
      <Button type="submit" disabled={!user.email_verified || submission.isBusy} className="justify-self-start">
        {t('account.settings.email_submit')}
      </Button>
    </CheckedForm>
  );
}

/** An account that signs in by passkey or provider has no password. */
function NoPassword() {
  const { t, to } = useTranslation();
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
  const { t } = useTranslation();
  const submission = useSettingsForm('password', returned);
  const errors = errorsOf(submission.returned, ['current_password', 'password', 'password_confirmation']);
  const rules = { current_password: existingPassword, password: newPassword(user.email), password_confirmation: passwordAgain };
  return (
    <CheckedForm rules={rules} method="post" action="#password" onSubmit={submission.onSubmit} className="grid gap-5">
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
      <Button type="submit" disabled={submission.isBusy} className="justify-self-start">
        {t('account.settings.password_submit')}
      </Button>
    </CheckedForm>
  );
}
