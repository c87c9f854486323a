import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { type ColleagueDetailAttributes, officeGetColleague } from '#contract/office/shop/staff.ts';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ColleagueActions } from './ColleagueActions.tsx';
import { EventList, SessionList } from './SecurityLists.tsx';
import './StaffPage.css';

/** The change of role that waits for a second owner. */
function Waiting({ waiting }: { readonly waiting: NonNullable<ColleagueDetailAttributes['waiting']> }) {
  const { t } = useTranslation();
  return (
    <p className="note">
      {waiting.role === null
        ? t('office_staff.waiting.enable')
        : t('office_staff.waiting.role', { role: t(`office.role.${waiting.role}`) })}{' '}
      <Link to={paths.approvals()}>{t('office_staff.waiting.link')}</Link>
    </p>
  );
}

/** One operator: role, actions, sessions, security events. */
export function ColleaguePage() {
  const { id = '' } = useParams();
  const api = useApi();
  const { t } = useTranslation();
  const mayChange = useOperator().actions.includes('change_staff');
  const person = useQuery({
    queryKey: keys.colleague(id),
    queryFn: ({ signal }) => api(officeGetColleague, { params: { id }, signal }),
    refetchInterval: 10_000,
  });
  const name = person.data?.data.attributes.full_name ?? person.data?.data.attributes.email ?? t('office_staff.title');
  return (
    <Screen
      title={name}
      above={
        <p className="row">
          <Link to={paths.staff()}>{t('office_staff.title')}</Link>
        </p>
      }
    >
      <Loaded query={person}>
        {({ data: { attributes: colleague } }) => (
          <>
            <p className="line">
              <span>{colleague.email}</span>
              <span className="badge calm">{t(`office.role.${colleague.role}`)}</span>
              {colleague.is_disabled ? <span className="badge loss">{t('office_staff.state.disabled')}</span> : null}
              <span className="dim">{t(colleague.has_second_factor ? 'office_staff.factor.has' : 'office_staff.factor.none')}</span>
            </p>
            {colleague.waiting === null ? null : <Waiting waiting={colleague.waiting} />}
            {mayChange && !colleague.is_me ? <ColleagueActions id={id} colleague={colleague} /> : null}
            {colleague.is_me ? <p className="dim">{t('office_staff.own')}</p> : null}
            <section className="part">
              <h2>{t('office_door.sessions.title')}</h2>
              <SessionList sessions={colleague.sessions} idOf={({ created_at: created, ip }) => `${created} ${ip ?? ''}`} />
            </section>
            <section className="part">
              <h2>{t('office_door.events.title')}</h2>
              <EventList events={colleague.events} />
            </section>
          </>
        )}
      </Loaded>
    </Screen>
  );
}
