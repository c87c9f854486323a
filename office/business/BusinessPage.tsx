import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type BusinessRequestAttributes,
  officeDecideBusinessRequest,
  officeGetBusinessRequest,
  officeListBusinessRequests,
} from '#contract/public/online-payments.ts';
import { oneOf } from '#core/closed-list.ts';
import { BUSINESS_REQUEST_STATES, type BusinessRequestState } from '#core/customer/business-request.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { useCommand } from '#office/api/use-command.ts';
import { Screen } from '#office/components/Screen.tsx';
import { Cards, useRowsWhileEditing } from '#office/editing/Cards.tsx';
import { FrozenWhileEditing, useEditing } from '#office/editing/Editing.tsx';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { Textarea } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ListBody } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';

interface CardProps {
  readonly id: string;
  readonly request: BusinessRequestAttributes;
}

function Decide({ id, request, state, onClose }: CardProps & { readonly state: BusinessRequestState; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const form = useFields({ reason: '' });
  const notifiesMerchant = state === 'approved' || state === 'declined';
  const decide = useCommand(officeDecideBusinessRequest, { after: [keys.businessRequests()], onDone: onClose });
  const send = (note: string) => {
    const reason = form.values.reason.trim() || null;
    decide.run({ params: { id }, body: { state, reason, note: note || null, version: request.version } });
  };
  return (
    <ActionForm
      what={t(`office_business.what.${state}`)}
      submit={t(`office_business.act.${state}`)}
      note={{ label: t('office_business.note'), isRequired: false }}
      isDestructive={state === 'declined'}
      command={decide}
      onSubmit={send}
      onCancel={onClose}
    >
      {notifiesMerchant ? (
        <Textarea
          {...form.text('reason')}
          label={t('office_business.reason')}
          required={state === 'declined'}
          autosize
          minRows={2}
          maxLength={1000}
        />
      ) : null}
    </ActionForm>
  );
}

/** The latest version of the request, read on its own once it has left the list while it is edited. */
function useLatestRequest({ id, request }: CardProps, isOutdated: boolean): BusinessRequestAttributes {
  const api = useApi();
  const latest = useQuery({
    queryKey: [...keys.businessRequests(), 'one', id],
    queryFn: ({ signal }) => api(officeGetBusinessRequest, { params: { id }, signal }),
    enabled: isOutdated,
  });
  return isOutdated ? (latest.data?.data.attributes ?? request) : request;
}

/** A merchant's request, its state and the actions it allows. The URL is not a link: untrusted input. */
function RequestCard({ id, request: listed }: CardProps) {
  const { t, locale } = useTranslation();
  const mayDecide = useOperator().actions.includes('change_business_requests');
  const [action, setAction] = useState<BusinessRequestState | null>(null);
  const request = useLatestRequest({ id, request: listed }, useEditing(action !== null));
  const facts = [
    [t('office_business.turnover'), request.monthly_turnover],
    [t('office_business.area'), request.business_area],
    [t('office_business.reason_was'), request.reason],
    [t('office_business.note_was'), request.note],
  ] as const;
  return (
    <>
      <p className="line">
        <span className="badge">{t(`office_business.state.${request.state}`)}</span>
        <strong translate="no">{request.email}</strong>
        <span className="code" translate="no">
          {request.url}
        </span>
      </p>
      {request.comment === null ? null : (
        <p className="note" translate="no">
          {request.comment}
        </p>
      )}
      {facts.map(([name, value]) =>
        value === null ? null : (
          <p key={name}>
            <span className="dim">{name}:</span> <span translate="no">{value}</span>
          </p>
        ),
      )}
      <p className="dim">
        {t('office_business.asked', { at: clockTime(request.asked_at, locale) })}
        {request.assigned_to === null ? '' : ` · ${t('office_business.with', { who: request.assigned_to })}`}
      </p>
      {action === null ? (
        <div className="row">
          {request.has_file ? (
            <Button component="a" size="xs" variant="default" href={`/api/office/v1/business_requests/${id}/attachment`} download>
              {t('office_business.file')}
            </Button>
          ) : null}
          {mayDecide
            ? request.next.map((state) => (
                <Button key={state} size="xs" variant="default" onClick={() => setAction(state)}>
                  {t(`office_business.act.${state}`)}
                </Button>
              ))
            : null}
        </div>
      ) : (
        <FrozenWhileEditing stored={listed}>
          {(read) => <Decide id={id} request={read} state={action} onClose={() => setAction(null)} />}
        </FrozenWhileEditing>
      )}
    </>
  );
}

const FILTERS = ['state'] as const;

/** Requests of merchants who want to accept payments. */
export function BusinessPage() {
  const api = useApi();
  const { t } = useTranslation();
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const state = oneOf(['all', ...BUSINESS_REQUEST_STATES] as const, address.filters['state']) ?? 'open';
  const queryKey = [...keys.businessRequests(), state, query];
  const requests = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(officeListBusinessRequests, { query: { state, ...query }, signal }),
    refetchInterval: 15_000,
  });
  const rows = useRowsWhileEditing(requests, queryKey);
  return (
    <Screen title={t('office_business.title')}>
      <ListTools
        list={list}
        search={t('office_business.search')}
        filters={[
          {
            name: 'state',
            label: t('office_business.open'),
            choices: (['all', ...BUSINESS_REQUEST_STATES] as const).map((value) => ({
              value,
              label: t(value === 'all' ? 'office_business.all' : `office_business.state.${value}`),
            })),
          },
        ]}
      />
      <ListBody query={rows.query} list={list} empty={t('office_business.none')}>
        <Cards list={rows}>{({ id, attributes }) => <RequestCard id={id} request={attributes} />}</Cards>
      </ListBody>
    </Screen>
  );
}
