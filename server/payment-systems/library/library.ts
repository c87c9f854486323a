import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { ABROAD } from './abroad.ts';
import { COINS } from './coins.ts';
import { type LibraryCode, type LibraryRow, systemOf } from './entry.ts';
import { NEIGHBOURS } from './neighbours.ts';
import { ROUBLES } from './roubles.ts';
import { TOKENS } from './tokens.ts';

const ROWS: Readonly<Record<LibraryCode, LibraryRow>> = { ...ROUBLES, ...NEIGHBOURS, ...ABROAD, ...COINS, ...TOKENS };

const isLibraryCode = (code: string): code is LibraryCode => Object.hasOwn(ROWS, code);

/** Codes of every payment system that the library knows, in its own order: roubles first, tokens last. */
export const LIBRARY_CODES: readonly LibraryCode[] = Object.keys(ROWS).filter(isLibraryCode);

/** A known payment system on a rail, switched off: what a shop begins with when it adds one (domain 10). */
export const fromLibrary = (code: string, rail: string): PaymentSystem | undefined =>
  isLibraryCode(code) ? systemOf(code, ROWS[code], rail) : undefined;
