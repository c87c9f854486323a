import type { StatementReadingAttributes } from '#contract/office/money/bank-lines.ts';
import { TABLE_COLUMNS } from '#core/statements/read-table.ts';
import { NativeSelect } from '#office/form/fields.tsx';
import { money } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { EarlierEntries } from './EarlierEntries.tsx';

const MAX_SHOWN = 200;

export interface StatementPreviewProps {
  readonly reading: StatementReadingAttributes;
  readonly onMapping: (mapping: Readonly<Record<string, number>>) => void;
}

/** What each column of a CSV statement holds; stored by the column heads for the next import. */
function Columns({ reading: { heads, mapping, is_mapping_known: isKnown }, onMapping }: StatementPreviewProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="by-hand-rules">
      <legend>{t(isKnown ? 'office_by_hand.lines.columns_known' : 'office_by_hand.lines.columns')}</legend>
      <div className="by-hand-pair">
        {TABLE_COLUMNS.map((column) => (
          <NativeSelect
            key={column}
            size="xs"
            label={t(`office_by_hand.lines.column.${column}`)}
            value={mapping[column] === undefined ? '' : String(mapping[column])}
            onChange={({ currentTarget: { value } }) => {
              const { [column]: _replaced, ...others } = mapping;
              onMapping(value === '' ? others : { ...others, [column]: Number(value) });
            }}
            data={[{ value: '', label: '—' }, ...heads.map((head, index) => ({ value: String(index), label: head || String(index + 1) }))]}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Lines read from a statement with the orders they match, and the lines that were left out; nothing is stored yet. */
export function StatementPreview(props: StatementPreviewProps) {
  const { t, locale } = useTranslation();
  const { lines, left_out: leftOut, format } = props.reading;
  return (
    <div className="by-hand-form" role="status">
      {format === 'csv' ? <Columns {...props} /> : null}
      <p>{t('office_by_hand.lines.understood', { count: lines.length })}</p>
      <ul className="by-hand-read">
        {lines.slice(0, MAX_SHOWN).map((line, index) => (
          <li key={index} className="line" data-known={line.is_known || undefined}>
            <strong>{money(line.amount, line.currency_iso_code, locale)}</strong>
            <span>{line.is_day_only ? clockTime(line.at, locale).slice(0, 5) : clockTime(line.at, locale)}</span>
            {line.last_digits === null ? null : <span className="code">*{line.last_digits}</span>}
            {line.sender === null ? null : <span>{line.sender}</span>}
            {line.reference === null ? null : <span className="code">{line.reference}</span>}
            {line.is_known ? <span className="badge">{t('office_by_hand.lines.known')}</span> : null}
            <EarlierEntries line={line} />
            {line.suggestions[0] === undefined ? null : (
              <span className={`badge ${line.suggestions[0].kind === 'exact' ? 'calm' : 'time'}`}>
                {t(`office_by_hand.lines.kind.${line.suggestions[0].kind}`)} {line.suggestions[0].order_id}
              </span>
            )}
          </li>
        ))}
      </ul>
      {leftOut.length === 0 ? null : (
        <details>
          <summary>{t('office_by_hand.lines.left_out', { count: leftOut.length })}</summary>
          <ul className="by-hand-read">
            {leftOut.slice(0, MAX_SHOWN).map((line, index) => (
              <li key={index} className="line dim">
                <span className="badge">{t(`office_by_hand.lines.problem.${line.problem}`)}</span>
                <span>{line.text}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
