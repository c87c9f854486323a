import { useQuery } from '@tanstack/react-query';
import { officeListIncidents } from '#contract/office-incidents.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Cards } from '#office/in-hand/Cards.tsx';
import { useInHand } from '#office/in-hand/use-in-hand.ts';
import { CloseIncident, Incident } from '#office/incidents/Incident.tsx';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';

/** What calls a person about this order and is still open: some of it stops its payouts, and whoever decides must see why nothing moves. */
export function AlarmsPanel({ id }: { readonly id: string }) {
  const api = useApi();
  const { t } = useWords();
  const { actions } = useOperator();
  const queryKey = [...keys.incidents(), 'order', id];
  const alarms = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(officeListIncidents, { query: { state: 'open', subject: id }, signal }),
    enabled: actions.includes('read_incidents'),
    refetchInterval: 15_000,
  });
  const inHand = useInHand(alarms, queryKey);
  if (inHand.rows.length === 0) return null;
  return (
    <section className="order-alarms" aria-labelledby="order-alarms">
      <h2 id="order-alarms">{t('office.incidents.title')}</h2>
      <Cards inHand={inHand}>
        {({ id: incidentId, attributes }) => (
          <>
            <Incident incident={attributes} />
            {actions.includes('close_incidents') ? <CloseIncident id={incidentId} /> : null}
          </>
        )}
      </Cards>
    </section>
  );
}
