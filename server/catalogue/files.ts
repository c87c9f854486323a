import papa from 'papaparse';
import * as z from 'zod/mini';
import { guardCell, unguardCell } from '#core/format/csv.ts';
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

/** Entities that can be exported and imported. */
export type FileEntity = 'payment_system' | 'direction';

export const COLUMNS: Readonly<Record<FileEntity, readonly ColumnRule[]>> = {
  payment_system: PAYMENT_SYSTEM_COLUMNS,
  direction: DIRECTION_COLUMNS,
};

/** Columns that identify the entity of a row. */
export const KEY_COLUMNS: Readonly<Record<FileEntity, readonly string[]>> = {
  payment_system: ['code'],
  direction: ['income', 'outcome'],
};

export type FindDecimals = (code: string) => Decimals | undefined;

/** Decimals of each amount column of a row. */
export function decimalsOf(entity: FileEntity, document: Document, findDecimals: FindDecimals): RowDecimals {
  if (entity === 'direction') {
    const [income, outcome] = [String(document['incomeCode']), String(document['outcomeCode'])];
    return { ...NO_DECIMALS, income_amount: findDecimals(income), outcome_amount: findDecimals(outcome) };
  }
  const ownDecimals = findDecimals(String(document['code']));
  const { scale } = document;
  return { ...NO_DECIMALS, amount: typeof scale === 'number' && scale <= 30 ? { scale, precision: scale } : ownDecimals };
}

/** Without a byte order mark Excel does not read a file as UTF-8. */
const BOM = '\uFEFF';

/** Documents as CSV: UTF-8 with a byte order mark, semicolons as in the Russian Excel, cells guarded against formulas (quality R53). */
export function writeCsv(entity: FileEntity, documents: readonly Document[], findDecimals: FindDecimals): string {
  const columns = COLUMNS[entity];
  const rows = documents.map((document) => writeRow(columns, document, decimalsOf(entity, document, findDecimals)).map(guardCell));
  return BOM + papa.unparse({ fields: columns.map(({ name }) => name), data: rows }, { delimiter: ';', newline: '\r\n' }) + '\r\n';
}

export interface FileRow {
  /** Row number in the sheet, the header is row 1; in JSON the number of the document, from 1. */
  readonly row: number;
  readonly cells: Readonly<Record<string, string>>;
}

export type CsvResult =
  | { readonly ok: true; readonly rows: readonly FileRow[]; readonly unknown: readonly string[] }
  | { readonly ok: false };

const MAX_ROWS = 25_000;
const HEADER_ROWS = 1;

/**
 * Parses CSV to rows by column name. The separator is a semicolon, comma or tab. Refuses a missing key column, a repeated column and too
 * many rows.
 */
export function readCsv(entity: FileEntity, text: string): CsvResult {
  const { data } = papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    delimiter: '',
    delimitersToGuess: [';', ',', '\t'],
    skipEmptyLines: 'greedy',
  });
  const header = (data[0] ?? []).map((name) => unguardCell(name).trim().toLowerCase());
  const columnNames = new Set(COLUMNS[entity].map(({ name }) => name));
  const hasValidHeader = KEY_COLUMNS[entity].every((name) => header.includes(name)) && new Set(header).size === header.length;
  if (!hasValidHeader || data.length > MAX_ROWS + HEADER_ROWS) return { ok: false };
  const rows = data.slice(HEADER_ROWS).map((cells, i) => ({
    row: i + HEADER_ROWS + 1,
    cells: Object.fromEntries(
      header.flatMap((name, column) => (columnNames.has(name) && column < cells.length ? [[name, unguardCell(cells[column] ?? '')]] : [])),
    ),
  }));
  return { ok: true, rows, unknown: header.filter((name) => name !== '' && !columnNames.has(name)) };
}

const Documents = z.array(z.record(z.string(), z.unknown()));

/** Documents of a JSON file; undefined when invalid or too long. */
export function readJson(text: string): readonly Document[] | undefined {
  try {
    const parsed = Documents.safeParse(JSON.parse(text.replace(/^\uFEFF/, '')));
    return parsed.success && parsed.data.length <= MAX_ROWS ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
