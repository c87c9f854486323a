import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { HumanProof } from '#web/captcha/HumanProof.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { requiredEmail } from '#web/form/contact-rules.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NarrowPage } from '#web/layout/NarrowPage.tsx';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { errorsOf, type ReturnedForm } from '#web/form/returned-form.ts';
import { usePreservedInput } from '#web/form/use-preserved-input.ts';

/** Requests a link to set a new password. The confirmation is the same for every e-mail. */
export function ResetForm({ isSent, returned }: { readonly isSent: boolean; readonly returned: ReturnedForm | undefined }) {
  const { t, to } = useTranslation();
  const errors = errorsOf(returned, ['email']);
  const form = usePreservedInput('reset');
  return (
    <NarrowPage title={t('account.reset.title')}>
      {isSent && returned === undefined ? (
        <Notice role="status" title={t('account.reset.sent_title')}>
          {t('account.reset.sent')}
        </Notice>
      ) : null}
      <FormNotice {...errors} />
      <CheckedForm rules={{ email: requiredEmail }} ref={form} method="post" className="grid gap-5">
        <TextField
          label={t('account.field.email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={returned?.values['email']}
          error={errors.at('email')}
        />
        <HumanProof isRequired={errors.needsCaptcha} />
        <Button type="submit" tone="action">
          {t('account.reset.submit')}
        </Button>
      </CheckedForm>
      <p>
        <a className="link inline-flex min-h-11 items-center" href={to('/sign-in')}>
          {t('account.reset.back')}
        </a>
      </p>
    </NarrowPage>
  );
}
