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

/** Rows as a CSV file for spreadsheets: UTF-8 with byte order mark, comma, CRLF (RFC 4180). */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(reportCell).join(',')}\r\n`).join('')}`;
