import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { officeListTasks } from '#contract/office-payout-tasks.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Cards } from '#office/in-hand/Cards.tsx';
import { useInHand } from '#office/in-hand/use-in-hand.ts';
import { ListBody } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { clearing, useListAddress } from '#office/lists/use-list-address.ts';
import { useWords } from '#office/words/Words.tsx';
import { TaskCard } from './TaskCard.tsx';

const FILTERS = ['state'] as const;

/** What people are asked to pay, the longest waiting first. */
export function TasksPage() {
  const api = useApi();
  const { t } = useWords();
  const used = useListAddress(FILTERS);
  const { address, query } = used;
  const state = address.filters['state'] === 'ended' ? 'ended' : 'open';
  const queryKey = [...keys.payoutTasks(), state, query];
  const tasks = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(officeListTasks, { query: { state, ...query }, signal }),
    refetchInterval: 5_000,
  });
  const inHand = useInHand(tasks, queryKey);
  useEffect(() => {
    document.title = t('office_by_hand.tasks.title');
  }, [t]);
  return (
    <>
      <h1>{t('office_by_hand.tasks.title')}</h1>
      <ListTools
        used={used}
        search={t('office_by_hand.tasks.search')}
        filters={[
          {
            name: 'state',
            label: t('office_by_hand.tasks.which'),
            choices: [{ value: 'ended', label: t('office_by_hand.tasks.list.ended') }],
          },
        ]}
      />
      <ListBody
        asked={inHand.asked}
        spot={address}
        onSpot={(spot) => used.change(spot)}
        empty={t(`office_by_hand.tasks.none.${state}`)}
        clear={clearing(used, ['state'])}
      >
        <Cards inHand={inHand}>{(task) => <TaskCard task={task} serverOffsetMs={0} />}</Cards>
      </ListBody>
    </>
  );
}
