import { useState } from 'react';
import type { Resource } from '#contract/document.ts';
import type { LibraryAttributes } from '#contract/office/catalogue/payment-systems.ts';
import { PaymentSystemDocument } from '#contract/office/catalogue/payment-system-document.ts';
import { NO_DECIMALS, PAYMENT_SYSTEM_COLUMNS } from '#core/catalogue/columns.ts';
import { TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { cellsOf, checkDraft } from './draft.ts';
import { SaveBar } from './SaveBar.tsx';
import { useSave } from './commands.ts';

type Row = Resource<LibraryAttributes>;
type DraftEdits = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Columns that most shops change; the others are edited in the draft. */
const EDITED_COLUMNS = PAYMENT_SYSTEM_COLUMNS.filter(({ name }) => ['min_amount', 'max_amount', 'network_fee'].includes(name));

const decimalsOf = ({ attributes: { document } }: Row) => {
  const scale = Number(document['scale']);
  return { ...NO_DECIMALS, amount: { scale, precision: scale } };
};

const checkEdits = (row: Row, edits: DraftEdits, rail: string) =>
  checkDraft({
    columns: PAYMENT_SYSTEM_COLUMNS,
    base: { ...row.attributes.document, rail },
    draft: { cells: edits[row.id] ?? {}, lists: {} },
    decimals: decimalsOf(row),
    schema: PaymentSystemDocument,
  });

/** The chosen systems with their first limits, saved together as drafts. */
export function AddDrafts({ rows, rail, onDone }: { readonly rows: readonly Row[]; readonly rail: string; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const [edits, setEdits] = useState<DraftEdits>({});
  const save = useSave(onDone);
  const drafts = rows.map((row) => ({ row, ...checkEdits(row, edits, rail) }));
  const wrong = drafts.filter(({ problems }) => Object.keys(problems).length > 0).length;
  return (
    <section className="sheet plan" aria-label={t('catalogue_desk.chosen')}>
      <h2>{t('catalogue_desk.chosen')}</h2>
      <ul className="drafts">
        {drafts.map(({ row, problems }) => {
          const cells = { ...cellsOf(EDITED_COLUMNS, row.attributes.document, decimalsOf(row)), ...edits[row.id] };
          return (
            <li key={row.id}>
              <span>
                {row.attributes.name} <span className="code">{row.id}</span>
              </span>
              {EDITED_COLUMNS.map(({ name, member }) => (
                <TextInput
                  key={name}
                  size="xs"
                  label={`${t(`catalogue_desk.column.${name}`)}, ${row.attributes.currency}`}
                  inputMode="decimal"
                  error={problems[member] === undefined ? undefined : t(`catalogue_desk.problem.${problems[member]}`)}
                  value={cells[name] ?? ''}
                  onChange={(event) => {
                    const { value } = event.currentTarget;
                    setEdits((before) => ({ ...before, [row.id]: { ...before[row.id], [name]: value } }));
                  }}
                />
              ))}
            </li>
          );
        })}
      </ul>
      <SaveBar
        what={wrong === 0 ? t('catalogue_desk.drafts_what', { rail }) : t('catalogue_desk.wrong_fields', { count: wrong })}
        submit={t('catalogue_desk.add_drafts', { count: rows.length })}
        subjects={rows.map(({ id }) => id)}
        isReady={wrong === 0}
        command={save}
        onSubmit={(note) =>
          save.run({
            body: {
              items: drafts.map(({ row, next }) => ({ entity: 'payment_system', key: row.id, before: null, after: { ...next } })),
              note,
            },
          })
        }
      />
    </section>
  );
}
