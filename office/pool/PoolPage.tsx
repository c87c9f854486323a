import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resource } from '#contract/document.ts';
import { officeListPool, type PoolRequisiteAttributes } from '#contract/office/money/pool.ts';
import { orderNumber } from '#core/order/number.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { Screen } from '#office/components/Screen.tsx';
import { KeepWhileEditing } from '#office/editing/Editing.tsx';
import { money } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';
import { ListBody } from '#office/lists/ListBody.tsx';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { AddRequisites } from './AddRequisites.tsx';
import { RequisiteDrawer } from './RequisiteDrawer.tsx';
import { usePoolSystems } from './pool-systems.ts';

type Requisite = Resource<PoolRequisiteAttributes>;

const TONES: Readonly<Record<string, string>> = { free: 'calm', held: 'time', resting: 'time', frozen: 'loss', limit_reached: 'person' };

interface Usage {
  readonly amount: string;
  readonly maxAmount: string | null;
  readonly count: number;
  readonly maxCount: number | null;
  readonly currency: string;
}

/** Amount and number of orders in a period, with the limits where there are any. */
function usageText({ t, locale }: Translation, { amount, maxAmount, count, maxCount, currency }: Usage): string {
  const usedAmount = money(amount, currency, locale);
  const sum =
    maxAmount === null ? usedAmount : t('office_by_hand.pool.of', { used: usedAmount, limit: money(maxAmount, currency, locale) });
  return `${sum} · ${maxCount === null ? t('office_by_hand.pool.orders', { count }) : `${count}/${maxCount}`}`;
}

function columnsOf(
  translation: Translation,
  onOpen: (row: Requisite) => void,
  systems: ReadonlyMap<string, string>,
): readonly Column<Requisite>[] {
  const { t, locale } = translation;
  return [
    {
      key: 'requisite',
      label: t('office_by_hand.pool.one'),
      cell: (row) => (
        <>
          <button type="button" className="sorter by-hand-open" onClick={() => onOpen(row)}>
            {Object.values(row.attributes.requisites_masked).join(' ')}
          </button>
          <div className="dim">{[row.attributes.owner_name, row.attributes.bank].filter((part) => part !== '').join(', ')}</div>
        </>
      ),
    },
    { key: 'system', label: t('office_by_hand.system'), cell: ({ attributes: { payment_system_id: code } }) => systems.get(code) ?? code },
    {
      key: 'state',
      label: t('office_by_hand.pool.state'),
      cell: ({ attributes: { shown, until, sharing, order_ids: orders } }) => (
        <>
          <span className={`badge ${TONES[shown] ?? ''}`}>{t(`office_by_hand.pool.shown.${shown}`)}</span>
          {until === null ? null : <div className="dim">{t('office_by_hand.pool.until', { at: clockTime(until, locale) })}</div>}
          {sharing === 'unique_amount' && orders.length > 0 ? (
            <div className="dim">{t('office_by_hand.pool.orders', { count: orders.length })}</div>
          ) : null}
        </>
      ),
    },
    {
      key: 'today',
      label: t('office_by_hand.pool.today'),
      isNumber: true,
      cell: ({ attributes: row }) =>
        usageText(translation, {
          amount: row.today_amount,
          maxAmount: row.daily_amount,
          count: row.today_count,
          maxCount: row.daily_count,
          currency: row.currency_iso_code,
        }),
    },
    {
      key: 'month',
      label: t('office_by_hand.pool.month'),
      isNumber: true,
      cell: ({ attributes: row }) =>
        usageText(translation, {
          amount: row.month_amount,
          maxAmount: row.monthly_amount,
          count: row.month_count,
          maxCount: row.monthly_count,
          currency: row.currency_iso_code,
        }),
    },
  ];
}

interface PoolTableProps {
  readonly requisites: readonly Requisite[];
  /** Names of payment systems by code. */
  readonly systems: ReadonlyMap<string, string>;
  readonly onOpen: (requisite: Requisite) => void;
}

/** Requisites of the pool: state, holding orders, and usage of the day and the month. */
function PoolTable({ requisites, systems, onOpen }: PoolTableProps) {
  const translation = useTranslation();
  return (
    <ListTable
      caption={translation.t('office_by_hand.pool.title')}
      columns={columnsOf(translation, onOpen, systems)}
      rows={requisites}
      idOf={({ id }) => id}
    />
  );
}

const FILTERS = ['payment_system_id', 'retired'] as const;
const matches = ({ attributes: { requisites_masked: masked, owner_name: owner, bank, note, order_ids: orders } }: Requisite, q: string) =>
  [...Object.values(masked), owner, bank, note, ...orders, ...orders.map(orderNumber)].join(' ').toLowerCase().includes(q.toLowerCase());

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
  const [openRequisite, setOpenRequisite] = useState<Requisite | null>(null);
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
  const current = pool.data?.data.find(({ id }) => id === openRequisite?.id);
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
        <PoolTable requisites={rows} systems={names} onOpen={setOpenRequisite} />
      </ListBody>
      {openRequisite === null ? null : (
        <KeepWhileEditing when={current !== undefined}>
          <RequisiteDrawer
            requisite={current ?? openRequisite}
            system={systems.find(({ code }) => code === openRequisite.attributes.payment_system_id)}
            onClose={() => setOpenRequisite(null)}
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
