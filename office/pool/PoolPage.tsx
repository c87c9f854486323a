import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { officeListPool } from '#contract/office/money/pool.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { KeepWhileEditing } from '#office/editing/Editing.tsx';
import { ListBody } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { AddRequisites } from './AddRequisites.tsx';
import { usePoolSystems } from './pool-systems.ts';
import { PoolTable, type Requisite } from './PoolTable.tsx';
import { RequisiteDrawer } from './RequisiteDrawer.tsx';

const FILTERS = ['payment_system_id', 'retired'] as const;
const matches = ({ attributes }: Requisite, q: string): boolean =>
  [...Object.values(attributes.requisites_masked), attributes.owner_name, attributes.bank, attributes.note, ...attributes.order_ids]
    .join(' ')
    .toLowerCase()
    .includes(q.toLowerCase());

function usePool({ payment_system_id: system, retired }: Readonly<Record<string, string | undefined>>) {
  const api = useApi();
  return useQuery({
    queryKey: [...keys.pool(), system, retired],
    queryFn: ({ signal }) =>
      api(officeListPool, { query: { payment_system_id: system, retired: retired === 'true' ? 'true' : undefined }, signal }),
    refetchInterval: 10_000,
  });
}

/** The pool of manual requisites. */
export function PoolPage() {
  const { t } = useTranslation();
  const list = useListAddress(FILTERS);
  const { address } = list;
  const loadedSystems = usePoolSystems();
  const systems = loadedSystems ?? [];
  const mayChange = useOperator().actions.includes('change_pool');
  const [opened, setOpened] = useState<Requisite | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [message, setMessage] = useState('');
  const pool = usePool(address.filters);
  const rows = (pool.data?.data ?? []).filter((row) => matches(row, address.q));
  const names = new Map(systems.map(({ code, name }) => [code, name]));
  // The text of an empty pool depends on the systems
  const listQuery = {
    ...pool,
    isPending: pool.isPending || loadedSystems === undefined,
    data: loadedSystems && pool.data && { ...pool.data, data: rows },
  };
  const current = pool.data?.data.find(({ id }) => id === opened?.id);
  return (
    <Screen title={t('office_by_hand.pool.title')}>
      <ListTools
        list={list}
        search={t('office_by_hand.pool.search')}
        filters={[
          {
            name: 'payment_system_id',
            label: t('office_by_hand.system'),
            choices: systems.map(({ code, name }) => ({ value: code, label: name })),
          },
          {
            name: 'retired',
            label: t('office_by_hand.pool.which'),
            choices: [{ value: 'true', label: t('office_by_hand.pool.shown.retired') }],
          },
        ]}
      >
        {mayChange && systems.length > 0 ? (
          <Button size="xs" onClick={() => setAdding(true)}>
            {t('office_by_hand.pool.add')}
          </Button>
        ) : null}
      </ListTools>
      {message === '' ? null : (
        <p className="note" role="status">
          {message}
        </p>
      )}
      <ListBody
        query={listQuery}
        list={list}
        empty={t(systems.some((system) => system.is_manual) ? 'office_by_hand.pool.none' : 'office_by_hand.pool.no_systems')}
      >
        <PoolTable requisites={rows} systems={names} onOpen={setOpened} />
      </ListBody>
      {opened === null ? null : (
        <KeepWhileEditing when={current !== undefined}>
          <RequisiteDrawer
            requisite={current ?? opened}
            system={systems.find(({ code }) => code === opened.attributes.payment_system_id)}
            onClose={() => setOpened(null)}
          />
        </KeepWhileEditing>
      )}
      {isAdding ? (
        <AddRequisites
          systems={systems}
          onClose={() => setAdding(false)}
          onDone={(text) => {
            setMessage(text);
            setAdding(false);
          }}
        />
      ) : null}
    </Screen>
  );
}
