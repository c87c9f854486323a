import { type ColumnRule, readRow, type RowDecimals, writeRow } from '#core/catalogue/columns.ts';
import { LIST_COLUMNS, type ListRule } from '#core/catalogue/list-columns.ts';
import { isEqualJson } from '#core/changes/change.ts';

export type Document = Readonly<Record<string, unknown>>;
/** What stands in the fields, by column or part. */
export type Cells = Readonly<Record<string, string>>;

/** What somebody has typed over what is there; all else follows the thing itself. */
export interface Draft {
  readonly cells: Cells;
  readonly lists: Readonly<Record<string, readonly Cells[]>>;
}

export const UNTOUCHED: Draft = { cells: {}, lists: {} };

const isDocument = (value: unknown): value is Document => typeof value === 'object' && value !== null && !Array.isArray(value);

const named = (columns: readonly ColumnRule[], cells: readonly string[]): Cells =>
  Object.fromEntries(columns.map(({ name }, i) => [name, cells[i] ?? '']));

/** The cells that a document fills the fields with. */
export const cellsOf = (columns: readonly ColumnRule[], document: Document, decimals: RowDecimals): Cells =>
  named(columns, writeRow(columns, document, decimals));

/** The rows of a member that holds things of its own. */
export function rowsOf(rule: ListRule, value: unknown, decimals: RowDecimals): readonly Cells[] {
  if (rule.shape === 'pairs') return isDocument(value) ? Object.entries(value).map(([name, text]) => ({ name, value: String(text) })) : [];
  const things = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
  return things.filter(isDocument).map((thing) => cellsOf(rule.parts, thing, decimals));
}

/** Where something is wrong (`marginPpm`, `steps.0.fromIncome`) and why, a key of `catalogue_desk.problem`. */
export type Wrongs = Readonly<Record<string, string>>;

interface Read {
  readonly value: unknown;
  readonly wrongs: readonly (readonly [string, string])[];
}

function readList(member: string, rule: ListRule, rows: readonly Cells[], decimals: RowDecimals): Read {
  if (rule.shape === 'pairs')
    return { value: Object.fromEntries(rows.map((row) => [(row['name'] ?? '').trim(), (row['value'] ?? '').trim()])), wrongs: [] };
  const read = rows.map((row) => readRow(rule.parts, row, decimals));
  const wrongs = read.flatMap(({ invalidCells: wrong }, i) =>
    wrong.map(({ column, problem }) => [rule.shape === 'one' ? `${member}.${column}` : `${member}.${i}.${column}`, problem] as const),
  );
  const things = read.map(({ members }) => members);
  if (things.length === 0 && rule.isNullWhenEmpty) return { value: null, wrongs };
  return { value: rule.shape === 'one' ? (things[0] ?? null) : things, wrongs };
}

interface Schema {
  readonly safeParse: (value: unknown) =>
    | { readonly success: true }
    | {
        readonly success: false;
        readonly error: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] };
      };
}

export interface Checked {
  /** The whole thing as it would be saved. */
  readonly next: Document;
  readonly wrongs: Wrongs;
}

const problemOf = (message: string): string => (/^[a-z_]+$/.test(message) ? message : 'form');

/** A thing with what was typed over it, checked by the schema that the server uses. */
export function checkDraft(input: {
  readonly columns: readonly ColumnRule[];
  readonly base: Document;
  readonly draft: Draft;
  readonly decimals: RowDecimals;
  readonly schema: Schema;
}): Checked {
  const { columns, base, draft, decimals, schema } = input;
  const wrongs = new Map<string, string>();
  const next = new Map(Object.entries(base));
  const typed = columns.filter(({ name }) => Object.hasOwn(draft.cells, name));
  // Halves of one member are read together, so that the half that was not typed stays
  const whole = columns.filter(({ member }) => typed.some((one) => one.member.split('.')[0] === member.split('.')[0]));
  const read = readRow(whole, { ...cellsOf(whole, base, decimals), ...draft.cells }, decimals);
  for (const [member, value] of Object.entries(read.members)) next.set(member, value);
  for (const { column, problem } of read.invalidCells) wrongs.set(columns.find(({ name }) => name === column)?.member ?? column, problem);
  for (const { name, member } of columns) {
    const rule = LIST_COLUMNS[name];
    const rows = draft.lists[name];
    if (rule === undefined || rows === undefined) continue;
    const list = readList(member, rule, rows, decimals);
    next.set(member, list.value);
    for (const [path, problem] of list.wrongs) wrongs.set(path, problem);
  }
  const document = Object.fromEntries(next);
  const parsed = schema.safeParse(document);
  for (const { path, message } of parsed.success ? [] : parsed.error.issues) {
    const key = path.map(String).join('.');
    if (!wrongs.has(key)) wrongs.set(key, problemOf(message));
  }
  return { next: document, wrongs: Object.fromEntries(wrongs) };
}

/** The members that differ, as they are and as they are to be; undefined where nothing does. */
export function changedMembers(
  base: Document,
  next: Document,
): { readonly before: Record<string, unknown>; readonly after: Record<string, unknown> } | undefined {
  const members = Object.keys(next).filter((member) => !isEqualJson(base[member], next[member]));
  if (members.length === 0) return undefined;
  const pick = (from: Document) => Object.fromEntries(members.map((member) => [member, from[member] ?? null]));
  return { before: pick(base), after: pick(next) };
}
