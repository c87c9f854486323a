/** Beginnings that make a spreadsheet treat a cell as a formula (quality R53). */
const FORMULA = /^[=+\-@\t\r]/;
/** A guarded cell. Spreadsheets show only the text after the apostrophe. */
const GUARDED = /^'(?='*[=+\-@\t\r])/;

/** A cell that no spreadsheet executes: a formula, or a text that already looks guarded, gets an apostrophe in front. */
export const guardCell = (text: string): string => (FORMULA.test(text) || GUARDED.test(text) ? `'${text}` : text);

/** The text of a guarded cell; other cells unchanged. */
export const unguardCell = (text: string): string => text.replace(GUARDED, '');

/** One cell of a report: quoted where needed, and never a formula. A plain number keeps its minus. */
function reportCell(value: string): string {
  const safe = FORMULA.test(value) && !/^-?\d+(?:\.\d+)?$/.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Byte order mark: spreadsheets then read UTF-8. */
export const CSV_START = '\uFEFF';

/** Rows as lines of a CSV file for spreadsheets: comma, CRLF (RFC 4180). */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(reportCell).join(',')}\r\n`).join('');

/** Rows as a whole CSV file. */
export const toCsv = (rows: readonly (readonly string[])[]): string => CSV_START + csvLines(rows);
