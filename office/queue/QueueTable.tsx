import { Link } from 'react-router';
import { Age, Due, Left } from '#office/components/Age.tsx';
import { Figures } from '#office/components/Figures.tsx';
import { AttentionBadge, StatusBadge } from '#office/components/StatusBadge.tsx';
import { hourOfDay } from '#office/format/moment.ts';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { paths } from '#office/paths.ts';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';
import type { OrderRow } from './use-orders.ts';

interface Holder {
  readonly holder: string;
  readonly is_mine: boolean;
}

/** What the order waits for and who works on it, on one line. */
function State({ row }: { readonly row: OrderRow }) {
  const { t } = useTranslation();
  const { status, attention, ending, waits_why: why, lease, payout_holder: paying } = row.attributes;
  const nameOf = ({ is_mine: isMine, holder }: Holder) => (isMine ? t('office.queue.mine') : holder);
  const holders = [
    ...(lease === null ? [] : [nameOf(lease)]),
    ...(paying === null ? [] : [t('office.queue.paying', { who: nameOf(paying) })]),
  ].join(', ');
  const reasons = [
    ...(ending === null ? [] : [t(`office.ending.${ending}`)]),
    ...why.map((reason) => t(`office.detail_value.why.${reason}`)),
  ]
    .filter((text) => text !== t(`office.status.${status}`))
    .join('; ');
  return (
    <span className="states" title={[holders, reasons].filter((text) => text !== '').join('; ') || undefined}>
      <StatusBadge status={status} attention={attention} />
      <AttentionBadge attention={attention} />
      {holders === '' ? null : <span className={(lease ?? paying)?.is_mine === true ? 'mine' : 'dim'}>{holders}</span>}
      {reasons === '' ? null : <span className="reason">{reasons}</span>}
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
  /** Shows when each order was created instead of how long it waits. */
  readonly hasDates: boolean;
  /** Names the table for screen readers. */
  readonly caption: string;
  readonly onPoint: (index: number) => void;
}

type ColumnsInput = Pick<QueueTableProps, 'cursor' | 'serverOffsetMs' | 'hasDates' | 'onPoint'>;

function columnsOf({ t, locale }: Translation, { cursor, serverOffsetMs, hasDates, onPoint }: ColumnsInput): readonly Column<OrderRow>[] {
  const column = (key: string, cell: Column<OrderRow>['cell']): Column<OrderRow> => ({ key, label: t(`office.queue.column.${key}`), cell });
  const date = column('date', ({ attributes: order }) => <time dateTime={order.created_at}>{hourOfDay(order.created_at, locale)}</time>);
  const age = column('age', ({ attributes: order }) => <Age at={order.status_changed_at} serverOffsetMs={serverOffsetMs} />);
  return [
    column('id', ({ id, attributes: order }, index) => (
      <Link to={paths.order(id)} aria-current={index === cursor || undefined} onFocus={() => onPoint(index)}>
        {order.number}
      </Link>
    )),
    column('give', ({ attributes: order }) => <Amount amount={order.income_amount} system={order.income} />),
    column('get', ({ attributes: order }) => <Amount amount={order.outcome_amount} system={order.outcome} />),
    column('mail', ({ attributes: order }) => order.email),
    column('status', (row) => <State row={row} />),
    hasDates ? date : age,
    column('left', ({ attributes: order }) =>
      order.due_at === null ? (
        <Left until={order.expires_at} serverOffsetMs={serverOffsetMs} />
      ) : (
        <Due at={order.due_at} serverOffsetMs={serverOffsetMs} />
      ),
    ),
  ];
}

/** The table of orders; changed rows get a brief tint. */
export function QueueTable({ rows, changes, cursor, isAnswered, caption, ...shown }: QueueTableProps) {
  const translation = useTranslation();
  return (
    <ListTable
      className="queue"
      caption={caption}
      columns={columnsOf(translation, { cursor, ...shown })}
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
