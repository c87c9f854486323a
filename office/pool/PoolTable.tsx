import type { Resource } from '#contract/document.ts';
import type { PoolRequisiteAttributes } from '#contract/office/money/pool.ts';
import { money } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';

export type Requisite = Resource<PoolRequisiteAttributes>;

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
  const used = money(amount, currency, locale);
  const sum = maxAmount === null ? used : t('office_by_hand.pool.of', { used, limit: money(maxAmount, currency, locale) });
  return `${sum} · ${maxCount === null ? t('office_by_hand.pool.orders', { count }) : `${count}/${maxCount}`}`;
}

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
      cell: ({ attributes: row }) =>
        usageText(words, {
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
        usageText(words, {
          amount: row.month_amount,
          maxAmount: row.monthly_amount,
          count: row.month_count,
          maxCount: row.monthly_count,
          currency: row.currency_iso_code,
        }),
    },
  ];
}

export interface PoolTableProps {
  readonly requisites: readonly Requisite[];
  /** Names of payment systems by code. */
  readonly systems: ReadonlyMap<string, string>;
  readonly onOpen: (requisite: Requisite) => void;
}

/** Requisites of the pool: state, holding orders, and usage of the day and the month. */
export function PoolTable({ requisites, systems, onOpen }: PoolTableProps) {
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
