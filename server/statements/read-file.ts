import { createHash } from 'node:crypto';
import Papa from 'papaparse';
import type { ParseContext, ParsedLine } from '#core/statements/entry.ts';
import { is1c, read1c } from '#core/statements/read-1c.ts';
import { readPasted } from '#core/statements/read-pasted.ts';
import { guessColumns, readTable, TABLE_COLUMNS, type TableMapping } from '#core/statements/read-table.ts';

/** Decodes a bank's file: UTF-8, Windows-1251, or DOS (866) if a 1C statement declares it; spreadsheets may use UTF-16. */
export function decodeStatement(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const windows = new TextDecoder('windows-1251').decode(bytes);
    return is1c(windows) && /=DOS\s*$/m.test(windows) ? new TextDecoder('ibm866').decode(bytes) : windows;
  }
}

export type StatementFormat = '1c' | 'csv' | 'text';

export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Hash of the heads: tables of one bank have the same heads. */
  readonly hash: Buffer;
}

const MAX_ROWS = 20_000;
const MAX_COLUMNS = 60;

/** A table with its heads: the first row with at least two known columns. Undefined: not a table. */
export function readCsv(text: string): Table | undefined {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy', preview: MAX_ROWS });
  const at = data.findIndex((cells) => cells.length > 1 && Object.keys(guessColumns(cells)).length >= 2);
  const heads = data[at === -1 ? 0 : at]?.slice(0, MAX_COLUMNS).map((head) => head.trim());
  if (heads === undefined || heads.length < 2) return undefined;
  return { heads, rows: data.slice((at === -1 ? 0 : at) + 1), hash: createHash('sha256').update(JSON.stringify(heads)).digest() };
}

/** The format of a file or a pasted text, by its content. */
export function formatOf(text: string): StatementFormat {
  if (is1c(text)) return '1c';
  const table = readCsv(text);
  const guessed = table === undefined ? {} : guessColumns(table.heads);
  return guessed.amount !== undefined && guessed.date !== undefined ? 'csv' : 'text';
}

/** A sent or saved mapping without entries that are not columns of this table. */
export const mappingOf = (columns: Readonly<Record<string, unknown>>, heads: readonly string[]): TableMapping =>
  Object.fromEntries(
    TABLE_COLUMNS.flatMap((column) => {
      const index = columns[column];
      return typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < heads.length ? [[column, index] as const] : [];
    }),
  );

/** Lines of a text that is not a table. */
export const readText = (text: string, format: Exclude<StatementFormat, 'csv'>, reading: ParseContext): ParsedLine[] =>
  (format === '1c' ? read1c(text, reading) : undefined) ?? readPasted(text, reading);

/** Lines of a table's rows, by its column mapping. */
export const readRows = (table: Table, mapping: TableMapping, reading: ParseContext): ParsedLine[] =>
  readTable(table.rows, mapping, reading);
