import { useLocation } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { Door } from '#web/account/Door.tsx';
import { FormNotice } from '#web/account/FormNotice.tsx';
import { useDeed } from '#web/account/fresh/use-deed.ts';
import { errorsOf, type Returned } from '#web/account/posted.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { required } from '#web/form/rules.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { CODE_INPUT, type Method } from './FactorForm.tsx';
import { givePasskey, NOT_SHOWN } from './passkey.ts';
import { useCanPasskeys } from './use-can-passkeys.ts';

export interface FactorPageProps {
  readonly methods: readonly Method[];
  /** The code that is asked for; undefined: he has no app. */
  readonly by: 'totp' | 'recovery_code' | undefined;
  readonly next: string;
  readonly returned: Returned | undefined;
}

/** One press: the key is shown by the browser, the page then goes on as another person's. */
function ByPasskey({ next }: { readonly next: string }) {
  const { locale, t } = useWords();
  const deed = useDeed();
  const isPossible = useCanPasskeys();
  const give = async () => {
    const given = await givePasskey(browserTransport(locale));
    if (given === NOT_SHOWN) return deed.setProblem(t('security.passkey_not_shown'));
    if ((await deed.run(() => Promise.resolve(given))) !== undefined) globalThis.location.assign(next);
    return undefined;
  };
  return (
    <div className={`grid gap-2 ${isPossible ? '' : 'invisible'}`}>
      <p className="text-sm text-muted">{t('security.give.passkey')}</p>
      <Button tone="action" disabled={deed.isBusy} onClick={() => void give()}>
        {t('security.submit.passkey')}
      </Button>
      <p role="alert" className="text-sm text-loss empty:hidden">
        {deed.problem}
      </p>
    </div>
  );
}

/** The second step of signing in. */
export function FactorPage({ methods, by, next, returned }: FactorPageProps) {
  const { t, to } = useWords();
  const { search } = useLocation();
  const errors = errorsOf(returned, []);
  const shown = by ?? (methods.includes('passkey') ? undefined : 'recovery_code');
  const other = shown === 'totp' || shown === undefined ? 'recovery_code' : 'totp';
  const query = new URLSearchParams(search);
  query.set('by', other);
  return (
    <Door title={t('security.factor.title')}>
      <FormNotice {...errors} />
      {methods.includes('passkey') ? <ByPasskey next={next} /> : null}
      {shown === undefined ? null : (
        <CheckedForm rules={{ [shown]: required }} method="post" className="grid gap-4" key={shown}>
          <p className="text-sm text-muted">{t(`security.give.${shown}`)}</p>
          <TextField label={t(`security.code.${shown}`)} name={shown} required {...CODE_INPUT[shown]} />
          <Button type="submit" tone={methods.includes('passkey') ? 'plain' : 'action'}>
            {t(`security.submit.${shown}`)}
          </Button>
        </CheckedForm>
      )}
      <div className="flex flex-wrap gap-x-5">
        {methods.includes(other) ? (
          <a className="link inline-flex min-h-11 items-center" href={`?${query.toString()}`}>
            {t(`security.instead.${other}`)}
          </a>
        ) : null}
        <CheckedForm rules={{}} method="post" action={to('/sign-out')}>
          <Button type="submit" tone="text" className="min-h-11">
            {t('security.factor.other_person')}
          </Button>
        </CheckedForm>
      </div>
    </Door>
  );
}
