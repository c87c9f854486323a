import { Button, buttonLook } from '#ui/Button.tsx';
import { enterByPasskey, NOT_SHOWN } from '#web/account/factor/passkey.ts';
import { useCanPasskeys } from '#web/account/factor/use-can-passkeys.ts';
import { useDeed } from '#web/account/fresh/use-deed.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useWords } from '#web/i18n/use-words.ts';

export interface SignInWaysProps {
  /** Where he was on his way to. */
  readonly next: string;
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  readonly hasPasskeys: boolean;
}

/** One press on a key of this device; shown only where there can be one, and its place is kept: nothing moves under a finger. */
function Passkey({ next }: Pick<SignInWaysProps, 'next'>) {
  const { locale, t } = useWords();
  const deed = useDeed();
  const isPossible = useCanPasskeys();
  const enter = async () => {
    const entered = await enterByPasskey(browserTransport(locale), false);
    if (entered === NOT_SHOWN) return deed.setProblem(t('security.passkey_not_shown'));
    if ((await deed.run(() => Promise.resolve(entered))) !== undefined) globalThis.location.assign(next);
    return undefined;
  };
  return (
    <>
      <Button className={isPossible ? '' : 'invisible'} disabled={deed.isBusy} onClick={() => void enter()}>
        {t('security.sign_in.passkey')}
      </Button>
      <p role="alert" className="text-sm text-loss empty:hidden">
        {deed.problem}
      </p>
    </>
  );
}

/** The ways in beside the password: links, which work without scripts, and a passkey, which does not. */
export function SignInWays({ next, providers, hasPasskeys }: SignInWaysProps) {
  const { t } = useWords();
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
