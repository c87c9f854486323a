import type { UserAttributes } from '#contract/sessions.ts';
import { Button, buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { HumanProof } from '#web/captcha/HumanProof.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { FormNotice } from './FormNotice.tsx';
import { errorsOf, type Returned } from './posted.ts';

interface AccountHomeProps {
  readonly user: UserAttributes;
  readonly news: 'welcome' | 'confirmed' | 'standing' | 'sent' | null;
  readonly returned: Returned | undefined;
}

/** What is to do first, and where to go from here. */
export function AccountHome({ user, news, returned }: AccountHomeProps) {
  const { t, to } = useWords();
  return (
    <div className="grid max-w-xl gap-6">
      <h1 className="text-2xl font-semibold text-balance">{t('account.home.title')}</h1>
      {news === 'confirmed' && user.email_verified ? <Notice role="status">{t('account.home.confirmed')}</Notice> : null}
      {news === 'standing' && user.email_verified ? (
        <Notice role="status">{t('account.home.standing', { email: user.email })}</Notice>
      ) : null}
      {user.email_verified ? null : <Unproven email={user.email} isSent={news === 'sent'} returned={returned} />}
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
  email,
  isSent,
  returned,
}: {
  readonly email: string;
  readonly isSent: boolean;
  readonly returned: Returned | undefined;
}) {
  const { t, to } = useWords();
  const errors = errorsOf(returned, []);
  return (
    <Notice tone="time" title={t('account.unproven.title')}>
      <p className="wrap-anywhere">{t('account.unproven.text', { email })}</p>
      <FormNotice {...errors} />
      {isSent ? (
        <p role="status" className="mt-2 font-medium">
          {t('account.unproven.sent')}
        </p>
      ) : null}
      <form method="post" action={`${to('/account')}?index`} className="mt-3">
        <HumanProof isAsked={errors.isProofAsked} />
        <Button type="submit">{t('account.unproven.resend')}</Button>
      </form>
    </Notice>
  );
}
