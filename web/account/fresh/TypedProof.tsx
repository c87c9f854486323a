import { TextField } from '#ui/TextField.tsx';
import { useWords } from '#web/i18n/use-words.ts';

/** What of his ways in may be typed: a code of whoever has a second factor, else the password of whoever has one. */
export interface Typeable {
  readonly hasFactor: boolean;
  readonly hasPassword: boolean;
}

interface TypedProofProps extends Typeable {
  readonly at: (field: string) => string | undefined;
}

/** Who sits there proves it once more; whoever can type nothing is asked when the form came back. */
export function TypedProof({ hasFactor, hasPassword, at }: TypedProofProps) {
  const { t } = useWords();
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
