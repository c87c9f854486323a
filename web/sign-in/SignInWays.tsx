import { Button, buttonLook } from '#ui/Button.tsx';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useAction } from '#web/api/use-action.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { signInWithPasskey, NO_PASSKEY, useCanPasskeys } from '#web/step-up/passkey.ts';

export interface SignInWaysProps {
  /** Path to open after sign-in. */
  readonly next: string;
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  readonly hasPasskeys: boolean;
}

/** Signs in by a passkey. Without support the button is invisible but keeps its place, so that nothing shifts under a finger. */
function Passkey({ next }: Pick<SignInWaysProps, 'next'>) {
  const { locale, t } = useTranslation();
  const action = useAction();
  const isPossible = useCanPasskeys();
  const signIn = async () => {
    const result = await signInWithPasskey(browserTransport(locale), false);
    if (result === NO_PASSKEY) return action.setProblem(t('security.passkey_not_shown'));
    if ((await action.run(() => Promise.resolve(result))) !== undefined) globalThis.location.assign(next);
    return undefined;
  };
  return (
    <>
      <Button className={isPossible ? '' : 'invisible'} disabled={action.isBusy} onClick={() => void signIn()}>
        {t('security.sign_in.passkey')}
      </Button>
      <p role="alert" className="text-sm text-loss empty:hidden">
        {action.problem}
      </p>
    </>
  );
}

/** Ways to sign in without a password: provider links, which work without scripts, and passkeys, which need them. */
export function SignInWays({ next, providers, hasPasskeys }: SignInWaysProps) {
  const { t } = useTranslation();
  if (providers.length === 0 && !hasPasskeys) return null;
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      {providers.map(({ id, name }) => (
        <a key={id} className={buttonLook('plain')} href={`/auth/${id}?next=${encodeURIComponent(next)}`}>
          {t('security.sign_in.with', { provider: name })}
        </a>
      ))}
      {hasPasskeys ? <Passkey next={next} /> : null}
    </div>
  );
}
