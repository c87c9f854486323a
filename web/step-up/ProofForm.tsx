import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { call } from '#contract/call.ts';
import { getWaysIn, proveByPassword, type WaysInAttributes } from '#contract/account/ways-in.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { FactorForm } from '#web/step-up/FactorForm.tsx';
import { browserTransport } from '#web/api/browser-transport.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { existingPassword } from '#web/form/rules.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ProviderProof } from '#web/step-up/ProviderProof.tsx';
import { useAction } from '#web/api/use-action.ts';

/** Proof by password. */
function PasswordProof({ onDone }: { readonly onDone: () => void }) {
  const { locale, t } = useTranslation();
  const action = useAction();
  const [password, setPassword] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await action.run(() => call(proveByPassword, { body: { password } }, browserTransport(locale)))) onDone();
  };
  return (
    <CheckedForm rules={{ password: existingPassword }} className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('account.field.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        error={action.problem}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" tone="action" disabled={action.isBusy}>
        {t('security.fresh.submit')}
      </Button>
    </CheckedForm>
  );
}

/** Proof by a second factor, else by password, else by a sign-in provider. */
export function ProofForm({ onDone }: { readonly onDone: () => void }) {
  const { locale, t } = useTranslation();
  const transport = useMemo(() => browserTransport(locale), [locale]);
  const [ways, setWays] = useState<WaysInAttributes | 'failed'>();
  useEffect(() => {
    let isMounted = true;
    void call(getWaysIn, {}, transport).then((answer) => {
      if (isMounted) setWays(answer.ok ? answer.data.attributes : 'failed');
    });
    return () => {
      isMounted = false;
    };
  }, [transport]);
  if (ways === undefined) return <p className="text-muted">{t('security.loading')}</p>;
  if (ways === 'failed') return <p className="text-loss">{t('account.unanswered')}</p>;
  const factors = ways.proofs.filter((proof) => proof === 'totp' || proof === 'passkey' || proof === 'recovery_code');
  if (factors.length > 0) return <FactorForm methods={factors} onDone={onDone} />;
  if (ways.has_password) return <PasswordProof onDone={onDone} />;
  return <ProviderProof providers={ways.identities.map(({ provider }) => provider)} onDone={onDone} />;
}
