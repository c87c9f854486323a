import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog } from '@base-ui/react/dialog';
import { useState, type FormEvent, useEffect, useMemo, type ReactNode } from 'react';
import { beginProvider } from '#contract/account/sign-in-providers.ts';
import { getWaysIn, proveByPassword, type SignInMethodsAttributes } from '#contract/account/sign-in-methods.ts';
import { call } from '#contract/call.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { StepUpContext, useProofDialog } from '#ui/step-up/step-up.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useAction } from '#web/api/use-action.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { existingPassword } from '#web/form/rules.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { FactorForm } from './FactorForm.tsx';

/** Proof by a provider in a new tab: this page keeps its input. */
function ProviderProof({ providers, onDone }: { readonly providers: readonly string[]; readonly onDone: () => void }) {
  const { locale, t, to } = useTranslation();
  const action = useAction();
  const [isOpened, setOpened] = useState(false);
  const openProvider = async (id: string) => {
    // Opened within the click: a browser blocks a tab opened later
    const tab = globalThis.open('', '_blank');
    const body = { purpose: 'prove', return_to: `${to('/account/security')}?confirmed=1` } as const;
    const started = await action.run(() => call(beginProvider, { params: { id }, body }, browserTransport(locale)));
    if (started === undefined || tab === null) return tab?.close();
    tab.location.href = started.data.attributes.url;
    return setOpened(true);
  };
  return (
    <div className="grid gap-3">
      <p className="text-sm">{t('security.fresh.provider')}</p>
      {action.problem === undefined ? null : (
        <p role="alert" className="text-sm text-loss">
          {action.problem}
        </p>
      )}
      {providers.map((id) => (
        <Button key={id} disabled={action.isBusy} onClick={() => void openProvider(id)}>
          {t('security.fresh.by_provider', { provider: id })}
        </Button>
      ))}
      {isOpened ? (
        <Button tone="action" onClick={onDone}>
          {t('security.fresh.went_on')}
        </Button>
      ) : null}
    </div>
  );
}

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
function ProofForm({ onDone }: { readonly onDone: () => void }) {
  const { locale, t } = useTranslation();
  const transport = useMemo(() => browserTransport(locale), [locale]);
  const [ways, setWays] = useState<SignInMethodsAttributes | 'failed'>();
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

/** Shows the dialog that asks for a fresh proof; the page below keeps its state. */
export function StepUpProvider({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const { isOpen, requestProof, finish } = useProofDialog();
  return (
    <StepUpContext value={requestProof}>
      {children}
      <CSPProvider disableStyleElements>
        <Dialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : finish(false))}>
          <Dialog.Portal>
            <Dialog.Backdrop className="fixed inset-0 z-10 bg-veil" />
            <Dialog.Popup className="fixed inset-x-0 bottom-0 z-10 mx-auto grid max-h-[90dvh] w-full max-w-md gap-4 overflow-y-auto rounded-t-tray bg-paper p-5 text-ink md:top-[12dvh] md:bottom-auto md:rounded-tray">
              <Dialog.Title className="text-lg font-semibold">{t('security.fresh.title')}</Dialog.Title>
              <Dialog.Description className="text-sm text-muted">{t('security.fresh.why')}</Dialog.Description>
              <ProofForm onDone={() => finish(true)} />
              <Button tone="text" onClick={() => finish(false)}>
                {t('security.cancel')}
              </Button>
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
      </CSPProvider>
    </StepUpContext>
  );
}
