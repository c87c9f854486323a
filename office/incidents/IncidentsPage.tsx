import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { officeListIncidents } from '#contract/office-incidents.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { FRONT, spotQuery } from '#office/format/spot.ts';
import { Cards } from '#office/in-hand/Cards.tsx';
import { useInHand } from '#office/in-hand/use-in-hand.ts';
import { Choice } from '#office/pieces/Choice.tsx';
import { Pages } from '#office/pieces/Pages.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';
import { CloseIncident, Incident } from './Incident.tsx';

const STATES = ['open', 'closed'] as const;

/** What nobody may overlook, until somebody says what was behind it. */
export function IncidentsPage() {
  const api = useApi();
  const { t } = useWords();
  const mayClose = useOperator().actions.includes('close_incidents');
  const [state, setState] = useState<(typeof STATES)[number]>('open');
  const [spot, setSpot] = useState(FRONT);
  const choose = (one: typeof state) => {
    setState(one);
    setSpot(FRONT);
  };
  const queryKey = [...keys.incidents(), state, spot];
  const incidents = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(officeListIncidents, { query: { state, ...spotQuery(spot) }, signal }),
    refetchInterval: 15_000,
  });
  const inHand = useInHand(incidents, queryKey);
  useEffect(() => {
    document.title = t('office.incidents.title');
  }, [t]);
  return (
    <>
      <h1>{t('office.incidents.title')}</h1>
      <Choice
        label={t('office.incidents.which')}
        values={STATES}
        value={state}
        words={(one) => t(`office.incidents.list.${one}`)}
        onChoose={choose}
      />
      {incidents.isError ? <Problem error={incidents.error} retry={() => void incidents.refetch()} /> : null}
      {incidents.isPending ? <Loader className="loading" aria-label={t('office.loading')} /> : null}
      {inHand.asked.data?.data.length === 0 ? <p className="empty">{t('office.incidents.none')}</p> : null}
      <Cards inHand={inHand}>
        {({ id, attributes: incident }) => (
          <>
            <Incident incident={incident} />
            {mayClose && incident.closed_at === null ? <CloseIncident id={id} /> : null}
          </>
        )}
      </Cards>
      {incidents.data ? <Pages answer={incidents.data} spot={spot} size="sm" onChange={setSpot} /> : null}
    </>
  );
}
