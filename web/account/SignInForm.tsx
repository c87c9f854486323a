import { useLocation } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { HumanProof } from '#web/captcha/HumanProof.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { requiredEmail } from '#web/form/contact-rules.ts';
import { typedPassword, type Rules } from '#web/form/rules.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { Door } from './Door.tsx';
import { ComingBack } from './ComingBack.tsx';
import { FormNotice } from './FormNotice.tsx';
import { errorsOf, type Returned } from './posted.ts';
import type { SignInNews } from './sign-in.ts';
import { SignInWays, type SignInWaysProps } from './SignInWays.tsx';

const FIELDS = ['email', 'password'] as const;
const RULES: Rules = { email: requiredEmail, password: typedPassword };

interface SignInFormProps extends SignInWaysProps {
  /** He was on his way to a page that is only somebody's own. */
  readonly isSentHere: boolean;
  /** What he has just done by a mailed link. */
  readonly news: SignInNews | null;
  /** The session here has ended because the e-mail was confirmed in another browser. */
  readonly ended: { readonly email: string | null } | null;
  readonly returned: Returned | undefined;
}

/** E-mail and password. Sent as a page: whoever comes in gets a new document, with nothing of the guest in it. */
export function SignInForm({ isSentHere, news, ended, returned, ...ways }: SignInFormProps) {
  const { t, to } = useWords();
  const { search } = useLocation();
  const errors = errorsOf(returned, FIELDS);
  return (
    <Door title={t('account.sign_in.title')}>
      <WhyHere isSentHere={isSentHere} ended={ended} returned={returned} />
      {news === null || returned !== undefined ? null : <Notice role="status">{t(`account.sign_in.news.${news}`)}</Notice>}
      <ComingBack />
      <FormNotice {...errors} />
      <CheckedForm rules={RULES} method="post" className="grid gap-5">
        <TextField
          label={t('account.field.email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={returned?.typed['email'] ?? ended?.email ?? undefined}
          error={errors.at('email')}
        />
        <TextField
          label={t('account.field.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={errors.at('password')}
        />
        <HumanProof isAsked={errors.isProofAsked} />
        <CheckField label={t('account.sign_in.remember')} name="remember" defaultChecked={returned?.typed['remember'] !== undefined} />
        <Button type="submit" tone="action">
          {t('account.sign_in.submit')}
        </Button>
      </CheckedForm>
      <SignInWays {...ways} />
      <p className="flex flex-wrap gap-x-6">
        <a className="link inline-flex min-h-11 items-center" href={to('/reset-password')}>
          {t('account.sign_in.to_reset')}
        </a>
        <a className="link inline-flex min-h-11 items-center" href={to('/sign-up') + search}>
          {t('account.sign_in.to_sign_up')}
        </a>
      </p>
    </Door>
  );
}

/** Why somebody who wanted another page is asked to sign in. */
function WhyHere({ isSentHere, ended, returned }: Pick<SignInFormProps, 'isSentHere' | 'ended' | 'returned'>) {
  const { t } = useWords();
  if (returned !== undefined || (ended === null && !isSentHere)) return null;
  return <Notice>{t(ended === null ? 'account.sign_in.needed' : 'account.sign_in.ended')}</Notice>;
}
