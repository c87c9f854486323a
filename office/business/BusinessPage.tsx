import { useQuery } from '@tanstack/react-query';
import { officeListBusinessRequests } from '#contract/public/online-payments.ts';
import { oneOf } from '#core/closed-list.ts';
import { BUSINESS_REQUEST_STATES } from '#core/customer/business-request.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { Cards, useRowsWhileEditing } from '#office/editing/Cards.tsx';
import { ListBody } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { RequestCard } from './RequestCard.tsx';

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
