import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { officeListIncidents } from '#contract/office/shop/incidents.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Choice } from '#office/components/Choice.tsx';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { isEmptied, Pages } from '#office/components/Pages.tsx';
import { Cards, useRowsWhileEditing } from '#office/editing/Cards.tsx';
import { FIRST_PAGE, pageQuery } from '#office/format/paging.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useOperator } from '#office/api/operator.ts';
import { CloseIncident, Incident } from './Incident.tsx';

const STATES = ['open', 'closed'] as const;

/** Incidents, open until an operator closes them with a note. */
export function IncidentsPage() {
  const api = useApi();
  const { t } = useTranslation();
  const mayClose = useOperator().actions.includes('close_incidents');
  const [{ state, position }, setShown] = useState({ state: 'open' as (typeof STATES)[number], position: FIRST_PAGE });
  const queryKey = [...keys.incidents(), state, position];
  const incidents = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(officeListIncidents, { query: { state, ...pageQuery(position) }, signal }),
    refetchInterval: 15_000,
  });
  const list = useRowsWhileEditing(incidents, queryKey);
  return (
    <Screen title={t('office.incidents.title')}>
      <Choice
        label={t('office.incidents.which')}
        values={STATES}
        value={state}
        labelOf={(value) => t(`office.incidents.list.${value}`)}
        onChoose={(chosen) => setShown({ state: chosen, position: FIRST_PAGE })}
      />
      <Loaded query={list.query}>
        {(answer) => (
          <>
            {answer.data.length === 0 && !isEmptied(answer, position) ? <p className="empty">{t('office.incidents.none')}</p> : null}
            <Cards list={list}>
              {({ id, attributes: incident }) => (
                <>
                  <Incident incident={incident} />
                  {mayClose && incident.closed_at === null ? <CloseIncident id={id} /> : null}
                </>
              )}
            </Cards>
            <Pages answer={answer} position={position} size="sm" onChange={(next) => setShown({ state, position: next })} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
