import { createContext, useContext } from 'react';
import type { ColumnRule } from '#core/catalogue/columns.ts';
import type { Cells, Draft, Wrongs } from './draft.ts';

/** A form over one thing, as its fields see it. */
export interface Form {
  readonly columns: readonly ColumnRule[];
  /** What the fields show: the thing itself with what was typed over it. */
  readonly cells: Cells;
  readonly rows: (column: string) => readonly Cells[];
  readonly wrongs: Wrongs;
  readonly change: (column: string, text: string) => void;
  readonly changeRows: (column: string, rows: readonly Cells[]) => void;
  readonly draft: Draft;
  /** Why a field does not change here; undefined where it does. */
  readonly lock: (column: string) => string | undefined;
  /** Names offered for a column (rails of this shop). */
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
