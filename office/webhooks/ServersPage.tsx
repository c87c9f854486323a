import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { officeListWebhooks, WEBHOOK_HEALTHS } from '#contract/office-webhooks.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Cards } from '#office/in-hand/Cards.tsx';
import { useInHand } from '#office/in-hand/use-in-hand.ts';
import { ListBody } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { clearing, useListAddress } from '#office/lists/use-list-address.ts';
import { useWords } from '#office/words/Words.tsx';
import { ServerCard } from './ServerCard.tsx';
import { WebhookViews } from './WebhookViews.tsx';

const FILTERS = ['health'] as const;
const LOOK_EVERY_MS = 10_000;

/** Partners' servers and how they do, those in trouble first. */
export function ServersPage() {
  const api = useApi();
  const { t } = useWords();
  const used = useListAddress(FILTERS);
  const { address, query } = used;
  const health = WEBHOOK_HEALTHS.find((one) => one === address.filters['health']);
  const queryKey = [...keys.webhooks(), 'servers', health, query];
  const servers = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(officeListWebhooks, { query: { health, ...query }, signal }),
    refetchInterval: LOOK_EVERY_MS,
  });
  const inHand = useInHand(servers, queryKey);
  useEffect(() => {
    document.title = t('office_webhooks.servers.title');
  }, [t]);
  return (
    <>
      <h1>{t('office_webhooks.servers.title')}</h1>
      <WebhookViews />
      <ListTools
        used={used}
        search={t('office_webhooks.servers.search')}
        filters={[
          {
            name: 'health',
            label: t('office_webhooks.servers.any'),
            choices: WEBHOOK_HEALTHS.map((value) => ({ value, label: t(`office_webhooks.health.${value}`) })),
          },
        ]}
      />
      <ListBody
        asked={inHand.asked}
        spot={address}
        onSpot={(spot) => used.change(spot)}
        empty={t('office_webhooks.servers.none')}
        clear={clearing(used)}
      >
        <Cards inHand={inHand}>{({ id, attributes }) => <ServerCard id={id} server={attributes} />}</Cards>
      </ListBody>
    </>
  );
}
