/** Beginnings that make a spreadsheet treat a cell as a formula (quality R53). */
const FORMULA = /^[=+\-@\t\r]/;

/** One cell: quoted where needed, and never a formula. A plain number keeps its minus. */
function cell(value: string): string {
  const safe = FORMULA.test(value) && !/^-?\d+(?:\.\d+)?$/.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as a CSV file for spreadsheets: UTF-8 with byte order mark, comma, CRLF (RFC 4180). */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
