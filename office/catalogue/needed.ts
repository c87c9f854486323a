import type { Cells } from './draft.ts';

/** Columns that only cryptocurrencies have. */
const OF_CRYPTO: ReadonlySet<string> = new Set(['network', 'confirmations']);

/** Whether a payment system's form shows the column: what its kind has, and whatever is filled in. */
export function isColumnNeeded(name: string, cells: Cells): boolean {
  const value = cells[name] ?? '';
  return !OF_CRYPTO.has(name) || cells['kind'] === 'crypto' || (value !== '' && value !== '0');
}

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

/** Whether a requisite field's row shows the part: what its kind has, and whatever is filled in. */
export function isPartNeeded(name: string, row: Cells): boolean {
  const value = row[name] ?? '';
  const kinds = Object.hasOwn(PART_KINDS, name) ? PART_KINDS[name] : undefined;
  return kinds === undefined || kinds.includes(row['kind'] ?? '') || (value !== '' && value !== '0');
}
