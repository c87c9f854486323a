import { useState } from 'react';
import type { Resource } from '#contract/document.ts';
import type { LibraryAttributes } from '#contract/office/catalogue/catalogue.ts';
import { PaymentSystemDocument } from '#contract/office/catalogue/payment-system-document.ts';
import { NO_DECIMALS, PAYMENT_SYSTEM_COLUMNS } from '#core/catalogue/columns.ts';
import { TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { cellsOf, checkDraft } from './draft.ts';
import { SaveBar } from './SaveBar.tsx';
import { useSave } from './use-save.ts';

type Row = Resource<LibraryAttributes>;
type Typed = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What a shop most often sets otherwise than the library has it; all else is edited in the draft. */
const ASKED = PAYMENT_SYSTEM_COLUMNS.filter(({ name }) => ['min_amount', 'max_amount', 'network_fee'].includes(name));

const decimalsOf = ({ attributes: { document } }: Row) => {
  const scale = Number(document['scale']);
  return { ...NO_DECIMALS, amount: { scale, precision: scale } };
};

const checked = (row: Row, typed: Typed, rail: string) =>
  checkDraft({
    columns: PAYMENT_SYSTEM_COLUMNS,
    base: { ...row.attributes.document, rail },
    draft: { cells: typed[row.id] ?? {}, lists: {} },
    decimals: decimalsOf(row),
    schema: PaymentSystemDocument,
  });

/** The chosen systems with the limits they begin with, saved together as drafts. */
export function AddDrafts({ rows, rail, onDone }: { readonly rows: readonly Row[]; readonly rail: string; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<Typed>({});
  const save = useSave(onDone);
  const drafts = rows.map((row) => ({ row, ...checked(row, typed, rail) }));
  const wrong = drafts.filter(({ wrongs }) => Object.keys(wrongs).length > 0).length;
  return (
    <section className="sheet plan" aria-label={t('catalogue_desk.chosen')}>
      <h2>{t('catalogue_desk.chosen')}</h2>
      <ul className="drafts">
        {drafts.map(({ row, wrongs }) => {
          const cells = { ...cellsOf(ASKED, row.attributes.document, decimalsOf(row)), ...typed[row.id] };
          return (
            <li key={row.id}>
              <span>
                {row.attributes.name} <span className="code">{row.id}</span>
              </span>
              {ASKED.map(({ name, member }) => (
                <TextInput
                  key={name}
                  size="xs"
                  label={`${t(`catalogue_desk.column.${name}`)}, ${row.attributes.currency}`}
                  inputMode="decimal"
                  error={wrongs[member] === undefined ? undefined : t(`catalogue_desk.problem.${wrongs[member]}`)}
                  value={cells[name] ?? ''}
                  onChange={(event) => {
                    const { value } = event.currentTarget;
                    setTyped((before) => ({ ...before, [row.id]: { ...before[row.id], [name]: value } }));
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
        things={rows.map(({ id }) => id)}
        isReady={wrong === 0}
        isBusy={save.isPending}
        error={save.error}
        onSubmit={(note) =>
          save.mutate({
            items: drafts.map(({ row, next }) => ({ entity: 'payment_system', key: row.id, before: null, after: next })),
            note,
          })
        }
      />
    </section>
  );
}
