import { oneOf } from '#core/closed-list.ts';
import { useQuery } from '@tanstack/react-query';
import { officeListReferralPairs, PAIR_STATES } from '#contract/office/customers/referral-pairs.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { Cards, useRowsWhileEditing } from '#office/editing/Cards.tsx';
import { ListBody } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { EarningsTabs } from './EarningsTabs.tsx';
import { PairCard } from './PairCard.tsx';

const FILTERS = ['state'] as const;

/** Referral pairs; first those that may be one person. */
export function PairsPage() {
  const api = useApi();
  const { t } = useTranslation();
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const state = oneOf(PAIR_STATES, address.filters['state']) ?? 'suspicious';
  const queryKey = [...keys.earnings(), 'pairs', state, query];
  const pairs = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(officeListReferralPairs, { query: { state, ...query }, signal }),
    refetchInterval: 30_000,
  });
  const rows = useRowsWhileEditing(pairs, queryKey);
  return (
    <Screen title={t('office_earnings.pairs.title')}>
      <EarningsTabs />
      <ListTools
        list={list}
        search={t('office_earnings.pairs.search')}
        filters={[
          {
            name: 'state',
            label: t('office_earnings.pairs.suspicious'),
            choices: (['stopped', 'all'] as const).map((value) => ({ value, label: t(`office_earnings.pairs.${value}`) })),
          },
        ]}
      />
      <ListBody query={rows.query} list={list} empty={t('office_earnings.pairs.none')}>
        <Cards list={rows}>{({ id, attributes }) => <PairCard id={id} pair={attributes} />}</Cards>
      </ListBody>
    </Screen>
  );
}
