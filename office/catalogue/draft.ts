import { type ColumnRule, readRow, type RowDecimals, writeRow } from '#core/catalogue/columns.ts';
import { LIST_COLUMNS, type ListRule } from '#core/catalogue/list-columns.ts';
import { isObject } from '#core/text/json.ts';
import { isEqualJson } from '#core/text/canonical-json.ts';

export type Document = Readonly<Record<string, unknown>>;
/** Text of the fields, by column or part. */
export type Cells = Readonly<Record<string, string>>;

/** Edits over a stored document: cells by column, rows by column that holds a list. */
export interface Draft {
  readonly cells: Cells;
  readonly lists: Readonly<Record<string, readonly Cells[]>>;
}

export const NO_EDITS: Draft = { cells: {}, lists: {} };

const cellsByName = (columns: readonly ColumnRule[], cells: readonly string[]): Cells =>
  Object.fromEntries(columns.map(({ name }, i) => [name, cells[i] ?? '']));

/** Cells of a document, by column. */
export const cellsOf = (columns: readonly ColumnRule[], document: Document, decimals: RowDecimals): Cells =>
  cellsByName(columns, writeRow(columns, document, decimals));

/** Rows of a member that holds a list, an object or name-value pairs. */
export function rowsOf(rule: ListRule, value: unknown, decimals: RowDecimals): readonly Cells[] {
  if (rule.shape === 'pairs') return isObject(value) ? Object.entries(value).map(([name, text]) => ({ name, value: String(text) })) : [];
  const items = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
  return items.filter(isObject).map((item) => cellsOf(rule.parts, item, decimals));
}

/** Problems by path (`marginPpm`, `steps.0.fromIncome`): keys of `catalogue_desk.problem`. */
export type Problems = Readonly<Record<string, string>>;

interface ListReading {
  readonly value: unknown;
  readonly problems: readonly (readonly [string, string])[];
}

function readList(member: string, rule: ListRule, rows: readonly Cells[], decimals: RowDecimals): ListReading {
  if (rule.shape === 'pairs')
    return { value: Object.fromEntries(rows.map((row) => [(row['name'] ?? '').trim(), (row['value'] ?? '').trim()])), problems: [] };
  const read = rows.map((row) => readRow(rule.parts, row, decimals));
  const problems = read.flatMap(({ invalidCells: wrong }, i) =>
    wrong.map(({ column, problem }) => [rule.shape === 'one' ? `${member}.${column}` : `${member}.${i}.${column}`, problem] as const),
  );
  const items = read.map(({ members }) => members);
  if (items.length === 0 && rule.isNullWhenEmpty) return { value: null, problems };
  return { value: rule.shape === 'one' ? (items[0] ?? null) : items, problems };
}

interface Schema {
  readonly safeParse: (value: unknown) =>
    | { readonly success: true }
    | {
        readonly success: false;
        readonly error: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] };
      };
}

export interface CheckedDraft {
  /** The whole document as it would be saved. */
  readonly next: Document;
  readonly problems: Problems;
}

const problemOf = (message: string): string => (/^[a-z_]+$/.test(message) ? message : 'form');

/** A document with the edits applied, checked by the schema that the server uses. */
export function checkDraft(input: {
  readonly columns: readonly ColumnRule[];
  readonly base: Document;
  readonly draft: Draft;
  readonly decimals: RowDecimals;
  readonly schema: Schema;
}): CheckedDraft {
  const { columns, base, draft, decimals, schema } = input;
  const problems = new Map<string, string>();
  const next = new Map(Object.entries(base));
  const edited = columns.filter(({ name }) => Object.hasOwn(draft.cells, name));
  // Columns of one member (`name.ru`, `name.en`) are read together, so that the unedited one stays
  const readColumns = columns.filter(({ member }) => edited.some((column) => column.member.split('.')[0] === member.split('.')[0]));
  const read = readRow(readColumns, { ...cellsOf(readColumns, base, decimals), ...draft.cells }, decimals);
  for (const [member, value] of Object.entries(read.members)) next.set(member, value);
  for (const { column, problem } of read.invalidCells) problems.set(columns.find(({ name }) => name === column)?.member ?? column, problem);
  for (const { name, member } of columns) {
    const rule = LIST_COLUMNS[name];
    const rows = draft.lists[name];
    if (rule === undefined || rows === undefined) continue;
    const list = readList(member, rule, rows, decimals);
    next.set(member, list.value);
    for (const [path, problem] of list.problems) problems.set(path, problem);
  }
  const document = Object.fromEntries(next);
  const parsed = schema.safeParse(document);
  for (const { path, message } of parsed.success ? [] : parsed.error.issues) {
    const key = path.map(String).join('.');
    if (!problems.has(key)) problems.set(key, problemOf(message));
  }
  return { next: document, problems: Object.fromEntries(problems) };
}

/** Changed members before and after; undefined: nothing has changed. */
export function changedMembers(
  base: Document,
  next: Document,
): { readonly before: Record<string, unknown>; readonly after: Record<string, unknown> } | undefined {
  const members = Object.keys(next).filter((member) => !isEqualJson(base[member], next[member]));
  if (members.length === 0) return undefined;
  const pick = (from: Document) => Object.fromEntries(members.map((member) => [member, from[member] ?? null]));
  return { before: pick(base), after: pick(next) };
}
