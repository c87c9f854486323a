import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Resource } from '#contract/document.ts';
import {
  type ColleagueAttributes,
  officeInvite,
  officeListInvitations,
  officeListStaff,
  officeResendInvitation,
  officeWithdrawInvitation,
} from '#contract/office/shop/staff.ts';
import { OPERATOR_ROLES, type OperatorRole } from '#core/access/access.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { useCommand } from '#office/api/use-command.ts';
import { Copy } from '#office/components/Copy.tsx';
import { Problem, Screen } from '#office/components/Screen.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { CommandProblem, FormProblem } from '#office/form/FormProblem.tsx';
import { Select, TextInput } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { clockTime } from '#office/format/moment.ts';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { paths } from '#office/paths.ts';
import './StaffPage.css';

/** Open invitations. */
function Invitations() {
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
function InviteForm() {
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

type Row = Resource<ColleagueAttributes>;

const columnsOf = (t: Translation['t'], locale: Translation['locale']): Column<Row>[] => [
  {
    key: 'person',
    label: t('office_staff.person'),
    cell: ({ id, attributes: colleague }) => (
      <>
        <Link to={paths.colleague(id)}>{colleague.full_name ?? colleague.email}</Link>
        {colleague.is_me ? <span className="dim"> {t('office_staff.me')}</span> : null}
      </>
    ),
  },
  { key: 'email', label: t('office_staff.email'), cell: ({ attributes: colleague }) => colleague.email },
  { key: 'role', label: t('office_staff.role'), cell: ({ attributes: colleague }) => t(`office.role.${colleague.role}`) },
  {
    key: 'factor',
    label: t('office_staff.factor.label'),
    cell: ({ attributes: colleague }) => t(colleague.has_second_factor ? 'office_staff.factor.has' : 'office_staff.factor.none'),
  },
  {
    key: 'seen',
    label: t('office_staff.seen'),
    cell: ({ attributes: colleague }) =>
      colleague.last_seen_at === null ? t('office_staff.never') : clockTime(colleague.last_seen_at, locale),
  },
  {
    key: 'state',
    label: t('office_staff.state.label'),
    cell: ({ attributes: colleague }) => (
      <span className={`badge ${colleague.is_disabled ? 'loss' : 'calm'}`}>
        {t(colleague.is_disabled ? 'office_staff.state.disabled' : 'office_staff.state.works')}
      </span>
    ),
  },
];

/** Operators, invitations, and the form that invites. */
export function StaffPage() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const mayChange = useOperator().actions.includes('change_staff');
  const staff = useQuery({ queryKey: keys.staff(), queryFn: ({ signal }) => api(officeListStaff, { signal }), refetchInterval: 10_000 });
  return (
    <Screen title={t('office_staff.title')}>
      <p className="row">
        <Link to={paths.roles()}>{t('office_staff.roles.link')}</Link>
      </p>
      {staff.isError ? <Problem error={staff.error} retry={() => void staff.refetch()} /> : null}
      {staff.data === undefined ? null : (
        <ListTable caption={t('office_staff.title')} columns={columnsOf(t, locale)} rows={staff.data.data} idOf={({ id }) => id} />
      )}
      <div className="staff-more">
        {mayChange ? <InviteForm /> : null}
        <Invitations />
      </div>
    </Screen>
  );
}
