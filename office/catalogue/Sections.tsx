import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ColumnRule } from '#core/catalogue/columns.ts';
import { LIST_COLUMNS, type ListRule } from '#core/catalogue/list-columns.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { TextField } from '#ui/TextField.tsx';
import { Cell, CHOICES, Field } from './Field.tsx';
import type { Cells } from './draft.ts';
import { type Form, useForm } from './form.ts';
import { isCheckPart, isPartNeeded } from './needed.ts';

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

/** Values of a folded section in one line, as far as they are texts. */
const filledIn = (form: Form, names: readonly string[]): string =>
  names
    .filter((name) => !Object.hasOwn(LIST_COLUMNS, name) && !Object.hasOwn(CHOICES, name))
    .map((name) => form.cells[name] ?? '')
    .filter((text) => text !== '' && text !== '0')
    .slice(0, FOLDED_VALUES)
    .join(' · ');

const FOLDED_VALUES = 4;

interface FoldProps {
  readonly title: ReactNode;
  /** What is inside, beside the title. */
  readonly note?: string;
  /** Opened by the form; the operator may open it as well. */
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** A part of a form under its title. */
function Fold({ title, note = '', isOpen, children }: FoldProps) {
  const [isUnfolded, setUnfolded] = useState(isOpen);
  return (
    <details
      className="form-fold"
      open={isUnfolded || isOpen}
      onToggle={({ currentTarget }) => {
        // What is wrong stays in sight
        if (isOpen) currentTarget.open = true;
        setUnfolded(currentTarget.open);
      }}
    >
      <summary>
        {title}{' '}
        <span className="dim" translate="no">
          {note}
        </span>
      </summary>
      {children}
    </details>
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

function RowFields({ column, member, rule, rows, at }: RowProps) {
  const { t } = useTranslation();
  const form = useForm();
  const row = rows[at] ?? {};
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());
  const set = (part: string, text: string) => {
    setEdited((before) => (before.has(part) ? before : new Set(before).add(part)));
    form.changeRows(
      column,
      rows.map((other, i) => (i === at ? { ...other, [part]: text } : other)),
    );
  };
  const path = rule.shape === 'one' ? member : `${member}.${at}`;
  const name = t('catalogue_desk.row', { number: at + 1 });
  const cell = (part: ColumnRule) => (
    <Cell
      key={part.name}
      label={t(`catalogue_desk.part.${part.name}`)}
      kind={part.kind}
      choice={isField(column) && part.name === 'kind' ? 'field_kind' : undefined}
      value={row[part.name] ?? ''}
      problem={form.problems[`${path}.${part.member}`]}
      onChange={(text) => set(part.name, text)}
    />
  );
  const parts = isField(column) ? rule.parts.filter((part) => isPartNeeded(part.name, row, edited)) : rule.parts;
  const checks = isField(column) ? parts.filter((part) => isCheckPart(part.name)) : [];
  return (
    <fieldset disabled={form.isReadOnly}>
      <legend className={isField(column) ? 'unseen' : undefined}>
        {rule.shape === 'one' ? t(`catalogue_desk.column.${column}`) : name}
      </legend>
      <div className="form-grid">{parts.filter((part) => !checks.includes(part)).map(cell)}</div>
      {checks.length === 0 ? null : (
        <Fold
          title={t('catalogue_desk.field_checks')}
          isOpen={checks.some((part) => form.problems[`${path}.${part.member}`] !== undefined)}
        >
          <div className="form-grid">{checks.map(cell)}</div>
        </Fold>
      )}
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
  );
}

/** A row of a list; one of a requisite field is folded under its label, unless it is new or wrong. */
function Row(props: RowProps) {
  const { column, member, rows, at } = props;
  const { t, locale } = useTranslation();
  const form = useForm();
  if (!isField(column))
    return (
      <li className="form-row">
        <RowFields {...props} />
      </li>
    );
  const row = rows[at] ?? {};
  const label = row[`label.${locale}`] || row['key'] || t('catalogue_desk.row', { number: at + 1 });
  const kind = t(`catalogue_desk.choice.field_kind.${row['kind'] ?? 'text'}`);
  const isWrong = Object.keys(form.problems).some((path) => path.startsWith(`${member}.${at}.`));
  return (
    <li className="form-row">
      <Fold
        title={label}
        note={row['required'] === '1' ? kind : `${kind}, ${t('catalogue_desk.not_required')}`}
        isOpen={isWrong || (row['key'] ?? '') === ''}
      >
        <RowFields {...props} />
      </Fold>
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

/** Sections of a form (`catalogue_desk.section.<name>`) with their columns; `folded`: closed at first. */
export type SectionPlan = readonly (readonly [name: string, columns: readonly string[], state?: 'folded'])[];

interface SectionProps {
  readonly names: readonly string[];
  /** Whether the form shows a column with these values. */
  readonly isNeeded: ((name: string, cells: Cells, edited: Cells) => boolean) | undefined;
}

/** The fields of one section, lists of records last. */
function SectionFields({ names, isNeeded = () => true }: SectionProps) {
  const form = useForm();
  const columns = names.flatMap((name) =>
    form.columns.filter((column) => column.name === name && isNeeded(name, form.cells, form.draft.cells)),
  );
  return (
    <>
      <div className="form-grid">
        {columns.map((column) => (Object.hasOwn(LIST_COLUMNS, column.name) ? null : <Field key={column.name} column={column} />))}
      </div>
      {columns.map(({ name, member }) =>
        Object.hasOwn(LIST_COLUMNS, name) ? <RowsField key={name} column={name} member={member} /> : null,
      )}
    </>
  );
}

/** Whether a problem is shown at one of the columns. */
const hasProblem = (form: Form, names: readonly string[]): boolean =>
  form.columns.some(
    ({ name, member }) =>
      names.includes(name) && Object.keys(form.problems).some((path) => path === member || path.startsWith(`${member}.`)),
  );

/** The fields of a form, in their sections; a folded one opens when something in it is wrong. */
export function Sections({ plan, isNeeded }: { readonly plan: SectionPlan } & Partial<Pick<SectionProps, 'isNeeded'>>) {
  const { t } = useTranslation();
  const form = useForm();
  return plan.map(([section, names, state]) => {
    const title = (
      <h2 key="title" id={`section-${section}`}>
        {t(`catalogue_desk.section.${section}`)}
      </h2>
    );
    const fields = <SectionFields key="fields" names={names} isNeeded={isNeeded} />;
    return (
      <section key={section} className="sheet form-section" aria-labelledby={`section-${section}`}>
        {state === undefined ? (
          [title, fields]
        ) : (
          <Fold title={title} note={filledIn(form, names)} isOpen={hasProblem(form, names)}>
            {fields}
          </Fold>
        )}
      </section>
    );
  });
}
