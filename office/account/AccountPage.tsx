import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endOtherSessions, endOwnSession, listOwnSessions, listSecurityEvents, type OwnSessionAttributes } from '#contract/account.ts';
import { keys } from '#office/api/keys.ts';
import { problemWords } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import type { Column } from '#office/lists/ListTable.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { EventList, SessionList } from '#office/staff/Door.tsx';
import { useWords } from '#office/words/Words.tsx';
import { AlarmChoice } from './AlarmChoice.tsx';
import { Factors } from './Factors.tsx';
import { PasswordForm } from './PasswordForm.tsx';

type Row = OwnSessionAttributes & { readonly id: string };

interface EndButtonProps {
  readonly session: Row;
  readonly isBusy: boolean;
  readonly onEnd: (id: string) => void;
}

/** This very session is ended by signing out. */
function EndButton({ session, isBusy, onEnd }: EndButtonProps) {
  const { t } = useWords();
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
  const queries = useQueryClient();
  const { t } = useWords();
  const list = useQuery({
    queryKey: keys.ownSessions(),
    queryFn: ({ signal }) => api(listOwnSessions, { signal }),
    refetchInterval: 60_000,
  });
  const done = { onSettled: () => queries.invalidateQueries({ queryKey: keys.ownSessions() }) };
  const end = useMutation({ mutationFn: (id: string) => api(endOwnSession, { params: { id } }), ...done });
  const endOthers = useMutation({ mutationFn: () => api(endOtherSessions, {}), ...done });
  const error = end.error ?? endOthers.error;
  const rows: Row[] = (list.data?.data ?? []).map(({ id, attributes }) => ({ id, ...attributes }));
  const busyId = end.isPending ? end.variables : undefined;
  return (
    <section className="part">
      <h2>{t('office_door.sessions.title')}</h2>
      {list.isError ? <Problem error={list.error} retry={() => void list.refetch()} /> : null}
      {error === null ? null : (
        <p className="problem" role="alert">
          {problemWords(error, t)}
        </p>
      )}
      {list.data === undefined ? null : (
        <SessionList sessions={rows} idOf={({ id }) => id} deed={endColumn(t('office_door.sessions.deed'), busyId, end.mutate)} />
      )}
      {rows.length > 1 ? (
        <Button size="sm" variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
          {t('office_door.sessions.end_others')}
        </Button>
      ) : null}
    </section>
  );
}

function Events() {
  const api = useApi();
  const { t } = useWords();
  const events = useQuery({ queryKey: keys.ownEvents(), queryFn: ({ signal }) => api(listSecurityEvents, { signal }) });
  return (
    <section className="part">
      <h2>{t('office_door.events.title')}</h2>
      {events.isError ? <Problem error={events.error} retry={() => void events.refetch()} /> : null}
      {events.data === undefined ? null : <EventList events={events.data.data.map(({ attributes }) => attributes)} />}
    </section>
  );
}

/** One's own account: what one signs in with, where one is signed in, what happened at the door. */
export function AccountPage() {
  const { t } = useWords();
  useEffect(() => {
    document.title = t('office_staff.account.title');
  }, [t]);
  return (
    <>
      <h1>{t('office_staff.account.title')}</h1>
      <Factors />
      <PasswordForm />
      <AlarmChoice />
      <Sessions />
      <Events />
    </>
  );
}
