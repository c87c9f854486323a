import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#contract/document.ts';
import {
  officeListWebhookDeliveries,
  officeReplayWebhookDelivery,
  type OfficeWebhookDeliveryAttributes,
} from '#contract/office/customers/webhooks.ts';
import { DELIVERY_STATES } from '#contract/partner/webhooks.ts';
import { oneOf } from '#core/closed-list.ts';
import type { Locale } from '#core/locale.ts';
import { OrderNumber } from '#office/components/OrderNumber.tsx';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { useCommand } from '#office/api/use-command.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { clockTime } from '#office/format/moment.ts';
import { TableList } from '#office/lists/ListBody.tsx';
import type { Column } from '#office/lists/ListTable.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';
import { WebhookViews } from './WebhookViews.tsx';

const FILTERS = ['state'] as const;
const POLL_MS = 10_000;

type Row = Resource<OfficeWebhookDeliveryAttributes>;

function Replay({ id, label }: { readonly id: string; readonly label: string }) {
  const replay = useCommand(officeReplayWebhookDelivery, { after: [keys.webhooks()] });
  return (
    <>
      <Button size="xs" variant="default" loading={replay.isPending} onClick={() => replay.run({ params: { id } })}>
        {label}
      </Button>
      <CommandProblem error={replay.error} />
    </>
  );
}

/** The last attempt's status code, or why there was no response. */
const responseText = ({ last_status: status, last_error: error }: OfficeWebhookDeliveryAttributes, t: Translation['t']): string => {
  if (status !== null) return t('office_webhooks.answer', { status });
  return error === null ? '—' : t(`office_webhooks.error.${error}`);
};

const columnsOf = (t: Translation['t'], locale: Locale, mayReplay: boolean): readonly Column<Row>[] => [
  { key: 'event', label: t('office_webhooks.events.event'), cell: ({ attributes }) => <span className="code">{attributes.event}</span> },
  {
    key: 'order',
    label: t('office_webhooks.events.order'),
    cell: ({ attributes: { order_id: order } }) => (order === null ? '—' : <OrderNumber id={order} to={paths.order(order)} />),
  },
  {
    key: 'partner',
    label: t('office_webhooks.partner'),
    cell: ({ attributes }) => (
      <span translate="no">
        {attributes.owner}
        <br />
        <span className="dim">{new URL(attributes.url).host}</span>
      </span>
    ),
  },
  { key: 'state', label: t('office_webhooks.events.state'), cell: ({ attributes }) => t(`office_webhooks.state.${attributes.state}`) },
  { key: 'answer', label: t('office_webhooks.events.answer'), cell: ({ attributes }) => responseText(attributes, t) },
  { key: 'attempts', label: t('office_webhooks.events.attempts'), isNumber: true, cell: ({ attributes }) => attributes.attempts },
  {
    key: 'created',
    label: t('office_webhooks.events.created'),
    sort: 'created_at',
    cell: ({ attributes }) => clockTime(attributes.created_at, locale),
  },
  ...(mayReplay
    ? [
        {
          key: 'action',
          label: t('office_webhooks.events.deed'),
          cell: ({ id, attributes }: Row) => (
            <Replay id={id} label={t(`office_webhooks.events.${attributes.state === 'pending' ? 'send_now' : 'replay'}`)} />
          ),
        },
      ]
    : []),
];

/** Webhook deliveries of all partners, failed ones first. */
export function EventsPage() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const mayReplay = useOperator().actions.includes('change_partners');
  const state = oneOf(DELIVERY_STATES, address.filters['state']) ?? 'failed';
  const events = useQuery({
    queryKey: [...keys.webhooks(), 'events', state, query],
    queryFn: ({ signal }) => api(officeListWebhookDeliveries, { query: { state, ...query }, signal }),
    refetchInterval: POLL_MS,
  });
  const counts: Readonly<Partial<Record<string, unknown>>> = { failed: events.data?.meta['failed'], pending: events.data?.meta['waiting'] };
  const labelOf = (value: (typeof DELIVERY_STATES)[number]): string => {
    const count = counts[value];
    const label = t(`office_webhooks.state.${value}`);
    return typeof count === 'number' ? t('office_webhooks.state.counted', { label, count }) : label;
  };
  return (
    <Screen title={t('office_webhooks.events.title')}>
      <WebhookViews />
      <ListTools
        list={list}
        search={t('office_webhooks.events.search')}
        filters={[
          {
            name: 'state',
            label: labelOf('failed'),
            choices: (['pending', 'delivered'] as const).map((value) => ({ value, label: labelOf(value) })),
          },
        ]}
      />
      <TableList
        query={events}
        list={list}
        empty={t(`office_webhooks.events.none.${state}`)}
        views={['state']}
        caption={t('office_webhooks.events.title')}
        columns={columnsOf(t, locale, mayReplay)}
      />
    </Screen>
  );
}
