import type { Resource } from '#contract/document.ts';
import type { ReserveAttributes } from '#contract/office/money/ledger.ts';
import { Figures } from '#office/components/Figures.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** What can be promised, and what it is made of: the till less everything after it. */
const COLUMNS = ['available', 'treasury', 'in_transit', 'unearned', 'held', 'buffer'] as const;

export interface ReservesTableProps {
  readonly reserves: readonly Resource<ReserveAttributes>[];
  readonly chosen: string | null;
  /** Present when the operator may post. */
  readonly onChoose?: (code: string) => void;
}

function Name({ reserve, onChoose }: { readonly reserve: Resource<ReserveAttributes>; readonly onChoose: ReservesTableProps['onChoose'] }) {
  const { attributes, id } = reserve;
  const words = (
    <>
      <span className="code">{id}</span> <span className="system">{attributes.name}</span>
    </>
  );
  if (onChoose === undefined) return words;
  return (
    <button type="button" className="choose" onClick={() => onChoose(id)}>
      {words}
    </button>
  );
}

/** What every wallet holds, owes, has promised and can still promise: each row adds up. */
export function ReservesTable({ reserves, chosen, onChoose }: ReservesTableProps) {
  const { t } = useTranslation();
  return (
    <table className="reserves">
      <caption className="unseen">{t('office.reserves.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('office.reserves.system')}</th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className="number">
              {t(`office.reserves.column.${column}`)}
            </th>
          ))}
          <th scope="col">{t('office.reserves.column.currency')}</th>
        </tr>
      </thead>
      <tbody>
        {reserves.map((reserve) => (
          <tr
            key={reserve.id}
            data-current={reserve.id === chosen || undefined}
            data-empty={reserve.attributes.available === '0' || undefined}
          >
            <th scope="row">
              <Name reserve={reserve} onChoose={onChoose} />
            </th>
            {COLUMNS.map((column) => (
              <td
                key={column}
                className={`number ${column}`}
                data-zero={reserve.attributes[column] === '0' || undefined}
                data-label={t(`office.reserves.column.${column}`)}
              >
                <Figures amount={reserve.attributes[column]} place="column" />
              </td>
            ))}
            <td className="dim">{reserve.attributes.currency_iso_code}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
