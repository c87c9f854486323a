import { Link } from 'react-router';
import { Age, Due, Left } from '#office/components/Age.tsx';
import { Figures } from '#office/components/Figures.tsx';
import { AttentionBadge } from '#office/components/AttentionBadge.tsx';
import { StatusBadge } from '#office/components/StatusBadge.tsx';
import { WaitsWhy } from '#office/components/WaitsWhy.tsx';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { OrderRow } from './use-orders.ts';

interface RowProps {
  readonly row: OrderRow;
  readonly isCurrent: boolean;
  readonly changes: number;
  readonly serverOffsetMs: number;
  readonly onPoint: () => void;
}

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

/** A tint runs once for every change; two equal animations take turns, so that the second of two quick changes shows as well. */
const tintOf = (changes: number): string | undefined => (changes === 0 ? undefined : changes % 2 === 0 ? 'even' : 'odd');

function Row({ row, isCurrent, changes, serverOffsetMs, onPoint }: RowProps) {
  const { attributes: order, id } = row;
  return (
    <tr data-order={id} data-current={isCurrent || undefined} data-tint={tintOf(changes)} data-attention={order.attention ?? undefined}>
      <th scope="row" className="cell-id">
        <Link to={paths.order(id)} aria-current={isCurrent || undefined} onFocus={onPoint}>
          {id}
        </Link>
      </th>
      <td className="cell-status">
        <State row={row} />
      </td>
      <td className="cell-give">
        <Figures amount={order.income_amount} place="column" />
        <span className="system">
          {order.income.currency_iso_code} {order.income.name}
        </span>
      </td>
      <td className="cell-get">
        <Figures amount={order.outcome_amount} place="column" />
        <span className="system">
          {order.outcome.currency_iso_code} {order.outcome.name}
        </span>
      </td>
      <td className="cell-mail">{order.email}</td>
      <td className="cell-age figures">
        <Age at={order.status_changed_at} serverOffsetMs={serverOffsetMs} />
      </td>
      <td className="cell-left">
        {order.due_at === null ? (
          <Left until={order.expires_at} serverOffsetMs={serverOffsetMs} />
        ) : (
          <Due at={order.due_at} serverOffsetMs={serverOffsetMs} />
        )}
      </td>
      <td className="cell-holder">
        <Holder row={row} />
      </td>
    </tr>
  );
}

const COLUMNS = ['id', 'status', 'give', 'get', 'mail', 'age', 'left', 'holder'] as const;

export interface QueueTableProps {
  readonly rows: readonly OrderRow[];
  readonly changes: ReadonlyMap<string, number>;
  readonly cursor: number;
  /** False while the rows are those of the list before. */
  readonly isAnswered: boolean;
  readonly serverOffsetMs: number;
  readonly onPoint: (index: number) => void;
}

/** The table of orders; changed rows get a brief tint. */
export function QueueTable({ rows, changes, cursor, isAnswered, serverOffsetMs, onPoint }: QueueTableProps) {
  const { t } = useTranslation();
  return (
    <table className="queue" aria-busy={!isAnswered}>
      <caption className="unseen">{t('office.queue.caption')}</caption>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className={`cell-${column}`}>
              {t(`office.queue.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <Row
            key={row.id}
            row={row}
            isCurrent={index === cursor}
            changes={changes.get(row.id) ?? 0}
            serverOffsetMs={serverOffsetMs}
            onPoint={() => onPoint(index)}
          />
        ))}
      </tbody>
    </table>
  );
}
