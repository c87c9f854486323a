import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { ABROAD } from './abroad.ts';
import { COINS } from './coins.ts';
import { type LibraryCode, type LibraryRow, systemOf } from './entry.ts';
import { NEIGHBOURS } from './neighbours.ts';
import { ROUBLES } from './roubles.ts';
import { TOKENS } from './tokens.ts';

const ROWS: Readonly<Record<LibraryCode, LibraryRow>> = { ...ROUBLES, ...NEIGHBOURS, ...ABROAD, ...COINS, ...TOKENS };

const isLibraryCode = (code: string): code is LibraryCode => Object.hasOwn(ROWS, code);

/** Codes of all payment systems in the library, roubles first, tokens last. */
export const LIBRARY_CODES: readonly LibraryCode[] = Object.keys(ROWS).filter(isLibraryCode);

/** A payment system of the library on a rail, switched off, as the draft of a new one (domain 10). */
export const fromLibrary = (code: string, rail: string): PaymentSystem | undefined =>
  isLibraryCode(code) ? systemOf(code, ROWS[code], rail) : undefined;
