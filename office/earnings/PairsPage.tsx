import { useQuery } from '@tanstack/react-query';
import { officeListReferralPairs, PAIR_STATES } from '#contract/office/customers/referral-pairs.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { Cards } from '#office/editing/Cards.tsx';
import { useRowsWhileEditing } from '#office/editing/use-rows-while-editing.ts';
import { ListBody } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { EarningsTabs } from './EarningsTabs.tsx';
import { PairCard } from './PairCard.tsx';

const FILTERS = ['state'] as const;

/** Who sent whom, those first that may be one person. */
export function PairsPage() {
  const api = useApi();
  const { t } = useTranslation();
  const used = useListAddress(FILTERS);
  const { address, query } = used;
  const state = PAIR_STATES.find((one) => one === address.filters['state']) ?? 'suspicious';
  const queryKey = [...keys.earnings(), 'pairs', state, query];
  const pairs = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(officeListReferralPairs, { query: { state, ...query }, signal }),
    refetchInterval: 30_000,
  });
  const inHand = useRowsWhileEditing(pairs, queryKey);
  return (
    <Screen title={t('office_earnings.pairs.title')}>
      <EarningsTabs />
      <ListTools
        list={used}
        search={t('office_earnings.pairs.search')}
        filters={[
          {
            name: 'state',
            label: t('office_earnings.pairs.suspicious'),
            choices: (['stopped', 'all'] as const).map((value) => ({ value, label: t(`office_earnings.pairs.${value}`) })),
          },
        ]}
      />
      <ListBody query={inHand.query} list={used} empty={t('office_earnings.pairs.none')}>
        <Cards list={inHand}>{({ id, attributes }) => <PairCard id={id} pair={attributes} />}</Cards>
      </ListBody>
    </Screen>
  );
}
