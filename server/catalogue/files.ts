import papa from 'papaparse';
import * as z from 'zod/mini';
import { guardCell, unguardCell } from '#core/catalogue/cells.ts';
import {
  type ColumnRule,
  DIRECTION_COLUMNS,
  NO_DECIMALS,
  PAYMENT_SYSTEM_COLUMNS,
  type RowDecimals,
  writeRow,
} from '#core/catalogue/columns.ts';
import type { Document } from '#core/changes/change.ts';
import type { Decimals } from '#core/money/decimals.ts';

/** Things that files hold. */
export type FileEntity = 'payment_system' | 'direction';

export const COLUMNS: Readonly<Record<FileEntity, readonly ColumnRule[]>> = {
  payment_system: PAYMENT_SYSTEM_COLUMNS,
  direction: DIRECTION_COLUMNS,
};

/** Columns that say which thing a row is about. */
export const KEY_COLUMNS: Readonly<Record<FileEntity, readonly string[]>> = {
  payment_system: ['code'],
  direction: ['income', 'outcome'],
};

export type KnownDecimals = (code: string) => Decimals | undefined;

/** In which decimals the amounts of a row are written. */
export function decimalsOf(entity: FileEntity, document: Document, known: KnownDecimals): RowDecimals {
  if (entity === 'direction') {
    const [income, outcome] = [String(document['incomeCode']), String(document['outcomeCode'])];
    return { ...NO_DECIMALS, income_amount: known(income), outcome_amount: known(outcome) };
  }
  const own = known(String(document['code']));
  const { scale } = document;
  return { ...NO_DECIMALS, amount: typeof scale === 'number' && scale <= 30 ? { scale, precision: scale } : own };
}

/** What Excel knows UTF-8 by. */
const BOM = '\uFEFF';

/** Documents as a spreadsheet: UTF-8 that Excel knows, semicolons as its Russian edition has them, no cell a formula (quality R53). */
export function writeCsv(entity: FileEntity, documents: readonly Document[], known: KnownDecimals): string {
  const columns = COLUMNS[entity];
  const rows = documents.map((document) => writeRow(columns, document, decimalsOf(entity, document, known)).map(guardCell));
  return BOM + papa.unparse({ fields: columns.map(({ name }) => name), data: rows }, { delimiter: ';', newline: '\r\n' }) + '\r\n';
}

export interface FileRow {
  /** Row of the sheet, the head is the first; in JSON the number of the document. */
  readonly row: number;
  readonly cells: Readonly<Record<string, string>>;
}

export type ReadFile =
  | { readonly ok: true; readonly rows: readonly FileRow[]; readonly unknown: readonly string[] }
  | { readonly ok: false };

const MOST_ROWS = 25_000;
const HEAD_ROWS = 1;

/** A spreadsheet's rows by the names of their columns; not ok for what is none. Semicolon, comma or tab, with or without the mark of UTF-8. */
export function readCsv(entity: FileEntity, text: string): ReadFile {
  const { data } = papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    delimiter: '',
    delimitersToGuess: [';', ',', '\t'],
    skipEmptyLines: 'greedy',
  });
  const head = (data[0] ?? []).map((name) => unguardCell(name).trim().toLowerCase());
  const known = new Set(COLUMNS[entity].map(({ name }) => name));
  const isWhole = KEY_COLUMNS[entity].every((name) => head.includes(name)) && new Set(head).size === head.length;
  if (!isWhole || data.length > MOST_ROWS + HEAD_ROWS) return { ok: false };
  const rows = data.slice(HEAD_ROWS).map((cells, i) => ({
    row: i + HEAD_ROWS + 1,
    cells: Object.fromEntries(
      head.flatMap((name, at) => (known.has(name) && at < cells.length ? [[name, unguardCell(cells[at] ?? '')]] : [])),
    ),
  }));
  return { ok: true, rows, unknown: head.filter((name) => name !== '' && !known.has(name)) };
}

const Documents = z.array(z.record(z.string(), z.unknown()));

/** Documents of a JSON file; undefined for what is none. */
export function readJson(text: string): readonly Document[] | undefined {
  try {
    const parsed = Documents.safeParse(JSON.parse(text.replace(/^\uFEFF/, '')));
    return parsed.success && parsed.data.length <= MOST_ROWS ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
