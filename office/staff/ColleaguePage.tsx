import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { type ColleagueDetailAttributes, officeGetColleague } from '#contract/office-staff.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { paths } from '#office/paths.ts';
import { Problem } from '#office/pieces/Problem.tsx';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';
import { ColleagueDeeds } from './ColleagueDeeds.tsx';
import { EventList, SessionList } from './Door.tsx';

/** The change that waits for somebody else. */
function Waiting({ waiting }: { readonly waiting: NonNullable<ColleagueDetailAttributes['waiting']> }) {
  const { t } = useWords();
  return (
    <p className="note">
      {waiting.role === null
        ? t('office_staff.waiting.enable')
        : t('office_staff.waiting.role', { role: t(`office.role.${waiting.role}`) })}{' '}
      <Link to={paths.approvals()}>{t('office_staff.waiting.link')}</Link>
    </p>
  );
}

/** One colleague: his role, what may be done about him, his sessions and his door. */
export function ColleaguePage() {
  const { id = '' } = useParams();
  const api = useApi();
  const { t } = useWords();
  const mayChange = useOperator().actions.includes('change_staff');
  const person = useQuery({
    queryKey: keys.colleague(id),
    queryFn: ({ signal }) => api(officeGetColleague, { params: { id }, signal }),
    refetchInterval: 10_000,
  });
  const one = person.data?.data.attributes;
  const name = one?.full_name ?? one?.email ?? '';
  useEffect(() => {
    document.title = name === '' ? t('office_staff.title') : name;
  }, [t, name]);
  if (person.isError && one === undefined) return <Problem error={person.error} retry={() => void person.refetch()} />;
  if (one === undefined) return <Loader className="loading" aria-label={t('office.loading')} />;
  return (
    <>
      <p className="row">
        <Link to={paths.staff()}>{t('office_staff.title')}</Link>
      </p>
      <h1>{name}</h1>
      <p className="line">
        <span>{one.email}</span>
        <span className="badge calm">{t(`office.role.${one.role}`)}</span>
        {one.is_disabled ? <span className="badge loss">{t('office_staff.state.disabled')}</span> : null}
        <span className="dim">{t(one.has_second_factor ? 'office_staff.factor.has' : 'office_staff.factor.none')}</span>
      </p>
      {one.waiting === null ? null : <Waiting waiting={one.waiting} />}
      {mayChange && !one.is_me ? <ColleagueDeeds id={id} colleague={one} /> : null}
      {one.is_me ? <p className="dim">{t('office_staff.own')}</p> : null}
      <section className="part">
        <h2>{t('office_door.sessions.title')}</h2>
        <SessionList sessions={one.sessions} idOf={({ created_at: created, ip }) => `${created} ${ip ?? ''}`} />
      </section>
      <section className="part">
        <h2>{t('office_door.events.title')}</h2>
        <EventList events={one.events} />
      </section>
    </>
  );
}
