/** Beginnings that make a spreadsheet treat a cell as a formula (quality R53). */
const FORMULA = /^[=+\-@\t\r]/;
/** A guarded cell: spreadsheets show the text after the apostrophe, and so do we. */
const GUARDED = /^'(?='*[=+\-@\t\r])/;

/** A cell that no spreadsheet executes: a formula gets an apostrophe in front, and so does a text that already looks guarded. */
export const guardCell = (text: string): string => (FORMULA.test(text) || GUARDED.test(text) ? `'${text}` : text);

/** The text of a guarded cell; other cells unchanged. */
export const unguardCell = (text: string): string => text.replace(GUARDED, '');

const PERCENT_DECIMALS = 4;

/** Parts per million as a percentage, exactly: 12345 is "1.2345". */
export function percentOf(ppm: number): string {
  const sign = ppm < 0 ? '-' : '';
  const digits = String(Math.abs(ppm)).padStart(PERCENT_DECIMALS + 1, '0');
  const fraction = digits.slice(-PERCENT_DECIMALS).replace(/0+$/, '');
  return `${sign}${digits.slice(0, -PERCENT_DECIMALS)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A typed percentage (comma or dot, optional `%`) in parts per million; undefined for anything else. */
export function ppmOf(text: string): number | undefined {
  const parts = /^([-−]?)(\d{1,6})(?:[.,](\d{1,4})0*)?$/.exec(text.trim().replace(/\s*%$/, ''));
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = parts;
  const ppm = Number(whole + fraction.padEnd(PERCENT_DECIMALS, '0'));
  return sign === '' || ppm === 0 ? ppm : -ppm;
}
