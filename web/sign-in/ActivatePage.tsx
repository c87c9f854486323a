import type { ReactNode } from 'react';
import { Button, buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { errorsOf, type ReturnedForm } from '#web/form/returned-form.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NarrowPage } from '#web/layout/NarrowPage.tsx';

interface ActivatePageProps {
  readonly isConfirmed: boolean;
  readonly isSignedIn: boolean;
  /** E-mail of the account signed in here; null: none, or not verified. */
  readonly verifiedEmail: string | null;
  readonly returned: ReturnedForm | undefined;
}

/** The page of the activation link: its button, or the result. */
export function ActivatePage({ isConfirmed, isSignedIn, verifiedEmail, returned }: ActivatePageProps) {
  const { t } = useTranslation();
  const errors = errorsOf(returned, []);
  if (errors.isLinkInvalid)
    return (
      <Result title={t('account.activate.impossible')} isSignedIn={isSignedIn}>
        <p role="alert" className="leading-7">
          {t('account.activate.spent')}
        </p>
        <p className="leading-7 wrap-anywhere">
          {verifiedEmail === null ? t('account.activate.again') : t('account.activate.standing', { email: verifiedEmail })}
        </p>
      </Result>
    );
  if (isConfirmed)
    return (
      <Result title={t('account.activate.confirmed')} isSignedIn={isSignedIn}>
        <Notice role="status">{t(isSignedIn ? 'account.activate.joined' : 'account.activate.sign_in_now')}</Notice>
      </Result>
    );
  return (
    <NarrowPage title={t('account.activate.title')}>
      {verifiedEmail === null ? null : <Notice>{t('account.activate.standing', { email: verifiedEmail })}</Notice>}
      <p className="leading-7">{t('account.activate.lead')}</p>
      <FormNotice {...errors} />
      <CheckedForm method="post">
        <Button type="submit" tone="action">
          {t('account.activate.submit')}
        </Button>
      </CheckedForm>
    </NarrowPage>
  );
}

function Result({ title, isSignedIn, children }: { readonly title: string; readonly isSignedIn: boolean; readonly children: ReactNode }) {
  const { t, to } = useTranslation();
  return (
    <NarrowPage title={title}>
      {children}
      <a className={buttonLook('action')} href={to(isSignedIn ? '/account' : '/sign-in')}>
        {t(isSignedIn ? 'account.activate.to_account' : 'account.activate.to_sign_in')}
      </a>
    </NarrowPage>
  );
}
