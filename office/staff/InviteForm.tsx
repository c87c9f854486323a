import { Button } from '@mantine/core';
import { officeInvite } from '#contract/office/shop/staff.ts';
import { OPERATOR_ROLES, type OperatorRole } from '#core/access/access.ts';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { useCommand } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Select, TextInput } from '#office/form/fields.tsx';
import { Copy } from '#office/components/Copy.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** The result of an invitation: mailed, to be handed over, or waiting for a second owner. */
function Outcome({ email, link, isWaiting }: { readonly email: string; readonly link: string | null; readonly isWaiting: boolean }) {
  const { t } = useTranslation();
  if (isWaiting) return <p role="status">{t('office_staff.invite.waits', { email })}</p>;
  if (link === null) return <p role="status">{t('office_staff.invite.sent', { email })}</p>;
  return (
    <div role="status">
      <p>{t('office_staff.invite.hand_over', { email })}</p>
      <Copy value={link} />
    </div>
  );
}

/** Invites a new operator. */
export function InviteForm() {
  const { t, locale } = useTranslation();
  const form = useFields<{ email: string; role: OperatorRole }>({ email: '', role: 'cashier' });
  const invite = useCommand(officeInvite, { isKeyed: false, after: [keys.staff()], onDone: () => form.set({ email: '' }) });
  const { email, role } = form.values;
  const send = () => invite.run({ body: { email: email.trim(), role, locale } });
  return (
    <CheckedForm className="sheet invite" command={invite} onSubmit={send} waits={{ kind: 'invite_staff' }}>
      <h2>{t('office_staff.invite.title')}</h2>
      <TextInput {...form.text('email')} label={t('office_staff.email')} type="email" required maxLength={254} />
      <Select
        {...form.option('role', OPERATOR_ROLES)}
        label={t('office_staff.role')}
        data={OPERATOR_ROLES.map((value) => ({ value, label: t(`office.role.${value}`) }))}
        allowDeselect={false}
      />
      <FormProblem />
      <Button type="submit" loading={invite.isPending}>
        {t('office_staff.invite.send')}
      </Button>
      {invite.result === undefined ? null : (
        <Outcome
          email={invite.input?.body.email ?? ''}
          link={invite.result.data?.attributes.link ?? null}
          isWaiting={invite.result.data === null}
        />
      )}
    </CheckedForm>
  );
}
