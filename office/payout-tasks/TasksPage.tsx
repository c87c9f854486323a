import { useQuery } from '@tanstack/react-query';
import { officeListTasks } from '#contract/office/money/payout-tasks.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { Cards, useRowsWhileEditing } from '#office/editing/Cards.tsx';
import { ListBody } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { TaskCard } from './TaskCard.tsx';

const FILTERS = ['state'] as const;

/** Payouts to make by hand, the longest waiting first. */
export function TasksPage() {
  const api = useApi();
  const { t } = useTranslation();
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const state = address.filters['state'] === 'ended' ? 'ended' : 'open';
  const queryKey = [...keys.payoutTasks(), state, query];
  const tasks = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(officeListTasks, { query: { state, ...query }, signal }),
    refetchInterval: 5_000,
  });
  const rows = useRowsWhileEditing(tasks, queryKey);
  return (
    <Screen title={t('office_by_hand.tasks.title')}>
      <ListTools
        list={list}
        search={t('office_by_hand.tasks.search')}
        filters={[
          {
            name: 'state',
            label: t('office_by_hand.tasks.which'),
            choices: [{ value: 'ended', label: t('office_by_hand.tasks.list.ended') }],
          },
        ]}
      />
      <ListBody query={rows.query} list={list} empty={t(`office_by_hand.tasks.none.${state}`)} views={['state']}>
        <Cards list={rows}>{(task) => <TaskCard task={task} serverOffsetMs={0} />}</Cards>
      </ListBody>
    </Screen>
  );
}
