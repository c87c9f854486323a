import { useMemo, useState } from 'react';
import type { ColumnRule, RowDecimals } from '#core/catalogue/columns.ts';
import { LIST_COLUMNS } from '#core/catalogue/list-columns.ts';
import { type Cells, cellsOf, type Checked, checkDraft, type Document, type Draft, rowsOf, UNTOUCHED } from './draft.ts';
import type { Form } from './form.ts';

type Schema = Parameters<typeof checkDraft>[0]['schema'];

interface Input {
  readonly columns: readonly ColumnRule[];
  readonly base: Document;
  readonly decimals: (draft: Draft) => RowDecimals;
  readonly schema: Schema;
  readonly lock: (column: string) => string | undefined;
  readonly rails: readonly string[];
  readonly isReadOnly: boolean;
}

export interface UsedForm extends Checked {
  readonly form: Form;
  readonly reset: () => void;
}

/** What was typed over a thing, checked as it is typed; told of only where somebody has been, or once it was to be saved. */
export function useDraft(input: Input, isTold: boolean): UsedForm {
  const { columns, base, schema, lock, rails, isReadOnly } = input;
  const [draft, setDraft] = useState(UNTOUCHED);
  const decimals = input.decimals(draft);
  const shown = cellsOf(columns, base, decimals);
  const checked = useMemo(() => checkDraft({ columns, base, draft, decimals, schema }), [columns, base, draft, decimals, schema]);
  const isTouched = (path: string): boolean => {
    const [member] = path.split('.');
    return columns.some(
      (one) => one.member.split('.')[0] === member && (Object.hasOwn(draft.cells, one.name) || Object.hasOwn(draft.lists, one.name)),
    );
  };
  const wrongs = Object.fromEntries(Object.entries(checked.wrongs).filter(([path]) => isTold || isTouched(path)));
  const form: Form = {
    columns,
    cells: { ...shown, ...draft.cells },
    rows(column): readonly Cells[] {
      const rule = LIST_COLUMNS[column];
      const member = columns.find(({ name }) => name === column)?.member ?? '';
      return draft.lists[column] ?? (rule === undefined ? [] : rowsOf(rule, base[member], decimals));
    },
    wrongs,
    change: (column, text) => setDraft((before) => ({ ...before, cells: { ...before.cells, [column]: text } })),
    changeRows: (column, rows) => setDraft((before) => ({ ...before, lists: { ...before.lists, [column]: rows } })),
    draft,
    lock,
    names: (column) => (column === 'rail' ? rails : undefined),
    isReadOnly,
  };
  return { ...checked, form, reset: () => setDraft(UNTOUCHED) };
}
