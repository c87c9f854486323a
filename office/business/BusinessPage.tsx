import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { officeListBusinessRequests } from '#contract/online-payments.ts';
import { BUSINESS_REQUEST_STATES } from '#core/business-request.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Cards } from '#office/in-hand/Cards.tsx';
import { useInHand } from '#office/in-hand/use-in-hand.ts';
import { ListBody } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { clearing, useListAddress } from '#office/lists/use-list-address.ts';
import { useWords } from '#office/words/Words.tsx';
import { RequestCard } from './RequestCard.tsx';

const FILTERS = ['state'] as const;

/** Merchants who want to take payments: read, taken, answered. */
export function BusinessPage() {
  const api = useApi();
  const { t } = useWords();
  const used = useListAddress(FILTERS);
  const { address, query } = used;
  const state = (['all', ...BUSINESS_REQUEST_STATES] as const).find((one) => one === address.filters['state']) ?? 'open';
  const queryKey = [...keys.businessRequests(), state, query];
  const requests = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(officeListBusinessRequests, { query: { state, ...query }, signal }),
    refetchInterval: 15_000,
  });
  const inHand = useInHand(requests, queryKey);
  useEffect(() => {
    document.title = t('office_business.title');
  }, [t]);
  return (
    <>
      <h1>{t('office_business.title')}</h1>
      <ListTools
        used={used}
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
      <ListBody
        asked={inHand.asked}
        spot={address}
        onSpot={(spot) => used.change(spot)}
        empty={t('office_business.none')}
        clear={clearing(used)}
      >
        <Cards inHand={inHand}>{({ id, attributes }) => <RequestCard id={id} request={attributes} />}</Cards>
      </ListBody>
    </>
  );
}
