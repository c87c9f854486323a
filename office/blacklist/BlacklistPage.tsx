import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { BLACKLIST_STATES, officeListBlacklist } from '#contract/office-blacklist.ts';
import { BLACKLIST_KINDS } from '#core/blacklist.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Cards } from '#office/in-hand/Cards.tsx';
import { useInHand } from '#office/in-hand/use-in-hand.ts';
import { ListBody } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { clearing, useListAddress } from '#office/lists/use-list-address.ts';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';
import { AddEntry } from './AddEntry.tsx';
import { EntryCard } from './EntryCard.tsx';

const FILTERS = ['state', 'kind'] as const;

/** Whom the shop makes no orders with, by what, and until when. */
export function BlacklistPage() {
  const api = useApi();
  const { t } = useWords();
  const used = useListAddress(FILTERS);
  const { address, query } = used;
  const mayAdd = useOperator().actions.includes('change_blacklist');
  const [isAdding, setAdding] = useState(false);
  const state = BLACKLIST_STATES.find((one) => one === address.filters['state']) ?? 'active';
  const kind = BLACKLIST_KINDS.find((one) => one === address.filters['kind']);
  const queryKey = [...keys.blacklist(), state, kind, query];
  const entries = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(officeListBlacklist, { query: { state, kind, ...query }, signal }),
    refetchInterval: 30_000,
  });
  const inHand = useInHand(entries, queryKey);
  useEffect(() => {
    document.title = t('customers_desk.list.title');
  }, [t]);
  return (
    <>
      <h1>{t('customers_desk.list.title')}</h1>
      <ListTools
        used={used}
        search={t('customers_desk.list.search')}
        filters={[
          {
            name: 'state',
            label: t('customers_desk.list.which'),
            choices: (['ended', 'all'] as const).map((value) => ({ value, label: t(`customers_desk.list.state.${value}`) })),
          },
          {
            name: 'kind',
            label: t('customers_desk.list.kind'),
            choices: BLACKLIST_KINDS.map((value) => ({ value, label: t(`customers_desk.kind.${value}`) })),
          },
        ]}
      >
        {mayAdd ? (
          <Button size="xs" onClick={() => setAdding(true)}>
            {t('customers_desk.list.add')}
          </Button>
        ) : null}
      </ListTools>
      {isAdding ? <AddEntry onClose={() => setAdding(false)} /> : null}
      <ListBody
        asked={inHand.asked}
        spot={address}
        onSpot={(spot) => used.change(spot)}
        empty={t('customers_desk.list.none')}
        clear={clearing(used)}
      >
        <Cards inHand={inHand}>{({ id, attributes }) => <EntryCard id={id} entry={attributes} />}</Cards>
      </ListBody>
    </>
  );
}
