import { TextField } from '#ui/TextField.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** Proofs that a form can carry: a code of a second factor, else the password. */
export interface ProofMethods {
  readonly hasFactor: boolean;
  readonly hasPassword: boolean;
}

interface ProofFieldsProps extends ProofMethods {
  readonly at: (field: string) => string | undefined;
}

/** The proof as a field of the form. Accounts without either are asked after the form has returned. */
export function ProofFields({ hasFactor, hasPassword, at }: ProofFieldsProps) {
  const { t } = useTranslation();
  if (hasFactor)
    return (
      <TextField
        label={t('own.data.code')}
        hint={t('own.data.code_hint')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
        error={at('totp')}
      />
    );
  return hasPassword ? (
    <TextField
      label={t('own.data.password')}
      hint={t('own.data.password_hint')}
      name="password"
      type="password"
      autoComplete="current-password"
      error={at('password')}
    />
  ) : null;
}
