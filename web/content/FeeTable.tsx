/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- a row displayed as a block is no row to a browser */
import { Link } from 'react-router';
import { formatMoney, formatPercent } from '#core/format/amount.ts';
import { type Translation, useTranslation } from '#web/i18n/use-translation.ts';
import type { FeeRow } from './load-texts.ts';

/** Id of the heading of the table. */
export const FEE_TABLE = 'fee-table';

const COLUMNS = ['given', 'received', 'network', 'rate'] as const;
/** Text of each figure of a system; null: there is no such fee. */
type Figures = Readonly<Record<(typeof COLUMNS)[number], string | null>>;

function figuresOf({ system, fees }: FeeRow, { t, locale }: Translation): Figures {
  const money = (amount: string | null) =>
    amount !== null && /[1-9]/.test(amount) ? t('content.fees.up_to', { amount: formatMoney(amount, system, locale) }) : null;
  const percents = [fees.best_deviation_percent, fees.worst_deviation_percent].filter((percent) => percent !== null);
  return {
    given: money(fees.max_income_fee),
    received: money(fees.max_outcome_fee),
    network: money(fees.max_network_fee),
    rate: percents.length === 0 ? null : [...new Set(percents.map((percent) => formatPercent(percent, locale)))].join(' … '),
  };
}

/**
 * Current fees by payment system, in its own currency; a fee that is zero everywhere has no column. Roles keep it a table on a phone, where
 * rows are blocks.
 */
export function FeeTable({ rows }: { readonly rows: readonly FeeRow[] }) {
  const translation = useTranslation();
  const { t, to } = translation;
  const lines = rows.map((row) => ({ row, figures: figuresOf(row, translation) }));
  const columns = COLUMNS.filter((column) => lines.some(({ figures }) => figures[column] !== null));
  return (
    <section aria-labelledby={FEE_TABLE} className="mt-10">
      <h2 id={FEE_TABLE} className="scroll-mt-4 text-[1.375rem] leading-[1.3] font-semibold">
        {t('content.fees.title')}
      </h2>
      <p className="mt-2 text-muted">{t('content.fees.lead')}</p>
      <table className="figures mt-4 w-full border-collapse text-sm leading-5">
        <thead className="text-muted max-sm:sr-only">
          <tr role="row">
            <th role="columnheader" scope="col" className="py-2 text-left font-medium">
              {t('content.fees.system')}
            </th>
            {columns.map((column) => (
              <th key={column} role="columnheader" scope="col" className="py-2 pl-4 text-right font-medium">
                {t(`content.fees.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ row: { system }, figures }) => (
            <tr key={system.id} role="row" className="border-t border-line align-baseline max-sm:block max-sm:py-2">
              <th role="rowheader" scope="row" className="py-1.5 text-left font-medium max-sm:block max-sm:py-0">
                <Link className="link inline-flex min-h-6 items-center" to={to(`/systems/${system.id.toLowerCase()}`)}>
                  {system.name}
                </Link>
              </th>
              {columns.map((column) => (
                <Figure key={column} name={t(`content.fees.${column}`)} text={figures[column]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A figure; on a phone after its name. */
function Figure({ name, text }: { readonly name: string; readonly text: string | null }) {
  const { t } = useTranslation();
  const phone = text === null ? 'max-sm:hidden' : 'max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:py-0.5 max-sm:pl-0';
  return (
    <td role="cell" className={`py-1.5 pl-4 text-right whitespace-nowrap ${phone}`}>
      <span aria-hidden="true" className="text-left text-muted sm:hidden">
        {name}
      </span>
      {text ?? <span className="text-muted">{t('content.fees.none')}</span>}
    </td>
  );
}
