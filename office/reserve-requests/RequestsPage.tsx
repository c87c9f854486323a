import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resource } from '#contract/document.ts';
import {
  officeListReserveRequests,
  type OfficeReserveRequestAttributes,
  officeCancelReserveRequest,
} from '#contract/office/orders/reserve-requests.ts';
import { oneOf } from '#core/closed-list.ts';
import type { Locale } from '#core/locale.ts';
import { RESERVE_REQUEST_STATES } from '#core/customer/reserve-request.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { money } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { TableList } from '#office/lists/ListBody.tsx';
import type { Column } from '#office/lists/ListTable.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { useOperator } from '#office/api/operator.ts';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';
import { useCommand } from '#office/api/use-command.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { Demand } from './Demand.tsx';

interface CancelRequestProps {
  readonly id: string;
  readonly email: string;
  readonly onClose: () => void;
}

/** Cancels an open request, with a reason. */
function CancelRequest({ id, email, onClose }: CancelRequestProps) {
  const { t } = useTranslation();
  const cancel = useCommand(officeCancelReserveRequest, { after: [keys.reserveRequests()], onDone: onClose });
  return (
    <section className="sheet" aria-label={t('office_requests.end')}>
      <ActionForm
        what={t('office_requests.end_what', { email })}
        submit={t('office_requests.end')}
        note={{ label: t('office_requests.end_note'), isRequired: true }}
        command={cancel}
        onSubmit={(note) => cancel.run({ params: { id }, body: { note } })}
        onCancel={onClose}
      />
    </section>
  );
}

const FILTERS = ['state', 'system'] as const;

type Row = Resource<OfficeReserveRequestAttributes>;

function RequestState({
  request,
  t,
  locale,
}: {
  readonly request: OfficeReserveRequestAttributes;
  readonly t: Translation['t'];
  readonly locale: Locale;
}) {
  const at = request.notified_at ?? request.ended_at;
  return (
    <>
      {t(`office_requests.state.${request.state}`)}
      {at === null ? null : <span className="dim"> {clockTime(at, locale)}</span>}
      {request.ended_by === null ? null : (
        <span className="dim" translate="no">
          {' '}
          {request.ended_by}: {request.end_note}
        </span>
      )}
    </>
  );
}

function End({ row, onEnd }: { readonly row: Row; readonly onEnd: (row: Row) => void }) {
  const { t } = useTranslation();
  if (row.attributes.state !== 'open') return null;
  return (
    <Button size="compact-sm" variant="default" onClick={() => onEnd(row)}>
      {t('office_requests.end')}
    </Button>
  );
}

const columnsOf = (t: Translation['t'], locale: Locale, onEnd: ((row: Row) => void) | undefined): readonly Column<Row>[] => [
  {
    key: 'who',
    label: t('office_requests.who'),
    cell: ({ attributes: { email, phone } }) => (
      <span translate="no">
        {email}
        {phone === null ? null : <span className="dim"> {phone}</span>}
      </span>
    ),
  },
  {
    key: 'system',
    label: t('office_requests.system'),
    sort: 'payment_system_id',
    cell: ({ attributes }) => <span className="code">{attributes.payment_system_id}</span>,
  },
  {
    key: 'amount',
    label: t('office_requests.amount'),
    sort: 'amount',
    isNumber: true,
    cell: ({ attributes }) => money(attributes.amount, attributes.currency_iso_code, locale),
  },
  {
    key: 'from',
    label: t('office_requests.from'),
    cell: ({ attributes: { income_payment_system_id: code } }) => (code === null ? '—' : <span className="code">{code}</span>),
  },
  { key: 'asked', label: t('office_requests.asked'), sort: 'asked_at', cell: ({ attributes }) => clockTime(attributes.asked_at, locale) },
  { key: 'state', label: t('office_requests.fate'), cell: ({ attributes }) => <RequestState request={attributes} t={t} locale={locale} /> },
  ...(onEnd === undefined
    ? []
    : [{ key: 'action', label: t('office_requests.deed'), cell: (row: Row) => <End row={row} onEnd={onEnd} /> }]),
];

/** Reserve requests, longest waiting first, and earlier ones with their result. */
export function RequestsPage() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const mayEnd = useOperator().actions.includes('change_reserve_requests');
  const [ending, setEnding] = useState<Row | null>(null);
  const state = oneOf(['all', ...RESERVE_REQUEST_STATES] as const, address.filters['state']) ?? 'open';
  const code = address.filters['system'];
  const requests = useQuery({
    queryKey: [...keys.reserveRequests(), state, code, query],
    queryFn: ({ signal }) =>
      api(officeListReserveRequests, { query: { state, ...(code === undefined ? {} : { payment_system_id: code }), ...query }, signal }),
    refetchInterval: 10_000,
  });
  return (
    <Screen title={t('office_requests.title')}>
      <Demand />
      <ListTools
        list={list}
        search={t('office_requests.search')}
        filters={[
          {
            name: 'state',
            label: t('office_requests.state.open'),
            choices: (['notified', 'cancelled', 'stale', 'all'] as const).map((value) => ({
              value,
              label: t(`office_requests.state.${value}`),
            })),
          },
          ...(code === undefined ? [] : [{ name: 'system', label: t('office_requests.system'), choices: [{ value: code, label: code }] }]),
        ]}
      />
      {ending === null ? null : (
        <CancelRequest key={ending.id} id={ending.id} email={ending.attributes.email} onClose={() => setEnding(null)} />
      )}
      <TableList
        query={requests}
        list={list}
        empty={t('office_requests.none')}
        caption={t('office_requests.title')}
        columns={columnsOf(t, locale, mayEnd ? setEnding : undefined)}
      />
    </Screen>
  );
}
