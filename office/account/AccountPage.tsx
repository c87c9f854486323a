import { Button, Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  listSecurityEvents,
  type OwnSessionAttributes,
  changePassword,
} from '#contract/account/account.ts';
import { officeGetOwnAlarms, officeSaveOwnAlarms } from '#contract/office/shop/alarms.ts';
import { CommandProblem, FormProblem } from '#office/form/FormProblem.tsx';
import { useCommand } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { Problem, Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import type { Column } from '#office/lists/ListTable.tsx';
import { EventList, SessionList } from '#office/staff/SecurityLists.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { PasswordInput } from '#office/form/fields.tsx';
import { useOperator } from '#office/api/operator.ts';
import { Factors } from './Factors.tsx';
import '#office/factors/factors.css';

/** A new password; every other session ends with it. */
function PasswordForm() {
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

/** Whether minor alarms are e-mailed; alarms about money always are. */
function AlarmChoice() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useTranslation();
  const queryKey = [...keys.alarms(), 'own'];
  const choice = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api(officeGetOwnAlarms, { signal })).data.attributes.by_mail,
  });
  const save = useCommand(officeSaveOwnAlarms, { onDone: ({ data }) => queries.setQueryData(queryKey, data.attributes.by_mail) });
  return (
    <section className="part">
      <h2>{t('office_staff.alarms.title')}</h2>
      {choice.isError ? <Problem error={choice.error} retry={() => void choice.refetch()} /> : null}
      {choice.data === undefined ? null : (
        <Checkbox
          label={t('office_staff.alarms.by_mail')}
          description={t('office_staff.alarms.hint')}
          checked={save.isPending ? save.input?.body.by_mail : choice.data}
          disabled={save.isPending}
          onChange={({ currentTarget }) => save.run({ body: { by_mail: currentTarget.checked } })}
        />
      )}
      <CommandProblem error={save.error} />
    </section>
  );
}

type Row = OwnSessionAttributes & { readonly id: string };

interface EndButtonProps {
  readonly session: Row;
  readonly isBusy: boolean;
  readonly onEnd: (id: string) => void;
}

/** The current session is ended by signing out. */
function EndButton({ session, isBusy, onEnd }: EndButtonProps) {
  const { t } = useTranslation();
  if (session.is_current) return null;
  return (
    <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => onEnd(session.id)}>
      {t('office_door.sessions.end')}
    </Button>
  );
}

const endColumn = (label: string, busyId: string | undefined, onEnd: (id: string) => void): Column<Row> => ({
  key: 'end',
  label,
  cell: (row) => <EndButton session={row} isBusy={row.id === busyId} onEnd={onEnd} />,
});

function Sessions() {
  const api = useApi();
  const { t } = useTranslation();
  const list = useQuery({
    queryKey: keys.ownSessions(),
    queryFn: ({ signal }) => api(listOwnSessions, { signal }),
    refetchInterval: 60_000,
  });
  const end = useCommand(endOwnSession, { after: [keys.ownSessions()] });
  const endOthers = useCommand(endOtherSessions, { after: [keys.ownSessions()] });
  const rows: Row[] = (list.data?.data ?? []).map(({ id, attributes }) => ({ id, ...attributes }));
  const busyId = end.isPending ? end.input?.params.id : undefined;
  return (
    <section className="part">
      <h2>{t('office_door.sessions.title')}</h2>
      {list.isError ? <Problem error={list.error} retry={() => void list.refetch()} /> : null}
      <CommandProblem error={end.error ?? endOthers.error} />
      {list.data === undefined ? null : (
        <SessionList
          sessions={rows}
          idOf={({ id }) => id}
          action={endColumn(t('office_door.sessions.deed'), busyId, (id) => end.run({ params: { id } }))}
        />
      )}
      {rows.length > 1 ? (
        <Button size="sm" variant="default" loading={endOthers.isPending} onClick={() => endOthers.run({})}>
          {t('office_door.sessions.end_others')}
        </Button>
      ) : null}
    </section>
  );
}

function Events() {
  const api = useApi();
  const { t } = useTranslation();
  const events = useQuery({ queryKey: keys.ownEvents(), queryFn: ({ signal }) => api(listSecurityEvents, { signal }) });
  return (
    <section className="part">
      <h2>{t('office_door.events.title')}</h2>
      {events.isError ? <Problem error={events.error} retry={() => void events.refetch()} /> : null}
      {events.data === undefined ? null : <EventList events={events.data.data.map(({ attributes }) => attributes)} />}
    </section>
  );
}

/** The operator's own account: second factors, password, alarms, sessions, security events. */
export function AccountPage() {
  const { t } = useTranslation();
  return (
    <Screen title={t('office_staff.account.title')}>
      <Factors />
      <PasswordForm />
      <AlarmChoice />
      <Sessions />
      <Events />
    </Screen>
  );
}
