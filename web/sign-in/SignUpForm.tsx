import { useLocation } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { HumanProof } from '#web/captcha/HumanProof.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { requiredEmail } from '#web/form/contact-rules.ts';
import { accepted, type Rules } from '#web/form/rules.ts';
import { newPassword, passwordAgain } from '#web/form/password-rules.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NarrowPage } from '#web/layout/NarrowPage.tsx';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { PasswordFields } from '#web/form/PasswordFields.tsx';
import { errorsOf, type ReturnedForm } from '#web/form/returned-form.ts';
import { usePreservedInput } from '#web/form/use-preserved-input.ts';

const FIELDS = ['email', 'password', 'password_confirmation', 'accept_terms'] as const;
const RULES: Rules = {
  email: requiredEmail,
  password: newPassword(),
  password_confirmation: passwordAgain,
  accept_terms: accepted,
};

/** Creates an account from an e-mail and a password. Everything else is asked for when an operation needs it. */
export function SignUpForm({ returned }: { readonly returned: ReturnedForm | undefined }) {
  const { t, to } = useTranslation();
  const { search } = useLocation();
  const errors = errorsOf(returned, FIELDS);
  const form = usePreservedInput('sign-up');
  return (
    <NarrowPage title={t('account.sign_up.title')}>
      <p className="text-muted">{t('account.sign_up.lead')}</p>
      <FormNotice {...errors} />
      <CheckedForm rules={RULES} ref={form} method="post" className="grid gap-5">
        <TextField
          label={t('account.field.email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={returned?.values['email']}
          error={errors.at('email')}
        />
        <PasswordFields at={errors.at} />
        <CheckField
          label={
            <>
              {t('account.sign_up.accept')}{' '}
              <a className="link" href={to('/terms')} target="_blank" rel="noreferrer">
                {t('account.sign_up.terms')}
              </a>
            </>
          }
          name="accept_terms"
          required
          defaultChecked={returned?.values['accept_terms'] !== undefined}
          error={errors.at('accept_terms')}
        />
        <HumanProof isRequired={errors.needsCaptcha} />
        <Button type="submit" tone="action">
          {t('account.sign_up.submit')}
        </Button>
      </CheckedForm>
      <p>
        <a className="link inline-flex min-h-11 items-center" href={to('/sign-in') + search}>
          {t('account.sign_up.to_sign_in')}
        </a>
      </p>
    </NarrowPage>
  );
}
