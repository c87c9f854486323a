import type { Resource } from '#contract/document.ts';
import type { ReserveAttributes } from '#contract/office/money/ledger.ts';
import { Figures } from '#office/components/Figures.tsx';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';

/** The available amount, then the treasury and what is subtracted from it (domain 6). */
const AMOUNTS = ['available', 'treasury', 'in_transit', 'unearned', 'held', 'buffer'] as const;

type Reserve = Resource<ReserveAttributes>;

export interface ReservesTableProps {
  readonly reserves: readonly Reserve[];
  readonly chosen: string | null;
  /** Present when the operator may post. */
  readonly onChoose?: (code: string) => void;
}

function Name({ reserve, onChoose }: { readonly reserve: Reserve; readonly onChoose: ReservesTableProps['onChoose'] }) {
  const { attributes, id } = reserve;
  const label = (
    <>
      <span className="code">{id}</span> <span className="system">{attributes.name}</span>
    </>
  );
  if (onChoose === undefined) return label;
  return (
    <button type="button" className="choose" onClick={() => onChoose(id)}>
      {label}
    </button>
  );
}

const columnsOf = (t: Translation['t'], onChoose: ReservesTableProps['onChoose']): readonly Column<Reserve>[] => [
  { key: 'system', label: t('office.reserves.system'), cell: (row) => <Name reserve={row} onChoose={onChoose} /> },
  ...AMOUNTS.map((name) => ({
    key: name,
    label: t(`office.reserves.column.${name}`),
    isNumber: true,
    cell: ({ attributes }: Reserve) => (
      <span data-zero={attributes[name] === '0' || undefined}>
        <Figures amount={attributes[name]} place="column" />
      </span>
    ),
  })),
  {
    key: 'currency',
    label: t('office.reserves.column.currency'),
    cell: (row) => <span className="dim">{row.attributes.currency_iso_code}</span>,
  },
];

/** Reserves by payment system: each row adds up. */
export function ReservesTable({ reserves, chosen, onChoose }: ReservesTableProps) {
  const { t } = useTranslation();
  return (
    <ListTable
      className="reserves"
      caption={t('office.reserves.title')}
      columns={columnsOf(t, onChoose)}
      rows={reserves}
      idOf={({ id }) => id}
      dataOf={({ id, attributes }) => ({
        'data-current': id === chosen || undefined,
        'data-empty': attributes.available === '0' || undefined,
      })}
    />
  );
}
