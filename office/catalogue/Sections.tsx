import { Button } from '@mantine/core';
import { LIST_COLUMNS, type ListRule } from '#core/catalogue/list-columns.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { TextField } from '#ui/TextField.tsx';
import { Cell, Field } from './Field.tsx';
import type { Cells } from './draft.ts';
import { useForm } from './form.ts';

const moved = (rows: readonly Cells[], from: number, to: number): readonly Cells[] => {
  const [row] = rows.slice(from, from + 1);
  const others = rows.filter((_, i) => i !== from);
  return row === undefined ? rows : [...others.slice(0, to), row, ...others.slice(to)];
};

/** A requisite field as the customer sees it, in both languages. */
function FieldPreview({ row }: { readonly row: Cells }) {
  const { t } = useTranslation();
  return (
    <div className="field-preview" role="group" aria-label={t('catalogue_desk.preview_field')}>
      {(['ru', 'en'] as const).map((locale) => (
        <div key={locale} lang={locale}>
          <TextField label={row[`label.${locale}`] || '…'} placeholder={row['example'] ?? ''} readOnly tabIndex={-1} />
        </div>
      ))}
    </div>
  );
}

interface RowProps {
  readonly column: string;
  readonly member: string;
  readonly rule: ListRule;
  readonly rows: readonly Cells[];
  readonly at: number;
}

const isField = (column: string): boolean => column.endsWith('_fields');

function Row({ column, member, rule, rows, at }: RowProps) {
  const { t } = useTranslation();
  const form = useForm();
  const row = rows[at] ?? {};
  const set = (part: string, text: string) =>
    form.changeRows(
      column,
      rows.map((other, i) => (i === at ? { ...other, [part]: text } : other)),
    );
  const path = rule.shape === 'one' ? member : `${member}.${at}`;
  const name = t('catalogue_desk.row', { number: at + 1 });
  return (
    <li className="form-row">
      <fieldset disabled={form.isReadOnly}>
        <legend>{rule.shape === 'one' ? t(`catalogue_desk.column.${column}`) : name}</legend>
        <div className="form-grid">
          {rule.parts.map((part) => (
            <Cell
              key={part.name}
              label={t(`catalogue_desk.part.${part.name}`)}
              kind={part.kind}
              choice={isField(column) && part.name === 'kind' ? 'field_kind' : undefined}
              value={row[part.name] ?? ''}
              problem={form.problems[`${path}.${part.member}`]}
              onChange={(text) => set(part.name, text)}
            />
          ))}
        </div>
        {isField(column) ? <FieldPreview row={row} /> : null}
        <div className="row">
          {rule.shape === 'list' && at > 0 ? (
            <Button variant="default" size="compact-sm" onClick={() => form.changeRows(column, moved(rows, at, at - 1))}>
              {t('catalogue_desk.move_up')}
            </Button>
          ) : null}
          <Button
            variant="default"
            size="compact-sm"
            onClick={() =>
              form.changeRows(
                column,
                rows.filter((_, i) => i !== at),
              )
            }
          >
            {t('catalogue_desk.remove')}
          </Button>
        </div>
      </fieldset>
    </li>
  );
}

/** A member that holds a list: one row of fields per item; the order can be changed. */
function RowsField({ column, member }: { readonly column: string; readonly member: string }) {
  const { t } = useTranslation();
  const form = useForm();
  const rule = LIST_COLUMNS[column];
  if (rule === undefined) return null;
  const rows = form.rows(column);
  const problem = form.problems[member];
  const isFull = rule.shape === 'one' && rows.length > 0;
  return (
    <section className="form-rows" aria-label={t(`catalogue_desk.column.${column}`)}>
      <h3>{t(`catalogue_desk.column.${column}`)}</h3>
      {rows.length === 0 ? <p className="dim">{t(`catalogue_desk.no_rows.${column}`)}</p> : null}
      {problem === undefined ? null : (
        <p className="problem" role="alert">
          {t(`catalogue_desk.problem.${problem}`)}
        </p>
      )}
      <ol>
        {rows.map((_, at) => (
          // Rows have no id: the index is the key
          <Row key={at} column={column} member={member} rule={rule} rows={rows} at={at} />
        ))}
      </ol>
      {form.isReadOnly || isFull ? null : (
        <Button variant="default" size="compact-sm" onClick={() => form.changeRows(column, [...rows, rule.defaults])}>
          {t('catalogue_desk.add_row')}
        </Button>
      )}
    </section>
  );
}

/** Sections of a form (`catalogue_desk.section.<name>`) with their columns. */
export type SectionPlan = readonly (readonly [name: string, columns: readonly string[]])[];

/** The fields of a form, in their sections. */
export function Sections({ plan }: { readonly plan: SectionPlan }) {
  const { t } = useTranslation();
  const form = useForm();
  const columnOf = (name: string) => form.columns.find((column) => column.name === name);
  return (
    <>
      {plan.map(([section, names]) => (
        <section key={section} className="sheet form-section" aria-labelledby={`section-${section}`}>
          <h2 id={`section-${section}`}>{t(`catalogue_desk.section.${section}`)}</h2>
          <div className="form-grid">
            {names.flatMap((name) => {
              const column = columnOf(name);
              return column === undefined || Object.hasOwn(LIST_COLUMNS, name) ? [] : [<Field key={name} column={column} />];
            })}
          </div>
          {names.flatMap((name) => {
            const column = columnOf(name);
            return column !== undefined && Object.hasOwn(LIST_COLUMNS, name)
              ? [<RowsField key={name} column={name} member={column.member} />]
              : [];
          })}
        </section>
      ))}
    </>
  );
}
