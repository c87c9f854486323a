import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resource } from '#contract/document.ts';
import { officeListPool, type PoolRequisiteAttributes } from '#contract/office/money/pool.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { money } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { KeepWhileEditing } from '#office/editing/KeepWhileEditing.tsx';
import { ListBody } from '#office/lists/ListBody.tsx';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';
import { AddRequisites } from './AddRequisites.tsx';
import { usePoolSystems } from './pool-systems.ts';
import { RequisiteDrawer } from './RequisiteDrawer.tsx';

type Requisite = Resource<PoolRequisiteAttributes>;
const FILTERS = ['payment_system_id', 'retired'] as const;
const TONES: Readonly<Record<string, string>> = { free: 'calm', held: 'time', resting: 'time', frozen: 'loss', limit_reached: 'person' };

const used = (
  words: Translation,
  amounts: {
    readonly amount: string;
    readonly limit: string | null;
    readonly count: number;
    readonly most: number | null;
    readonly currency: string;
  },
): string => {
  const { amount, limit, count, most, currency } = amounts;
  const sum = money(amount, currency, words.locale);
  const of = limit === null ? sum : words.t('office_by_hand.pool.of', { used: sum, limit: money(limit, currency, words.locale) });
  return `${of} · ${most === null ? words.t('office_by_hand.pool.orders', { count }) : `${count}/${most}`}`;
};

function columnsOf(
  words: Translation,
  onOpen: (row: Requisite) => void,
  systems: ReadonlyMap<string, string>,
): readonly Column<Requisite>[] {
  const { t, locale } = words;
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
      cell: ({ attributes: one }) =>
        used(words, {
          amount: one.today_amount,
          limit: one.daily_amount,
          count: one.today_count,
          most: one.daily_count,
          currency: one.currency_iso_code,
        }),
    },
    {
      key: 'month',
      label: t('office_by_hand.pool.month'),
      isNumber: true,
      cell: ({ attributes: one }) =>
        used(words, {
          amount: one.month_amount,
          limit: one.monthly_amount,
          count: one.month_count,
          most: one.monthly_count,
          currency: one.currency_iso_code,
        }),
    },
  ];
}

const matches = ({ attributes: one }: Requisite, q: string): boolean =>
  [...Object.values(one.requisites_masked), one.owner_name, one.bank, one.note, ...one.order_ids]
    .join(' ')
    .toLowerCase()
    .includes(q.toLowerCase());

/** Cards, accounts and phones that people receive on: which is free, who has which, and what each has taken. */
export function PoolPage() {
  const api = useApi();
  const words = useTranslation();
  const { t } = words;
  const used = useListAddress(FILTERS);
  const { address } = used;
  const known = usePoolSystems();
  const systems = known ?? [];
  const mayChange = useOperator().actions.includes('change_pool');
  const [opened, setOpened] = useState<Requisite | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [said, setSaid] = useState('');
  const query = { ...address.filters, per: '100' };
  const pool = useQuery({
    queryKey: [...keys.pool(), query],
    queryFn: ({ signal }) =>
      api(officeListPool, {
        query: {
          payment_system_id: address.filters['payment_system_id'],
          retired: address.filters['retired'] === 'true' ? 'true' : undefined,
        },
        signal,
      }),
    refetchInterval: 10_000,
  });
  const rows = (pool.data?.data ?? []).filter((row) => matches(row, address.q));
  const names = new Map(systems.map(({ code, name }) => [code, name]));
  // What is said of an empty pool needs the systems too; what was searched for and not found is no empty pool
  const shown = { ...pool, isPending: pool.isPending || known === undefined, data: known && pool.data && { ...pool.data, data: rows } };
  const found = pool.data?.data.find(({ id }) => id === opened?.id);
  return (
    <Screen title={t('office_by_hand.pool.title')}>
      <ListTools
        list={used}
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
      {said === '' ? null : (
        <p className="note" role="status">
          {said}
        </p>
      )}
      <ListBody
        query={shown}
        list={used}
        empty={t(systems.some((one) => one.is_manual) ? 'office_by_hand.pool.none' : 'office_by_hand.pool.no_systems')}
      >
        <ListTable
          caption={t('office_by_hand.pool.title')}
          columns={columnsOf(words, setOpened, names)}
          rows={rows}
          idOf={({ id }) => id}
        />
      </ListBody>
      {opened === null ? null : (
        <KeepWhileEditing when={found !== undefined}>
          <RequisiteDrawer
            requisite={found ?? opened}
            system={systems.find(({ code }) => code === opened.attributes.payment_system_id)}
            onClose={() => setOpened(null)}
          />
        </KeepWhileEditing>
      )}
      {isAdding ? (
        <AddRequisites
          systems={systems}
          onClose={() => setAdding(false)}
          onDone={(words) => {
            setSaid(words);
            setAdding(false);
          }}
        />
      ) : null}
    </Screen>
  );
}
