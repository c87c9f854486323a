import { useQuery } from '@tanstack/react-query';
import { officeListIncidents } from '#contract/office/shop/incidents.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Cards, useRowsWhileEditing } from '#office/editing/Cards.tsx';
import { CloseIncident } from '#office/incidents/CloseIncident.tsx';
import { Incident } from '#office/incidents/Incident.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Open incidents of this order: some of them hold its payouts, and the operator must see why. */
export function AlarmsPanel({ id }: { readonly id: string }) {
  const api = useApi();
  const { t } = useTranslation();
  const { actions } = useOperator();
  const queryKey = [...keys.incidents(), 'order', id];
  const alarms = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(officeListIncidents, { query: { state: 'open', subject: id }, signal }),
    enabled: actions.includes('read_incidents'),
    refetchInterval: 15_000,
  });
  const rows = useRowsWhileEditing(alarms, queryKey);
  if (rows.rows.length === 0) return null;
  return (
    <section className="order-alarms" aria-labelledby="order-alarms">
      <h2 id="order-alarms">{t('office.incidents.title')}</h2>
      <Cards list={rows}>
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
