/** What a spreadsheet would take for a formula (quality R53). */
const FORMULA = /^[=+\-@\t\r]/;

/** One cell: quoted where it has to be, and never a formula. A plain number keeps its minus. */
function cell(value: string): string {
  const safe = FORMULA.test(value) && !/^-?\d+(?:\.\d+)?$/.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as a file that spreadsheets open: UTF-8 with its mark, comma, CRLF (RFC 4180). */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
