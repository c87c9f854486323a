import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { EarningSums, officeListEarnings } from '#contract/office/money/earnings.ts';
import { oneOf } from '#core/closed-list.ts';
import { EARNING_KINDS, EARNING_STATES } from '#core/earnings/earning.ts';
import { DAY_MS } from '#core/time.ts';
import { OrderNumber } from '#office/components/OrderNumber.tsx';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { FactList } from '#office/components/FactList.tsx';
import { Screen } from '#office/components/Screen.tsx';
import { dollars, money } from '#office/format/figure.ts';
import { hourOfDay } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { TableList } from '#office/lists/ListBody.tsx';
import type { Column } from '#office/lists/ListTable.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { paths } from '#office/paths.ts';
import { BonusForm, type EarningRow, ReverseForm } from './EarningForms.tsx';
import { EarningsTabs } from './EarningsTabs.tsx';

function Recipient({ row: { attributes } }: { readonly row: EarningRow }) {
  const mayOpen = useOperator().actions.includes('read_customers');
  return attributes.customer_id === null || !mayOpen ? (
    <span translate="no">{attributes.email}</span>
  ) : (
    <Link to={paths.customer(attributes.customer_id)} translate="no">
      {attributes.email}
    </Link>
  );
}

function Cause({ row: { attributes } }: { readonly row: EarningRow }) {
  const { t } = useTranslation();
  const mayOpen = useOperator().actions.includes('read_orders');
  const { kind, order_id: order, note, granted_by: by } = attributes;
  return (
    <>
      {t(`office_earnings.kind.${kind}`)}{' '}
      {order === null ? (
        <span className="dim">
          <span translate="no">{note}</span> · {by}
        </span>
      ) : (
        <OrderNumber id={order} to={mayOpen ? paths.order(order) : undefined} />
      )}
    </>
  );
}

function Outcome({ row: { attributes } }: { readonly row: EarningRow }) {
  const { t, locale } = useTranslation();
  const { status, available_at: at, reversal_reason: reason, reversed_by: by } = attributes;
  return (
    <>
      <span className={`badge ${status === 'reversed' ? 'person' : 'calm'}`}>{t(`office_earnings.status.${status}`)}</span>
      {status === 'accrued' ? <span className="dim"> {t('office_earnings.until', { at: hourOfDay(at, locale) })}</span> : null}
      {reason === null ? null : (
        <span className="dim">
          {' '}
          <span translate="no">{reason === 'taken_back' ? t('office_earnings.taken_back') : reason}</span>
          {by === null ? '' : ` · ${by}`}
        </span>
      )}
    </>
  );
}

/** Columns of the list of accruals, with a button on those that can be reversed. */
function useColumns(onReverse: (row: EarningRow) => void): readonly Column<EarningRow>[] {
  const { t, locale } = useTranslation();
  const mayReverse = useOperator().actions.includes('reverse_earnings');
  return [
    { key: 'who', label: t('office_earnings.who'), cell: (row) => <Recipient row={row} /> },
    { key: 'what', label: t('office_earnings.what'), isPlain: true, cell: (row) => <Cause row={row} /> },
    {
      key: 'amount',
      label: t('office_earnings.amount'),
      sort: 'amount',
      isNumber: true,
      cell: ({ attributes: { amount, currency_iso_code: currency } }) =>
        currency === 'USD' ? dollars(amount, locale) : money(amount, currency, locale),
    },
    {
      key: 'at',
      label: t('office_earnings.at'),
      sort: 'created_at',
      cell: ({ attributes }) => <span className="unbroken">{hourOfDay(attributes.created_at, locale)}</span>,
    },
    { key: 'became', label: t('office_earnings.became'), isPlain: true, cell: (row) => <Outcome row={row} /> },
    ...(mayReverse
      ? [
          {
            key: 'action',
            label: t('office_earnings.deed'),
            isPlain: true,
            cell: (row: EarningRow) =>
              row.attributes.status === 'reversed' ? null : (
                <Button size="compact-xs" variant="default" onClick={() => onReverse(row)}>
                  {t('office_earnings.reverse')}
                </Button>
              ),
          },
        ]
      : []),
  ];
}

const FILTERS = ['status', 'kind', 'period'] as const;
const PERIODS = { day: 0, week: 6, month: 29 } as const;
type Period = keyof typeof PERIODS;

/** The first day of a period that ends today, in Moscow (UTC+3). */
const firstDay = (period: Period): string => new Date(Date.now() + 3 * 3_600_000 - PERIODS[period] * DAY_MS).toISOString().slice(0, 10);

/** Totals by state. */
function Sums({ sums }: { readonly sums: Readonly<Record<string, string>> }) {
  const { t, locale } = useTranslation();
  const facts = EARNING_STATES.filter((state) => sums[state] !== undefined).map((state) => ({
    name: t(`office_earnings.status.${state}`),
    value: dollars(sums[state] ?? '', locale),
  }));
  if (facts.length === 0) return null;
  return (
    <div className="list-chosen">
      <FactList isInRow facts={facts} />
    </div>
  );
}

/** Accruals of referrals, cashback, partners and bonuses. */
export function EarningsPage() {
  const api = useApi();
  const { t } = useTranslation();
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const mayGrant = useOperator().actions.includes('grant_bonuses');
  const [isGranting, setGranting] = useState(false);
  const [reversing, setReversing] = useState<EarningRow | null>(null);
  const status = oneOf(EARNING_STATES, address.filters['status']);
  const kind = oneOf(EARNING_KINDS, address.filters['kind']);
  const period = oneOf(Object.keys(PERIODS) as Period[], address.filters['period']);
  const from = period === undefined ? undefined : firstDay(period);
  const earnings = useQuery({
    queryKey: [...keys.earnings(), status, kind, from, query],
    queryFn: ({ signal }) => api(officeListEarnings, { query: { status, kind, from, ...query }, signal }),
    refetchInterval: 15_000,
  });
  const columns = useColumns(setReversing);
  return (
    <Screen title={t('office_earnings.title')}>
      <EarningsTabs />
      <ListTools
        list={list}
        search={t('office_earnings.search')}
        filters={[
          {
            name: 'status',
            label: t('office_earnings.any_status'),
            choices: EARNING_STATES.map((value) => ({ value, label: t(`office_earnings.status.${value}`) })),
          },
          {
            name: 'kind',
            label: t('office_earnings.any_kind'),
            choices: EARNING_KINDS.map((value) => ({ value, label: t(`office_earnings.kind.${value}`) })),
          },
          {
            name: 'period',
            label: t('office_earnings.any_time'),
            choices: Object.keys(PERIODS).map((value) => ({ value, label: t(`office_earnings.period.${value}`) })),
          },
        ]}
      >
        {mayGrant ? (
          <Button size="xs" onClick={() => setGranting(true)}>
            {t('office_earnings.grant')}
          </Button>
        ) : null}
      </ListTools>
      {isGranting ? <BonusForm email={address.q.includes('@') ? address.q : ''} onClose={() => setGranting(false)} /> : null}
      {reversing === null ? null : <ReverseForm key={reversing.id} row={reversing} onClose={() => setReversing(null)} />}
      {earnings.data === undefined ? null : <Sums sums={EarningSums.parse(earnings.data.meta).sums} />}
      <TableList
        query={earnings}
        list={list}
        empty={t('office_earnings.none')}
        next={{ to: paths.programme(), label: t('office_earnings.tabs.programme') }}
        caption={t('office_earnings.title')}
        columns={columns}
      />
    </Screen>
  );
}
