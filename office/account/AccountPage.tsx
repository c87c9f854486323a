import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  listSecurityEvents,
  type OwnSessionAttributes,
} from '#contract/account/account.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { useCommand } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import type { Column } from '#office/lists/ListTable.tsx';
import { Problem } from '#office/components/Problem.tsx';
import { EventList, SessionList } from '#office/staff/SecurityLists.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { AlarmChoice } from './AlarmChoice.tsx';
import { Factors } from './Factors.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import '#office/factors/factors.css';

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
