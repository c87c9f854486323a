import { createContext, useContext, useMemo, useState } from 'react';
import type { ColumnRule, RowDecimals } from '#core/catalogue/columns.ts';
import { LIST_COLUMNS } from '#core/catalogue/list-columns.ts';
import { type Cells, cellsOf, type CheckedDraft, checkDraft, type Document, type Draft, NO_EDITS, type Problems, rowsOf } from './draft.ts';

/** A form over a catalogue document, as its fields use it. */
export interface Form {
  readonly columns: readonly ColumnRule[];
  /** Text of each column: the stored document with the edits. */
  readonly cells: Cells;
  /** Rows of a column that holds a list. */
  readonly rows: (column: string) => readonly Cells[];
  /** Problems shown now, by path. */
  readonly problems: Problems;
  readonly change: (column: string, text: string) => void;
  readonly changeRows: (column: string, rows: readonly Cells[]) => void;
  readonly draft: Draft;
  /** Why a column cannot be changed; undefined: it can. */
  readonly lock: (column: string) => string | undefined;
  /** Choices of a column that depend on the shop (rails). */
  readonly names: (column: string) => readonly string[] | undefined;
  readonly isReadOnly: boolean;
}

export const FormContext = createContext<Form | null>(null);

/** The form around a field. */
export function useForm(): Form {
  const form = useContext(FormContext);
  if (form === null) throw new Error('useForm needs a form');
  return form;
}

interface DraftInput {
  readonly columns: readonly ColumnRule[];
  readonly base: Document;
  readonly decimals: (draft: Draft) => RowDecimals;
  readonly schema: Parameters<typeof checkDraft>[0]['schema'];
  readonly lock: (column: string) => string | undefined;
  readonly rails: readonly string[];
  readonly isReadOnly: boolean;
}

export interface DraftForm extends CheckedDraft {
  readonly form: Form;
  /** Whether problems of untouched fields are shown as well. */
  readonly showsAllProblems: boolean;
  readonly showAllProblems: () => void;
  /** Discards the edits. */
  readonly reset: () => void;
}

/** Edits of a stored document, checked on every change. Problems are shown at touched fields only, and at all after `showAllProblems`. */
export function useDraft(input: DraftInput): DraftForm {
  const { columns, base, schema, lock, rails, isReadOnly } = input;
  const [draft, setDraft] = useState(NO_EDITS);
  const [showsAllProblems, setShowsAllProblems] = useState(false);
  const decimals = input.decimals(draft);
  const storedCells = cellsOf(columns, base, decimals);
  const checked = useMemo(() => checkDraft({ columns, base, draft, decimals, schema }), [columns, base, draft, decimals, schema]);
  const isTouched = (path: string): boolean => {
    const [member] = path.split('.');
    return columns.some(
      (column) =>
        column.member.split('.')[0] === member && (Object.hasOwn(draft.cells, column.name) || Object.hasOwn(draft.lists, column.name)),
    );
  };
  const problems = Object.fromEntries(Object.entries(checked.problems).filter(([path]) => showsAllProblems || isTouched(path)));
  const form: Form = {
    columns,
    cells: { ...storedCells, ...draft.cells },
    rows(column): readonly Cells[] {
      const rule = LIST_COLUMNS[column];
      const member = columns.find(({ name }) => name === column)?.member ?? '';
      return draft.lists[column] ?? (rule === undefined ? [] : rowsOf(rule, base[member], decimals));
    },
    problems,
    change: (column, text) => setDraft((before) => ({ ...before, cells: { ...before.cells, [column]: text } })),
    changeRows: (column, rows) => setDraft((before) => ({ ...before, lists: { ...before.lists, [column]: rows } })),
    draft,
    lock,
    names: (column) => (column === 'rail' ? rails : undefined),
    isReadOnly,
  };
  return {
    ...checked,
    form,
    showsAllProblems,
    showAllProblems: () => setShowsAllProblems(true),
    reset() {
      setDraft(NO_EDITS);
      setShowsAllProblems(false);
    },
  };
}
