import { useState } from 'react';
import { passwordStrength } from '#core/security/password.ts';
import { TextField } from '#ui/TextField.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

interface PasswordFieldProps {
  readonly error: string | undefined;
  /** E-mail of the account: a password made from it is refused. */
  readonly email?: string;
}

/** A new password, with its strength shown while typing. */
export function PasswordField({ error, email = '' }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const strength = password === '' ? null : passwordStrength(password, email);
  return (
    <div
      ref={(element) => {
        // Text typed before hydration
        const existing = element?.querySelector('input')?.value ?? '';
        if (existing !== '' && password === '') queueMicrotask(() => setPassword(existing));
      }}
    >
      <TextField
        label={t('account.field.new_password')}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        hint={t('account.password.rule')}
        error={error}
        onChange={(event) => setPassword(event.target.value)}
      />
      <p role="status" className={`min-h-6 text-sm leading-6 font-medium ${strength === 'refused' ? 'text-time' : 'text-action'}`}>
        {strength === null ? '' : t(`account.password.${strength}`)}
      </p>
    </div>
  );
}

interface PasswordFieldsProps extends Pick<PasswordFieldProps, 'email'> {
  readonly at: (field: string) => string | undefined;
}

/** The password twice: a typing error in a single field would lock the user out. */
export function PasswordFields({ at, email = '' }: PasswordFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField error={at('password')} email={email} />
      <TextField
        label={t('account.field.password_again')}
        name="password_confirmation"
        type="password"
        autoComplete="new-password"
        required
        error={at('password_confirmation')}
      />
    </>
  );
}
