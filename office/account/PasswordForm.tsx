import { Button } from '@mantine/core';
import { changePassword } from '#contract/account/account.ts';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { useCommand } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { PasswordInput } from '#office/form/fields.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** A new password; every other session ends with it. */
export function PasswordForm() {
  const { email } = useOperator();
  const { t } = useTranslation();
  const form = useFields({ current_password: '', password: '' });
  const change = useCommand(changePassword, { isKeyed: false, after: [keys.ownSessions()], onDone: () => form.reset() });
  const submit = () => change.run({ body: { ...form.values, password_confirmation: form.values.password } });
  const eye = { 'aria-label': t('office.sign_in.show_password') };
  return (
    <CheckedForm className="part factor-part" command={change} onSubmit={submit}>
      <h2>{t('office_staff.password.title')}</h2>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordInput
        {...form.text('current_password')}
        label={t('office_staff.password.current')}
        autoComplete="current-password"
        required
        visibilityToggleButtonProps={eye}
      />
      <PasswordInput
        {...form.text('password')}
        label={t('office_staff.password.next')}
        description={t('office_door.invitation.password_rule')}
        autoComplete="new-password"
        required
        visibilityToggleButtonProps={eye}
      />
      <FormProblem />
      {change.isDone ? <p role="status">{t('office_staff.password.done')}</p> : null}
      <div className="row">
        <Button type="submit" size="sm" variant="default" loading={change.isPending}>
          {t('office_staff.password.submit')}
        </Button>
      </div>
    </CheckedForm>
  );
}
