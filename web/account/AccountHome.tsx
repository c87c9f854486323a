import type { UserAttributes } from '#contract/sessions.ts';
import { Button, buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { HumanProof } from '#web/captcha/HumanProof.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { FormNotice } from './FormNotice.tsx';
import { errorsOf, type Returned } from './posted.ts';

interface AccountHomeProps {
  readonly user: UserAttributes;
  readonly news: 'welcome' | 'confirmed' | 'sent' | null;
  readonly returned: Returned | undefined;
}

/** What is to do first, and where to go from here. */
export function AccountHome({ user, news, returned }: AccountHomeProps) {
  const { t, to } = useWords();
  return (
    <div className="grid max-w-xl gap-6">
      <h1 className="text-2xl font-semibold text-balance">{t('account.home.title')}</h1>
      {news === 'confirmed' && user.email_verified ? <Notice role="status">{t('account.home.confirmed')}</Notice> : null}
      {user.email_verified ? null : <Unproven user={user} isSent={news === 'sent'} returned={returned} />}
      <p>
        <a className={buttonLook('action')} href={to('/')}>
          {t('account.home.exchange')}
        </a>
      </p>
    </div>
  );
}

/** An address that nobody has shown to be his yet, and how he does. */
function Unproven({
  user: { email, authentications },
  isSent,
  returned,
}: {
  readonly user: UserAttributes;
  readonly isSent: boolean;
  readonly returned: Returned | undefined;
}) {
  const { t, to } = useWords();
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
      <CheckedForm rules={{}} method="post" action={`${to('/account')}?index`} className="mt-3">
        <HumanProof isAsked={errors.isProofAsked} />
        <Button type="submit">{t('account.unproven.resend')}</Button>
      </CheckedForm>
    </Notice>
  );
}
