import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Resource } from '#contract/document.ts';
import { type ColleagueAttributes, officeListStaff, officeInvite } from '#contract/office/shop/staff.ts';
import { keys } from '#office/api/keys.ts';
import { Problem, Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';
import { Invitations } from './Invitations.tsx';
import { Button } from '@mantine/core';
import { OPERATOR_ROLES, type OperatorRole } from '#core/access/access.ts';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { useCommand } from '#office/api/use-command.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Select, TextInput } from '#office/form/fields.tsx';
import { Copy } from '#office/components/Copy.tsx';
import './StaffPage.css';

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

/** Who works here, and who was asked to. */
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
