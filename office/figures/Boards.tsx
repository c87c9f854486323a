import { Link } from 'react-router';
import { type FiguresAttributes, MAX_DAYS } from '#contract/office/shop/figures.ts';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { paths } from '#office/paths.ts';
import { Figures } from '#office/components/Figures.tsx';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';
import { Amount, type OrderFilter, OrdersLink } from './OrdersLink.tsx';

type Direction = FiguresAttributes['directions'][number];
type Operator = FiguresAttributes['operators'][number];
type Reserve = FiguresAttributes['reserves'][number];
interface ResultColumns {
  readonly completed: number;
  readonly turnover_usd: string | null;
  readonly earnings_usd: string | null;
}

const resultColumns = <Row extends ResultColumns>(t: Translation['t'], rowsOf: (row: Row) => OrderFilter): Column<Row>[] => [
  {
    key: 'completed',
    label: t('figures.completed'),
    isNumber: true,
    cell: (row) => <OrdersLink rows={{ ...rowsOf(row), status: 'completed' }}>{row.completed}</OrdersLink>,
  },
  { key: 'turnover', label: t('figures.turnover'), isNumber: true, cell: (row) => <Amount amount={row.turnover_usd} currency="USD" /> },
  { key: 'earnings', label: t('figures.earnings'), isNumber: true, cell: (row) => <Amount amount={row.earnings_usd} currency="USD" /> },
];

const ofDirection = (row: Direction): OrderFilter => ({
  income_payment_system_id: row.income_payment_system_id,
  outcome_payment_system_id: row.outcome_payment_system_id,
});

const pair = (row: Direction): string => `${row.income_payment_system_id} → ${row.outcome_payment_system_id}`;

const directionColumns = (t: Translation['t']): Column<Direction>[] => [
  { key: 'pair', label: t('figures.direction'), cell: (row) => <OrdersLink rows={ofDirection(row)}>{pair(row)}</OrdersLink> },
  ...resultColumns(t, ofDirection),
];

/** Directions with completed orders, the most profitable first. */
export function Directions({ rows }: { readonly rows: readonly Direction[] }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="day-directions">
      <h2 id="day-directions">{t('figures.directions')}</h2>
      {rows.length === 0 ? <p className="dim">{t('figures.none_completed')}</p> : null}
      {rows.length === 0 ? null : <ListTable caption={t('figures.directions')} rows={rows} idOf={pair} columns={directionColumns(t)} />}
    </section>
  );
}

const ofOperator = ({ operator_id: operatorId }: Operator): OrderFilter => ({ operator_id: operatorId });

const operatorColumns = (t: Translation['t']): Column<Operator>[] => [
  { key: 'name', label: t('figures.operator'), cell: (row) => row.name },
  {
    key: 'orders',
    label: t('figures.handled'),
    isNumber: true,
    cell: (row) => <OrdersLink rows={{ ...ofOperator(row), set: 'handled' }}>{row.orders}</OrdersLink>,
  },
  { key: 'moves', label: t('figures.moves'), isNumber: true, cell: (row) => row.moves },
  ...resultColumns(t, ofOperator),
];

/** Operators who moved orders, with the results of those orders. */
export function Operators({ rows }: { readonly rows: readonly Operator[] }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="day-operators">
      <h2 id="day-operators">{t('figures.operators')}</h2>
      {rows.length === 0 ? <p className="dim">{t('figures.none_handled')}</p> : null}
      {rows.length === 0 ? null : (
        <ListTable caption={t('figures.operators')} rows={rows} idOf={(row) => row.operator_id} columns={operatorColumns(t)} />
      )}
    </section>
  );
}

const reserveColumns = (t: Translation['t']): Column<Reserve>[] => [
  { key: 'wallet', label: t('figures.wallet'), cell: (row) => <Link to={paths.reserves()}>{row.wallet}</Link> },
  {
    key: 'free',
    label: t('figures.free'),
    isNumber: true,
    cell: (row) => <Figures amount={row.free} currency={row.currency_iso_code} />,
  },
  {
    key: 'paid',
    label: t('figures.paid_a_day'),
    isNumber: true,
    cell: (row) => <Figures amount={row.paid_a_day} currency={row.currency_iso_code} />,
  },
  {
    key: 'days',
    label: t('figures.days_left'),
    isNumber: true,
    cell: (row) =>
      row.days_left === null ? (
        <span className="dim">{t('figures.not_spent')}</span>
      ) : (
        <span className={row.days_left < 1 ? 'badge loss' : undefined}>
          {row.days_left < MAX_DAYS ? <Figures amount={String(row.days_left)} /> : t('figures.most_days', { count: MAX_DAYS })}
        </span>
      ),
  },
];

function ReserveTable({ rows }: { readonly rows: readonly Reserve[] }) {
  const { t } = useTranslation();
  return <ListTable caption={t('figures.reserves')} rows={rows} idOf={(row) => row.wallet} columns={reserveColumns(t)} />;
}

/** How many days each reserve lasts, the shortest first; unused reserves are folded. */
export function Reserves({ rows }: { readonly rows: readonly Reserve[] }) {
  const { t } = useTranslation();
  const spent = rows.filter((row) => row.days_left !== null).toSorted((a, b) => (a.days_left ?? 0) - (b.days_left ?? 0));
  const unspent = rows.filter((row) => row.days_left === null);
  return (
    <section aria-labelledby="day-reserves">
      <h2 id="day-reserves">{t('figures.reserves')}</h2>
      <p className="dim">{t('figures.reserves_hint')}</p>
      {spent.length === 0 ? null : <ReserveTable rows={spent} />}
      {unspent.length === 0 ? null : (
        <details className="day-unspent">
          <summary>{t('figures.unspent', { count: unspent.length })}</summary>
          <ReserveTable rows={unspent} />
        </details>
      )}
    </section>
  );
}
