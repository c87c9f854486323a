import { useState } from 'react';
import { passwordStrength } from '#core/password.ts';
import { TextField } from '#ui/TextField.tsx';
import { useWords } from '#web/i18n/use-words.ts';

interface PasswordFieldProps {
  readonly error: string | undefined;
  /** Whose password it becomes: his own name is no secret. */
  readonly email?: string;
}

/** A password that is being thought of; how good it is, is said while it is typed. */
export function PasswordField({ error, email = '' }: PasswordFieldProps) {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const strength = typed === '' ? null : passwordStrength(typed, email);
  return (
    <div
      ref={(element) => {
        // What was typed before the page came to life
        const standing = element?.querySelector('input')?.value ?? '';
        if (standing !== '' && typed === '') queueMicrotask(() => setTyped(standing));
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
        onChange={(event) => setTyped(event.target.value)}
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

/** The same, twice: of a typing error nobody learns before he is locked out. */
export function PasswordFields({ at, email = '' }: PasswordFieldsProps) {
  const { t } = useWords();
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
