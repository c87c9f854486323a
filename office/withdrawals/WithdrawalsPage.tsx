import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#contract/document.ts';
import { officeListWithdrawals, type OfficeWithdrawalAttributes, WITHDRAWAL_LISTS } from '#contract/office/money/withdrawals.ts';
import { oneOf } from '#core/closed-list.ts';
import type { Locale } from '#core/locale.ts';
import { OrderNumber } from '#office/components/OrderNumber.tsx';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { dollars, money } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { TableList } from '#office/lists/ListBody.tsx';
import type { Column } from '#office/lists/ListTable.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { paths } from '#office/paths.ts';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';
import { WithdrawalState } from './WithdrawalState.tsx';

const FILTERS = ['list'] as const;

type Row = Resource<OfficeWithdrawalAttributes>;

const columnsOf = (t: Translation['t'], locale: Locale): readonly Column<Row>[] => [
  { key: 'id', label: t('office_withdrawals.number'), cell: ({ id }) => <OrderNumber id={id} to={paths.withdrawal(id)} /> },
  {
    key: 'state',
    label: t('office_withdrawals.state'),
    sort: 'status',
    cell: ({ attributes }) => <WithdrawalState withdrawal={attributes} />,
  },
  { key: 'who', label: t('office_withdrawals.who'), cell: ({ attributes }) => <span translate="no">{attributes.email}</span> },
  { key: 'purse', label: t('office_withdrawals.purse'), cell: ({ attributes }) => t(`office_withdrawals.purses.${attributes.purse}`) },
  {
    key: 'given',
    label: t('office_withdrawals.given'),
    isNumber: true,
    cell: ({ attributes }) => dollars(attributes.purse_amount, locale),
  },
  {
    key: 'got',
    label: t('office_withdrawals.got'),
    isNumber: true,
    cell: ({ attributes: withdrawal }) =>
      `${withdrawal.is_floating ? '≈ ' : ''}${money(withdrawal.outcome_amount, withdrawal.currency_iso_code, locale)}`,
  },
  {
    key: 'promised',
    label: t('office_withdrawals.promised'),
    sort: 'promised_at',
    cell: ({ attributes: { promised_at: at } }) => (at === null ? '—' : clockTime(at, locale)),
  },
  {
    key: 'created',
    label: t('office_withdrawals.created'),
    sort: 'created_at',
    cell: ({ attributes }) => clockTime(attributes.created_at, locale),
  },
];

/** Withdrawals: account, amount, age against the promised time. */
export function WithdrawalsPage() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const listName = oneOf(WITHDRAWAL_LISTS, address.filters['list']) ?? 'open';
  const withdrawals = useQuery({
    queryKey: [...keys.withdrawals(), listName, query],
    queryFn: ({ signal }) => api(officeListWithdrawals, { query: { list: listName, ...query }, signal }),
    refetchInterval: 10_000,
  });
  const meta = withdrawals.data?.meta;
  return (
    <Screen title={t('office_withdrawals.title')}>
      {meta === undefined ? null : (
        <p className="line dim" role="status">
          {(['open', 'held', 'late', 'failed'] as const).map((name) => (
            <span key={name}>{t(`office_withdrawals.count.${name}`, { count: Number(meta[name] ?? 0) })}</span>
          ))}
        </p>
      )}
      <ListTools
        list={list}
        search={t('office_withdrawals.search')}
        filters={[
          {
            name: 'list',
            label: t('office_withdrawals.lists.open'),
            choices: (['held', 'late', 'failed', 'all'] as const).map((value) => ({
              value,
              label: t(`office_withdrawals.lists.${value}`),
            })),
          },
        ]}
      />
      <TableList
        query={withdrawals}
        list={list}
        empty={t('office_withdrawals.none')}
        caption={t('office_withdrawals.title')}
        columns={columnsOf(t, locale)}
      />
    </Screen>
  );
}
