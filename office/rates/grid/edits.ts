import type { ChangeItemDocument } from '#contract/office/catalogue/changes.ts';
import { type CellValue, type CellFormat, type Member, MEMBERS, parseCell, type Wrong } from './columns.ts';
import type { GridLine } from './lines.ts';

/** Edit of one cell: a value, or a text that is not one, so that no input is lost. */
export interface Edit {
  /** The stored value when the edit began: the change is made from it. */
  readonly before: CellValue;
  readonly after: { readonly value: CellValue } | { readonly text: string; readonly wrong: Wrong };
}

export type LineEdits = Readonly<Partial<Record<Member, Edit>>>;
/** Edits by the key of their line. */
export type Edits = ReadonlyMap<string, LineEdits>;

export const NO_EDITS: Edits = new Map();

/** One cell to be written. */
export interface Written {
  readonly line: GridLine;
  readonly member: Member;
  readonly text: string;
}

function editOf({ line, member, text }: Written, before: CellValue, cellFormat: CellFormat): Edit | undefined {
  const parsed = parseCell(member, text, { line, cellFormat });
  if (!parsed.ok) return { before, after: { text, wrong: parsed.wrong } };
  return parsed.value === before ? undefined : { before, after: { value: parsed.value } };
}

function withEdit(edits: Map<string, LineEdits>, cell: { readonly key: string; readonly member: Member }, edit: Edit | undefined): void {
  const { key, member } = cell;
  const { [member]: _replaced, ...others } = edits.get(key) ?? {};
  const next: LineEdits = edit === undefined ? others : { ...others, [member]: edit };
  if (Object.keys(next).length === 0) edits.delete(key);
  else edits.set(key, next);
}

/** Writes text into cells; a cell with its stored value is not an edit. */
export function write(edits: Edits, cells: readonly Written[], cellFormat: CellFormat): Edits {
  const next = new Map(edits);
  for (const cell of cells) {
    const { line, member } = cell;
    const before = edits.get(line.key)?.[member]?.before ?? line.values[member];
    withEdit(next, { key: line.key, member }, editOf(cell, before, cellFormat));
  }
  return next;
}

/** Reverts the edits of cells. */
export function revert(edits: Edits, cells: readonly { readonly key: string; readonly member: Member }[]): Edits {
  const next = new Map(edits);
  for (const cell of cells) withEdit(next, cell, undefined);
  return next;
}

export interface FoundEdit {
  readonly key: string;
  readonly member: Member;
  readonly edit: Edit;
}

export const allEdits = (edits: Edits): readonly FoundEdit[] =>
  [...edits].flatMap(([key, line]) =>
    MEMBERS.flatMap((member) => {
      const edit = line[member];
      return edit === undefined ? [] : [{ key, member, edit }];
    }),
  );

export const isWrong = ({ after }: Edit): boolean => 'wrong' in after;

/** Whether a colleague has changed the cell since it was edited, to another value than the edit's. */
export const isConflict = (edit: Edit, line: GridLine | undefined, member: Member): boolean =>
  line !== undefined && line.values[member] !== edit.before && !('value' in edit.after && edit.after.value === line.values[member]);

/** The edits over the present values; edits equal to them are dropped. */
export function rebased(edits: Edits, lines: ReadonlyMap<string, GridLine>): Edits {
  const next = new Map(edits);
  for (const { key, member, edit } of allEdits(edits)) {
    const now = lines.get(key)?.values[member];
    if (now === undefined) continue;
    const hasComeTrue = 'value' in edit.after && edit.after.value === now;
    withEdit(next, { key, member }, hasComeTrue ? undefined : { ...edit, before: now });
  }
  return next;
}

/** Items of the change: one per direction, with its changed members. Invalid texts are not sent. */
export const itemsOf = (edits: Edits): ChangeItemDocument[] =>
  [...edits].flatMap(([key, line]) => {
    const before: Record<string, CellValue> = {};
    const after: Record<string, CellValue> = {};
    for (const member of MEMBERS) {
      const edit = line[member];
      if (edit === undefined || !('value' in edit.after)) continue;
      before[member] = edit.before;
      after[member] = edit.after.value;
    }
    return Object.keys(after).length === 0 ? [] : [{ entity: 'direction' as const, key, before, after }];
  });

/** Edits with undo and redo. */
export interface EditHistory {
  readonly now: Edits;
  readonly past: readonly Edits[];
  readonly future: readonly Edits[];
}

export const EMPTY_HISTORY: EditHistory = { now: NO_EDITS, past: [], future: [] };

const MAX_STEPS = 100;

export type EditStep =
  | { readonly kind: 'write'; readonly cells: readonly Written[]; readonly cellFormat: CellFormat }
  | { readonly kind: 'revert'; readonly cells: readonly { readonly key: string; readonly member: Member }[] }
  | { readonly kind: 'rebase'; readonly lines: ReadonlyMap<string, GridLine> }
  | { readonly kind: 'undo' | 'redo' | 'clear' };

/** Applies one step of editing. */
export function editStep(history: EditHistory, step: EditStep): EditHistory {
  const { now, past, future } = history;
  const push = (next: Edits): EditHistory => ({ now: next, past: [...past, now].slice(-MAX_STEPS), future: [] });
  if (step.kind === 'write') return push(write(now, step.cells, step.cellFormat));
  if (step.kind === 'revert') return push(revert(now, step.cells));
  if (step.kind === 'rebase') return push(rebased(now, step.lines));
  if (step.kind === 'clear') return now.size === 0 ? history : push(NO_EDITS);
  if (step.kind === 'undo') {
    const last = past.at(-1);
    return last === undefined ? history : { now: last, past: past.slice(0, -1), future: [now, ...future] };
  }
  const [next, ...later] = future;
  return next === undefined ? history : { now: next, past: [...past, now], future: later };
}
