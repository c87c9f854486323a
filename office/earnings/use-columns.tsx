import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { OfficeEarningAttributes } from '#contract/office/money/earnings.ts';
import { money } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import type { Column } from '#office/lists/ListTable.tsx';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

export interface EarningRow {
  readonly id: string;
  readonly attributes: OfficeEarningAttributes;
}

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
      ) : mayOpen ? (
        <Link className="code" to={paths.order(order)}>
          {order}
        </Link>
      ) : (
        <span className="code">{order}</span>
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
      {status === 'accrued' ? <span className="dim"> {t('office_earnings.until', { at: clockTime(at, locale) })}</span> : null}
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
export function useColumns(onReverse: (row: EarningRow) => void): readonly Column<EarningRow>[] {
  const { t, locale } = useTranslation();
  const mayReverse = useOperator().actions.includes('reverse_earnings');
  return [
    { key: 'who', label: t('office_earnings.who'), cell: (row) => <Recipient row={row} /> },
    { key: 'what', label: t('office_earnings.what'), cell: (row) => <Cause row={row} /> },
    {
      key: 'amount',
      label: t('office_earnings.amount'),
      sort: 'amount',
      isNumber: true,
      cell: ({ attributes }) => money(attributes.amount, attributes.currency_iso_code, locale),
    },
    {
      key: 'at',
      label: t('office_earnings.at'),
      sort: 'created_at',
      cell: ({ attributes }) => clockTime(attributes.created_at, locale),
    },
    { key: 'became', label: t('office_earnings.became'), cell: (row) => <Outcome row={row} /> },
    ...(mayReverse
      ? [
          {
            key: 'action',
            label: t('office_earnings.deed'),
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
