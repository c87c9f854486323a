import { useSearchParams, useLocation } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { HumanProof } from '#web/captcha/HumanProof.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { requiredEmail } from '#web/form/contact-rules.ts';
import { errorsOf, type ReturnedForm } from '#web/form/returned-form.ts';
import { existingPassword, type Rules } from '#web/form/rules.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NarrowPage } from '#web/layout/NarrowPage.tsx';
import { SignInWays, type SignInWaysProps } from './SignInWays.tsx';
import { providerProblem } from './provider-problem.ts';
import type { SignInNotice } from './sign-in.ts';

/** Why an earlier sign-in failed: refused by a provider, or too many wrong codes. */
function SignInProblem() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const problem = providerProblem(t, query) ?? (query.has('over') ? t('security.factor.over') : undefined);
  if (problem === undefined) return null;
  return (
    <Notice tone="loss" role="alert">
      {problem}
    </Notice>
  );
}

const FIELDS = ['email', 'password'] as const;
const RULES: Rules = { email: requiredEmail, password: existingPassword };

interface SignInFormProps extends SignInWaysProps {
  /** The visitor was redirected here from a private page. */
  readonly isRedirected: boolean;
  /** Result of the mailed link that led here. */
  readonly notice: SignInNotice | null;
  /** The session here has ended because the e-mail was confirmed in another browser. */
  readonly endedSession: { readonly email: string | null } | null;
  readonly returned: ReturnedForm | undefined;
}

/** E-mail and password. Submitted as a document, so that nothing of the guest's page remains after sign-in. */
export function SignInForm({ isRedirected, notice, endedSession, returned, ...ways }: SignInFormProps) {
  const { t, to } = useTranslation();
  const { search } = useLocation();
  const errors = errorsOf(returned, FIELDS);
  return (
    <NarrowPage title={t('account.sign_in.title')}>
      <SignInReason isRedirected={isRedirected} endedSession={endedSession} returned={returned} />
      {notice === null || returned !== undefined ? null : <Notice role="status">{t(`account.sign_in.news.${notice}`)}</Notice>}
      <SignInProblem />
      <FormNotice {...errors} />
      <CheckedForm rules={RULES} method="post" className="grid gap-5">
        <TextField
          label={t('account.field.email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={returned?.values['email'] ?? endedSession?.email ?? undefined}
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
        <HumanProof isRequired={errors.needsCaptcha} />
        <CheckField label={t('account.sign_in.remember')} name="remember" defaultChecked={returned?.values['remember'] !== undefined} />
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
    </NarrowPage>
  );
}

/** Why sign-in is asked for: a private page, or an ended session. */
function SignInReason({ isRedirected, endedSession, returned }: Pick<SignInFormProps, 'isRedirected' | 'endedSession' | 'returned'>) {
  const { t } = useTranslation();
  if (returned !== undefined || (endedSession === null && !isRedirected)) return null;
  return <Notice>{t(endedSession === null ? 'account.sign_in.needed' : 'account.sign_in.ended')}</Notice>;
}
