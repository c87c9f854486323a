/** Beginnings that make a spreadsheet treat a cell as a formula (quality R53). */
const FORMULA = /^[=+\-@\t\r\n]/;
/** A guarded cell. Spreadsheets show only the text after the apostrophe. */
const GUARDED = /^'(?='*[=+\-@\t\r\n])/;

/** A cell that no spreadsheet executes: a formula, or a text that already looks guarded, gets an apostrophe in front. */
export const guardCell = (text: string): string => (FORMULA.test(text) || GUARDED.test(text) ? `'${text}` : text);

/** The text of a guarded cell; other cells unchanged. */
export const unguardCell = (text: string): string => text.replace(GUARDED, '');

/** Spreadsheets of some countries split at semicolons, also within quotes: a formula could begin after one, or in a new line. */
const LATER_FORMULA = /([;\t\r\n]\s*)(?=[=+\-@])/g;

/** One cell of a report: quoted where needed, and nowhere a formula. A plain number keeps its minus. */
function reportCell(value: string): string {
  const inner = value.replaceAll(LATER_FORMULA, "$1'");
  const safe = FORMULA.test(inner) && !/^-?\d+(?:\.\d+)?$/.test(inner) ? `'${inner}` : inner;
  return /[",;\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Byte order mark: spreadsheets then read UTF-8. */
export const CSV_START = '\uFEFF';

/** Rows as lines of a CSV file for spreadsheets: comma, CRLF (RFC 4180). */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(reportCell).join(',')}\r\n`).join('');

/** Rows as a whole CSV file. */
export const toCsv = (rows: readonly (readonly string[])[]): string => CSV_START + csvLines(rows);
