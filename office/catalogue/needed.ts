import type { Cells } from './draft.ts';

/** Columns that only cryptocurrencies have. */
const OF_CRYPTO: ReadonlySet<string> = new Set(['network', 'confirmations']);

const isFilled = (value = ''): boolean => value !== '' && value !== '0';

/**
 * Whether a payment system's form shows the column: what its kind has, and whatever is filled in. An edited field stays, or it would
 * disappear while it is being cleared.
 */
export const isColumnNeeded = (name: string, cells: Cells, edited: Cells): boolean =>
  !OF_CRYPTO.has(name) || cells['kind'] === 'crypto' || isFilled(cells[name]) || Object.hasOwn(edited, name);

/** Parts of a requisite field that few kinds have (`core/payment-system/requisite-field.ts`). */
const PART_KINDS: Readonly<Record<string, readonly string[]>> = {
  network: ['wallet'],
  countries: ['iban'],
  mayBeAbsent: ['memo'],
  digits: ['card', 'text', 'phone', 'bank_account', 'invoice_id'],
};
/** Parts that narrow the check of the kind. */
const CHECK_PARTS: ReadonlySet<string> = new Set(['pattern', 'minLength', 'maxLength', 'digits', 'countries']);

export const isCheckPart = (name: string): boolean => CHECK_PARTS.has(name);

/** Whether a requisite field's row shows the part: what its kind has, whatever is filled in, and `edited` parts. */
export function isPartNeeded(name: string, row: Cells, edited: ReadonlySet<string>): boolean {
  const kinds = Object.hasOwn(PART_KINDS, name) ? PART_KINDS[name] : undefined;
  return kinds === undefined || kinds.includes(row['kind'] ?? '') || isFilled(row[name]) || edited.has(name);
}
