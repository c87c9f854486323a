import { Button } from '#ui/Button.tsx';
import { HumanProof } from '#web/captcha/HumanProof.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { newPassword } from '#web/form/password-rules.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NarrowPage } from '#web/layout/NarrowPage.tsx';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { PasswordField } from '#web/form/PasswordFields.tsx';
import { errorsOf, type ReturnedForm } from '#web/form/returned-form.ts';

interface FromOrderFormProps {
  /** Masked: the order's secret link does not prove access to its mailbox. */
  readonly email: string;
  readonly orderPath: string;
  readonly returned: ReturnedForm | undefined;
}

/** Creates an account for the e-mail of an order. */
export function FromOrderForm({ email, orderPath, returned }: FromOrderFormProps) {
  const { t } = useTranslation();
  const errors = errorsOf(returned, ['password']);
  return (
    <NarrowPage title={t('account.sign_up.title')}>
      <p className="text-muted wrap-anywhere">{t('account.from_order.lead', { email })}</p>
      <FormNotice {...errors} />
      <CheckedForm rules={{ password: newPassword() }} method="post" className="grid gap-5">
        <PasswordField error={errors.at('password')} />
        <HumanProof isRequired={errors.needsCaptcha} />
        <Button type="submit" tone="action">
          {t('account.sign_up.submit')}
        </Button>
      </CheckedForm>
      <p>
        <a className="link inline-flex min-h-11 items-center" href={orderPath}>
          {t('account.from_order.back')}
        </a>
      </p>
    </NarrowPage>
  );
}
