import { Button } from '#ui/Button.tsx';
import { HumanProof } from '#web/captcha/HumanProof.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { newPassword } from './password-rules.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { Door } from './Door.tsx';
import { FormNotice } from './FormNotice.tsx';
import { PasswordField } from './PasswordFields.tsx';
import { errorsOf, type Returned } from './posted.ts';

interface FromOrderFormProps {
  /** Masked: holding an order's key is not reading its mail. */
  readonly email: string;
  readonly orderPath: string;
  readonly returned: Returned | undefined;
}

/** A password for the account of an order's address. */
export function FromOrderForm({ email, orderPath, returned }: FromOrderFormProps) {
  const { t } = useWords();
  const errors = errorsOf(returned, ['password']);
  return (
    <Door title={t('account.sign_up.title')}>
      <p className="text-muted wrap-anywhere">{t('account.from_order.lead', { email })}</p>
      <FormNotice {...errors} />
      <CheckedForm rules={{ password: newPassword() }} method="post" className="grid gap-5">
        <PasswordField error={errors.at('password')} />
        <HumanProof isAsked={errors.isProofAsked} />
        <Button type="submit" tone="action">
          {t('account.sign_up.submit')}
        </Button>
      </CheckedForm>
      <p>
        <a className="link inline-flex min-h-11 items-center" href={orderPath}>
          {t('account.from_order.back')}
        </a>
      </p>
    </Door>
  );
}
