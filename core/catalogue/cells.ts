/** What a spreadsheet takes for a formula when a cell begins with it (quality R53). */
const FORMULA = /^[=+\-@\t\r]/;
/** A spreadsheet shows such a cell as text, and so do we: what stands behind the apostrophe is what is meant. */
const GUARDED = /^'(?='*[=+\-@\t\r])/;

/** A cell that no spreadsheet runs: what would be a formula gets an apostrophe before it, and so does what already looks guarded. */
export const guardCell = (text: string): string => (FORMULA.test(text) || GUARDED.test(text) ? `'${text}` : text);

/** What was meant by a cell that was guarded; others as they are. */
export const unguardCell = (text: string): string => text.replace(GUARDED, '');

const PPM_PER_PERCENT = 4;

/** Parts per million as a percentage, exactly: 12345 is "1.2345". */
export function percentOf(ppm: number): string {
  const sign = ppm < 0 ? '-' : '';
  const digits = String(Math.abs(ppm)).padStart(PPM_PER_PERCENT + 1, '0');
  const fraction = digits.slice(-PPM_PER_PERCENT).replace(/0+$/, '');
  return `${sign}${digits.slice(0, -PPM_PER_PERCENT)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A percentage as people type it (comma or dot, a sign of per cent) in parts per million; undefined for anything else. */
export function ppmOf(text: string): number | undefined {
  const parts = /^([-−]?)(\d{1,6})(?:[.,](\d{1,4})0*)?$/.exec(text.trim().replace(/\s*%$/, ''));
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = parts;
  const ppm = Number(whole + fraction.padEnd(PPM_PER_PERCENT, '0'));
  return sign === '' || ppm === 0 ? ppm : -ppm;
}
