import type { ReactNode } from 'react';
import type { UserAttributes } from '#contract/account/sessions.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { HumanProof } from '#web/captcha/HumanProof.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { errorsOf, type ReturnedForm } from '#web/form/returned-form.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

interface AccountHomeProps {
  readonly user: UserAttributes;
  readonly notice: 'welcome' | 'confirmed' | 'sent' | null;
  readonly returned: ReturnedForm | undefined;
  /** State of the account. */
  readonly children: ReactNode;
}

/** First page of the account: what to do first, and the state of the account. */
export function AccountHome({ user, notice, returned, children }: AccountHomeProps) {
  const { t } = useTranslation();
  return (
    <div className="grid max-w-xl gap-6">
      <h1 className="text-2xl font-semibold text-balance">{t('account.home.title')}</h1>
      {notice === 'confirmed' && user.email_verified ? <Notice role="status">{t('account.home.confirmed')}</Notice> : null}
      {user.email_verified ? null : <UnverifiedEmail user={user} isSent={notice === 'sent'} returned={returned} />}
      {children}
    </div>
  );
}

/** Asks the user to verify the e-mail address; the activation e-mail can be sent again. */
function UnverifiedEmail({
  user: { email, authentications },
  isSent,
  returned,
}: {
  readonly user: UserAttributes;
  readonly isSent: boolean;
  readonly returned: ReturnedForm | undefined;
}) {
  const { t, to } = useTranslation();
  const errors = errorsOf(returned, []);
  return (
    <Notice tone="time" title={t('account.unproven.title')}>
      <p className="wrap-anywhere">
        {t(authentications.length === 0 ? 'account.unproven.text' : 'account.unproven.text_provider', { email })}
      </p>
      <FormNotice {...errors} />
      {isSent ? (
        <p role="status" className="mt-2 font-medium">
          {t('account.unproven.sent')}
        </p>
      ) : null}
      <CheckedForm method="post" action={`${to('/account')}?index`} className="mt-3">
        <HumanProof isRequired={errors.needsCaptcha} />
        <Button type="submit">{t('account.unproven.resend')}</Button>
      </CheckedForm>
    </Notice>
  );
}
