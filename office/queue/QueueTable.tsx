import { Link } from 'react-router';
import { Age, Due, Left } from '#office/components/Age.tsx';
import { Figures } from '#office/components/Figures.tsx';
import { AttentionBadge, StatusBadge, WaitsWhy } from '#office/components/StatusBadge.tsx';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { paths } from '#office/paths.ts';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';
import type { OrderRow } from './use-orders.ts';

function Holder({ row }: { readonly row: OrderRow }) {
  const { t } = useTranslation();
  const { lease, payout_holder: paying } = row.attributes;
  return (
    <>
      {lease === null ? null : (
        <span className={lease.is_mine ? 'mine' : 'dim'}>{lease.is_mine ? t('office.queue.mine') : lease.holder}</span>
      )}
      {paying === null ? null : (
        <div className={paying.is_mine ? 'mine' : 'dim'}>
          {t('office.queue.paying', { who: paying.is_mine ? t('office.queue.mine') : paying.holder })}
        </div>
      )}
    </>
  );
}

function State({ row }: { readonly row: OrderRow }) {
  const { t } = useTranslation();
  const { status, attention, ending, waits_why: why } = row.attributes;
  return (
    <span className="states">
      <StatusBadge status={status} attention={attention} />
      <AttentionBadge attention={attention} />
      {ending === null ? null : <span className="dim">{t(`office.ending.${ending}`)}</span>}
      <WaitsWhy why={why} />
    </span>
  );
}

/** Odd and even changes have animations of their own, so that each of two quick changes runs one. */
const tintOf = (changes: number): string | undefined => (changes === 0 ? undefined : changes % 2 === 0 ? 'even' : 'odd');

interface AmountProps {
  readonly amount: string;
  readonly system: OrderRow['attributes']['income'];
}

const Amount = ({ amount, system }: AmountProps) => (
  <>
    <Figures amount={amount} place="column" />
    <span className="system">
      {system.currency_iso_code} {system.name}
    </span>
  </>
);

export interface QueueTableProps {
  readonly rows: readonly OrderRow[];
  /** How often each row has changed, by id. */
  readonly changes: ReadonlyMap<string, number>;
  /** Index of the current row. */
  readonly cursor: number;
  /** False while the rows are those of the list before. */
  readonly isAnswered: boolean;
  readonly serverOffsetMs: number;
  readonly onPoint: (index: number) => void;
}

function columnsOf(
  t: Translation['t'],
  { cursor, serverOffsetMs, onPoint }: Pick<QueueTableProps, 'cursor' | 'serverOffsetMs' | 'onPoint'>,
): readonly Column<OrderRow>[] {
  const column = (key: string, cell: Column<OrderRow>['cell']): Column<OrderRow> => ({ key, label: t(`office.queue.column.${key}`), cell });
  return [
    column('id', ({ id }, index) => (
      <Link to={paths.order(id)} aria-current={index === cursor || undefined} onFocus={() => onPoint(index)}>
        {id}
      </Link>
    )),
    column('status', (row) => <State row={row} />),
    column('give', ({ attributes: order }) => <Amount amount={order.income_amount} system={order.income} />),
    column('get', ({ attributes: order }) => <Amount amount={order.outcome_amount} system={order.outcome} />),
    column('mail', ({ attributes: order }) => order.email),
    column('age', ({ attributes: order }) => (
      <span className="figures">
        <Age at={order.status_changed_at} serverOffsetMs={serverOffsetMs} />
      </span>
    )),
    column('left', ({ attributes: order }) =>
      order.due_at === null ? (
        <Left until={order.expires_at} serverOffsetMs={serverOffsetMs} />
      ) : (
        <Due at={order.due_at} serverOffsetMs={serverOffsetMs} />
      ),
    ),
    column('holder', (row) => <Holder row={row} />),
  ];
}

/** The table of orders; changed rows get a brief tint. */
export function QueueTable({ rows, changes, cursor, isAnswered, serverOffsetMs, onPoint }: QueueTableProps) {
  const { t } = useTranslation();
  return (
    <ListTable
      className="queue"
      caption={t('office.queue.caption')}
      columns={columnsOf(t, { cursor, serverOffsetMs, onPoint })}
      rows={rows}
      idOf={({ id }) => id}
      isBusy={!isAnswered}
      dataOf={({ id, attributes: { attention } }, index) => ({
        'data-order': id,
        'data-current': index === cursor || undefined,
        'data-tint': tintOf(changes.get(id) ?? 0),
        'data-attention': attention ?? undefined,
      })}
    />
  );
}
