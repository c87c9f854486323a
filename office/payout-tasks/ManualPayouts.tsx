import { useQuery } from '@tanstack/react-query';
import { officeListTasks } from '#contract/office/money/payout-tasks.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Cards, useRowsWhileEditing } from '#office/editing/Cards.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { TaskCard } from './TaskCard.tsx';

/** Payouts to make by hand for one order. */
export function ManualPayouts({ orderId }: { readonly orderId: string }) {
  const api = useApi();
  const { t } = useTranslation();
  const queryKey = [...keys.payoutTasks(), 'of', orderId];
  const tasks = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(officeListTasks, { query: { state: 'open', q: orderId }, signal }),
    refetchInterval: 5_000,
  });
  const rows = useRowsWhileEditing(tasks, queryKey);
  return (
    <section className="sheet" aria-labelledby="manual-payouts-title">
      <h2 id="manual-payouts-title">{t('office_by_hand.tasks.title')}</h2>
      {tasks.data?.data.length === 0 ? <p className="dim">{t('office_by_hand.tasks.none.open')}</p> : null}
      <Cards list={rows}>{(task) => <TaskCard task={task} serverOffsetMs={0} />}</Cards>
    </section>
  );
}
