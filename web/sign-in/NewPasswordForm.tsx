import { Button, buttonLook } from '#ui/Button.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { newPassword, passwordAgain } from '#web/form/password-rules.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NarrowPage } from '#web/layout/NarrowPage.tsx';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { PasswordFields } from '#web/form/PasswordFields.tsx';
import { errorsOf, type ReturnedForm } from '#web/form/returned-form.ts';

interface NewPasswordFormProps {
  /** Why the link is refused; null: it is valid. */
  readonly problems: { readonly isLinkInvalid: boolean; readonly generalErrors: readonly string[]; readonly isUnanswered: boolean } | null;
  readonly returned: ReturnedForm | undefined;
}

/** Sets a new password by a mailed link. */
export function NewPasswordForm({ problems, returned }: NewPasswordFormProps) {
  const { t, to } = useTranslation();
  const errors = errorsOf(returned, ['password', 'password_confirmation']);
  if (problems !== null) {
    return (
      <NarrowPage title={t('account.new_password.dead')}>
        {problems.isLinkInvalid ? (
          <p role="alert" className="leading-7">
            {t('account.new_password.dead_text')}
          </p>
        ) : (
          <FormNotice {...problems} />
        )}
        <a className={buttonLook('action')} href={to('/reset-password')}>
          {t('account.new_password.again')}
        </a>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage title={t('account.new_password.title')}>
      <p className="text-muted">{t('account.new_password.lead')}</p>
      <p className="text-muted">{t('account.new_password.programs')}</p>
      <FormNotice {...errors} />
      <CheckedForm rules={{ password: newPassword(), password_confirmation: passwordAgain }} method="post" className="grid gap-5">
        <PasswordFields at={errors.at} />
        <Button type="submit" tone="action">
          {t('account.new_password.submit')}
        </Button>
      </CheckedForm>
    </NarrowPage>
  );
}
