import { useLocation } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useAction } from '#web/api/use-action.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { errorsOf, type ReturnedForm } from '#web/form/returned-form.ts';
import { required } from '#web/form/rules.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NarrowPage } from '#web/layout/NarrowPage.tsx';
import { CODE_INPUT, type FactorMethod } from '#web/step-up/FactorForm.tsx';
import { verifyPasskey, NO_PASSKEY, useCanPasskeys } from '#web/step-up/passkey.ts';

export interface FactorPageProps {
  readonly methods: readonly FactorMethod[];
  /** The code asked for; undefined: no authenticator app is enrolled. */
  readonly requestedCode: 'totp' | 'recovery_code' | undefined;
  readonly next: string;
  readonly returned: ReturnedForm | undefined;
}

/** Verifies by a passkey, then loads `next` as a new document. */
function PasskeyFactor({ next }: { readonly next: string }) {
  const { locale, t } = useTranslation();
  const action = useAction();
  const isPossible = useCanPasskeys();
  const verify = async () => {
    const result = await verifyPasskey(browserTransport(locale));
    if (result === NO_PASSKEY) return action.setProblem(t('security.passkey_not_shown'));
    if ((await action.run(() => Promise.resolve(result))) !== undefined) globalThis.location.assign(next);
    return undefined;
  };
  return (
    <div className={`grid gap-2 ${isPossible ? '' : 'invisible'}`}>
      <p className="text-sm text-muted">{t('security.give.passkey')}</p>
      <Button tone="action" disabled={action.isBusy} onClick={() => void verify()}>
        {t('security.submit.passkey')}
      </Button>
      <p role="alert" className="text-sm text-loss empty:hidden">
        {action.problem}
      </p>
    </div>
  );
}

/** The second step of signing in. */
export function FactorPage({ methods, requestedCode, next, returned }: FactorPageProps) {
  const { t, to } = useTranslation();
  const { search } = useLocation();
  const errors = errorsOf(returned, []);
  const codeMethod = requestedCode ?? (methods.includes('passkey') ? undefined : 'recovery_code');
  const otherMethod = codeMethod === 'totp' || codeMethod === undefined ? 'recovery_code' : 'totp';
  const query = new URLSearchParams(search);
  query.set('by', otherMethod);
  return (
    <NarrowPage title={t('security.factor.title')}>
      <FormNotice {...errors} />
      {methods.includes('passkey') ? <PasskeyFactor next={next} /> : null}
      {codeMethod === undefined ? null : (
        <CheckedForm rules={{ [codeMethod]: required }} method="post" className="grid gap-4" key={codeMethod}>
          <p className="text-sm text-muted">{t(`security.give.${codeMethod}`)}</p>
          <TextField label={t(`security.code.${codeMethod}`)} name={codeMethod} required {...CODE_INPUT[codeMethod]} />
          <Button type="submit" tone={methods.includes('passkey') ? 'plain' : 'action'}>
            {t(`security.submit.${codeMethod}`)}
          </Button>
        </CheckedForm>
      )}
      <div className="flex flex-wrap gap-x-5">
        {methods.includes(otherMethod) ? (
          <a className="link inline-flex min-h-11 items-center" href={`?${query.toString()}`}>
            {t(`security.instead.${otherMethod}`)}
          </a>
        ) : null}
        <CheckedForm method="post" action={to('/sign-out')}>
          <Button type="submit" tone="text" className="min-h-11">
            {t('security.factor.other_person')}
          </Button>
        </CheckedForm>
      </div>
    </NarrowPage>
  );
}
