import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { officeListReferralPairs, PAIR_STATES } from '#contract/office-referral-pairs.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Cards } from '#office/in-hand/Cards.tsx';
import { useInHand } from '#office/in-hand/use-in-hand.ts';
import { ListBody } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { clearing, useListAddress } from '#office/lists/use-list-address.ts';
import { useWords } from '#office/words/Words.tsx';
import { EarningsTabs } from './EarningsTabs.tsx';
import { PairCard } from './PairCard.tsx';

const FILTERS = ['state'] as const;

/** Who sent whom, those first that may be one person. */
export function PairsPage() {
  const api = useApi();
  const { t } = useWords();
  const used = useListAddress(FILTERS);
  const { address, query } = used;
  const state = PAIR_STATES.find((one) => one === address.filters['state']) ?? 'suspicious';
  const queryKey = [...keys.earnings(), 'pairs', state, query];
  const pairs = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(officeListReferralPairs, { query: { state, ...query }, signal }),
    refetchInterval: 30_000,
  });
  const inHand = useInHand(pairs, queryKey);
  useEffect(() => {
    document.title = t('office_earnings.pairs.title');
  }, [t]);
  return (
    <>
      <h1>{t('office_earnings.pairs.title')}</h1>
      <EarningsTabs />
      <ListTools
        used={used}
        search={t('office_earnings.pairs.search')}
        filters={[
          {
            name: 'state',
            label: t('office_earnings.pairs.suspicious'),
            choices: (['stopped', 'all'] as const).map((value) => ({ value, label: t(`office_earnings.pairs.${value}`) })),
          },
        ]}
      />
      <ListBody
        asked={inHand.asked}
        spot={address}
        onSpot={(spot) => used.change(spot)}
        empty={t('office_earnings.pairs.none')}
        clear={clearing(used)}
      >
        <Cards inHand={inHand}>{({ id, attributes }) => <PairCard id={id} pair={attributes} />}</Cards>
      </ListBody>
    </>
  );
}
