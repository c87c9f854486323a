import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Resource } from '#contract/document.ts';
import {
  officeListWebhookDeliveries,
  officeReplayWebhookDelivery,
  type OfficeWebhookDeliveryAttributes,
} from '#contract/office/customers/webhooks.ts';
import { DELIVERY_STATES } from '#contract/partner/webhooks.ts';
import { oneOf } from '#core/closed-list.ts';
import { orderNumber } from '#core/order/number.ts';
import { OrderNumber } from '#office/components/OrderNumber.tsx';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { useAction, useCommand } from '#office/api/use-command.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { hourOfDay } from '#office/format/moment.ts';
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

/** How often it was sent, and when: last, or next while it waits. */
function attemptsText({ attempts, last_at: lastAt, next_at: nextAt }: OfficeWebhookDeliveryAttributes, { t, locale }: Translation): string {
  const parts = [
    t('office_webhooks.events.attempts', { count: attempts }),
    lastAt === null ? null : t('office_webhooks.events.last', { at: hourOfDay(lastAt, locale) }),
    nextAt === null ? null : t('office_webhooks.events.next', { at: hourOfDay(nextAt, locale) }),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

function Server({ attributes: { url, owner, mode } }: Row) {
  const { t } = useTranslation();
  const { host } = new URL(url);
  return (
    <>
      <Link to={paths.webhookServers(host)} translate="no">
        {host}
      </Link>{' '}
      {mode === 'sandbox' ? <span className="badge">{t('office_webhooks.sandbox')}</span> : null}
      <span className="below dim" translate="no">
        {owner}
      </span>
    </>
  );
}

const columnsOf = (translation: Translation, mayReplay: boolean): readonly Column<Row>[] => {
  const { t, locale } = translation;
  const actionColumn: Column<Row> = {
    key: 'action',
    label: t('office_webhooks.events.deed'),
    isPlain: true,
    cell: ({ id, attributes }) => (
      <Replay id={id} label={t(`office_webhooks.events.${attributes.state === 'pending' ? 'send_now' : 'replay'}`)} />
    ),
  };
  return [
    {
      key: 'event',
      label: t('office_webhooks.events.event'),
      cell: ({ attributes: { event, order_id: order } }) => (
        <>
          <span className="code unbroken">{event}</span>
          {order === null ? null : (
            <span className="below">
              <OrderNumber id={order} to={paths.order(order)} />
            </span>
          )}
        </>
      ),
    },
    { key: 'server', label: t('office_webhooks.events.server'), isPlain: true, cell: (row) => <Server {...row} /> },
    {
      key: 'answer',
      label: t('office_webhooks.events.answer'),
      isPlain: true,
      cell: ({ attributes }) => (
        <>
          {responseText(attributes, t)}
          <span className="below dim">{attemptsText(attributes, translation)}</span>
        </>
      ),
    },
    {
      key: 'created',
      label: t('office_webhooks.events.created'),
      sort: 'created_at',
      cell: ({ attributes }) => <span className="unbroken">{hourOfDay(attributes.created_at, locale)}</span>,
    },
    ...(mayReplay ? [actionColumn] : []),
  ];
};

interface ReplayChosenProps {
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

/** Sends the marked events again, one after the other. A refusal stops them: those already sent leave the list. */
function ReplayChosen({ ids, onDone }: ReplayChosenProps) {
  const { t } = useTranslation();
  const replay = useAction(
    async (chosen: readonly string[], call) => {
      for (const id of chosen) await call(officeReplayWebhookDelivery, { params: { id } });
    },
    {
      after: [keys.webhooks()],
      success: (_, { length }) => t('office_webhooks.events.replayed', { count: length }),
      onDone,
    },
  );
  return (
    <div className="list-chosen">
      {ids.length === 0 ? (
        <p className="dim">{t('office_webhooks.events.mark_hint')}</p>
      ) : (
        <Button size="xs" loading={replay.isPending} onClick={() => replay.run(ids)}>
          {t('office_webhooks.events.replay_chosen', { count: ids.length })}
        </Button>
      )}
      <CommandProblem error={replay.error} />
    </div>
  );
}

/** Webhook deliveries of all partners, failed ones first. */
export function EventsPage() {
  const api = useApi();
  const translation = useTranslation();
  const { t } = translation;
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const mayReplay = useOperator().actions.includes('change_partners');
  const state = oneOf(DELIVERY_STATES, address.filters['state']) ?? 'failed';
  const events = useQuery({
    queryKey: [...keys.webhooks(), 'events', state, query],
    queryFn: ({ signal }) => api(officeListWebhookDeliveries, { query: { state, ...query }, signal }),
    refetchInterval: POLL_MS,
  });
  const rows = events.data?.data ?? [];
  // Marked rows may have left the list
  const chosen = rows.filter(({ id }) => marked.has(id)).map(({ id }) => id);
  const markLabel = (id: string) => {
    const { event = '', order_id: order = null } = rows.find((row) => row.id === id)?.attributes ?? {};
    return t('office_webhooks.events.mark', { event: order === null ? event : `${event} ${orderNumber(order)}` });
  };
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
      {mayReplay && rows.length > 1 && state !== 'delivered' ? <ReplayChosen ids={chosen} onDone={() => setMarked(new Set())} /> : null}
      <TableList
        query={events}
        list={list}
        empty={t(`office_webhooks.events.none.${state}`)}
        next={{ to: paths.webhookServers(), label: t('office_webhooks.servers.title') }}
        views={['state']}
        caption={t('office_webhooks.events.title')}
        columns={columnsOf(translation, mayReplay)}
        marked={mayReplay && state !== 'delivered' ? { ids: marked, onMark: setMarked, label: markLabel } : undefined}
      />
    </Screen>
  );
}
