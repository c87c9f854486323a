import { useQuery } from '@tanstack/react-query';
import { officeListIncidents } from '#contract/office-incidents.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { CloseIncident, Incident } from '#office/incidents/Incident.tsx';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';

/** What calls a person about this order and is still open: some of it stops its payouts, and whoever decides must see why nothing moves. */
export function AlarmsPanel({ id }: { readonly id: string }) {
  const api = useApi();
  const { t } = useWords();
  const { actions } = useOperator();
  const alarms = useQuery({
    queryKey: [...keys.incidents(), 'order', id],
    queryFn: ({ signal }) => api(officeListIncidents, { query: { state: 'open', subject: id }, signal }),
    enabled: actions.includes('read_incidents'),
    refetchInterval: 15_000,
  });
  const open = alarms.data?.data ?? [];
  if (open.length === 0) return null;
  return (
    <section className="order-alarms" aria-labelledby="order-alarms">
      <h2 id="order-alarms">{t('office.incidents.title')}</h2>
      <ul className="cards">
        {open.map(({ id: incidentId, attributes }) => (
          <li key={incidentId} className="sheet">
            <Incident incident={attributes} />
            {actions.includes('close_incidents') ? <CloseIncident id={incidentId} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
