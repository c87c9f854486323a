import { oneOf } from '#core/closed-list.ts';
import { useQuery } from '@tanstack/react-query';
import { officeListWebhooks, WEBHOOK_HEALTHS } from '#contract/office/customers/webhooks.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { Cards, useRowsWhileEditing } from '#office/editing/Cards.tsx';
import { ListBody } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ServerCard } from './ServerCard.tsx';
import { WebhookViews } from './WebhookViews.tsx';

const FILTERS = ['health'] as const;
const POLL_MS = 10_000;

/** Partners' webhook servers with their health, failing ones first. */
export function ServersPage() {
  const api = useApi();
  const { t } = useTranslation();
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const health = oneOf(WEBHOOK_HEALTHS, address.filters['health']);
  const queryKey = [...keys.webhooks(), 'servers', health, query];
  const servers = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(officeListWebhooks, { query: { health, ...query }, signal }),
    refetchInterval: POLL_MS,
  });
  const rows = useRowsWhileEditing(servers, queryKey);
  return (
    <Screen title={t('office_webhooks.servers.title')}>
      <WebhookViews />
      <ListTools
        list={list}
        search={t('office_webhooks.servers.search')}
        filters={[
          {
            name: 'health',
            label: t('office_webhooks.servers.any'),
            choices: WEBHOOK_HEALTHS.map((value) => ({ value, label: t(`office_webhooks.health.${value}`) })),
          },
        ]}
      />
      <ListBody query={rows.query} list={list} empty={t('office_webhooks.servers.none')}>
        <Cards list={rows}>{({ id, attributes }) => <ServerCard id={id} server={attributes} />}</Cards>
      </ListBody>
    </Screen>
  );
}
