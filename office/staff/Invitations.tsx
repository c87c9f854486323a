import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { officeListInvitations, officeResendInvitation, officeWithdrawInvitation } from '#contract/office/shop/staff.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { useCommand } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { Copy } from '#office/components/Copy.tsx';
import { Problem } from '#office/components/Screen.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Open invitations. */
export function Invitations() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const mayChange = useOperator().actions.includes('change_staff');
  const list = useQuery({ queryKey: [...keys.staff(), 'invitations'], queryFn: ({ signal }) => api(officeListInvitations, { signal }) });
  const resend = useCommand(officeResendInvitation, { isKeyed: false, after: [keys.staff()] });
  const withdraw = useCommand(officeWithdrawInvitation, { after: [keys.staff()] });
  if (list.isError) return <Problem error={list.error} retry={() => void list.refetch()} />;
  if (list.data === undefined || list.data.data.length === 0) return null;
  return (
    <section>
      <h2>{t('office_staff.invitations.title')}</h2>
      <CommandProblem error={resend.error ?? withdraw.error} />
      <ul className="cards">
        {list.data.data.map(({ id, attributes: invitation }) => (
          <li key={id} className="sheet">
            <p className="line">
              <strong>{invitation.email}</strong>
              <span>{t(`office.role.${invitation.role}`)}</span>
              <span className={invitation.is_expired ? 'late' : 'dim'}>
                {t(invitation.is_expired ? 'office_staff.invitations.expired' : 'office_staff.invitations.until', {
                  at: clockTime(invitation.expires_at, locale),
                })}
              </span>
            </p>
            <p className="dim">{t('office_staff.invitations.by', { who: invitation.invited_by })}</p>
            {resend.result?.data.id === id && resend.result.data.attributes.link !== null ? (
              <Copy value={resend.result.data.attributes.link} />
            ) : null}
            {mayChange ? (
              <div className="row">
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={resend.isPending && resend.input?.params.id === id}
                  onClick={() => resend.run({ params: { id } })}
                >
                  {t('office_staff.invitations.resend')}
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  loading={withdraw.isPending && withdraw.input?.params.id === id}
                  onClick={() => withdraw.run({ params: { id } })}
                >
                  {t('office_staff.invitations.withdraw')}
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
