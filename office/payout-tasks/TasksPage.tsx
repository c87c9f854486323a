import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { officeListTasks } from '#contract/office-payout-tasks.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { ListBody } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
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
  const tasks = useQuery({
    queryKey: [...keys.payoutTasks(), state, query],
    queryFn: ({ signal }) => api(officeListTasks, { query: { state, ...query }, signal }),
    refetchInterval: 5_000,
  });
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
      <ListBody asked={tasks} spot={address} onSpot={(spot) => used.change(spot)} empty={t(`office_by_hand.tasks.none.${state}`)}>
        <ul className="cards">
          {tasks.data?.data.map((task) => (
            <TaskCard key={task.id} task={task} serverOffsetMs={0} />
          ))}
        </ul>
      </ListBody>
    </>
  );
}
