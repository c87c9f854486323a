import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { ABROAD } from './abroad.ts';
import { COINS } from './coins.ts';
import { type LibraryCode, type LibraryRow, systemOf, card } from './entry.ts';
import { ROUBLES } from './roubles.ts';
import { TOKENS } from './tokens.ts';
import * as fields from './fields.ts';

const KZT = { currency: 'KZT', decimals: [2, 2], limits: ['5000', '3000000'] } as const;
const UAH = { currency: 'UAH', decimals: [2, 2], limits: ['500', '150000'] } as const;
const BYN = { currency: 'BYN', decimals: [2, 2], limits: ['30', '15000'] } as const;
const UZS = { currency: 'UZS', decimals: [2, 2], limits: ['130000', '65000000'] } as const;

/** Cards and accounts of neighbouring countries. */
const NEIGHBOURS = {
  KSPBKZT: { ...KZT, ...card('4400430000000007', 16), mark: ['K', 'crimson'] },
  HLKBKZT: { ...KZT, ...card('4402570000000008', 16), mark: ['H', 'fern'] },
  FRTBKZT: { ...KZT, ...card('4042430000000001', 16), mark: ['F', 'plum'] },
  CARDKZT: { ...KZT, ...card('4003030000000006'), mark: ['KZ', 'teal'] },
  MONOBUAH: { ...UAH, ...card('5375410000000007', 16), mark: ['m', 'coal'] },
  P24UAH: { ...UAH, ...card('5168740000000008', 16), mark: ['P24', 'moss'] },
  PMBBUAH: { ...UAH, ...card('5355280000000008', 16), mark: ['P', 'crimson'] },
  CARDUAH: { ...UAH, ...card('4149430000000003', 16), mark: ['UA', 'sky'] },
  BLRBBYN: { ...BYN, ...card('4255190000000003', 16), mark: ['B', 'fern'] },
  CARDBYN: { ...BYN, ...card('4255200000000000', 16), mark: ['BY', 'brick'] },
  HUMOUZS: { ...UZS, ...card('9860000000000000', 16), mark: ['H', 'ochre'] },
  UZCUZS: { ...UZS, ...card('8600000000000007', 16), mark: ['U', 'cobalt'] },
  CARDKGS: { currency: 'KGS', decimals: [2, 2], limits: ['900', '450000'], ...card('4169580000000000', 16), mark: ['KG', 'crimson'] },
  CARDAMD: { currency: 'AMD', decimals: [2, 2], limits: ['4000', '2000000'], ...card('4083060000000006', 16), mark: ['AM', 'rust'] },
  CARDTRY: { currency: 'TRY', decimals: [2, 2], limits: ['400', '200000'], ...card('4506340000000001', 16), mark: ['TR', 'brick'] },
  WIREGEL: {
    currency: 'GEL',
    decimals: [2, 2],
    limits: ['30', '15000'],
    kind: 'bank_account',
    mark: ['GE', 'slate'],
    income: [fields.georgianIbanField('from')],
    outcome: [fields.georgianIbanField('to'), fields.fullNameField('to')],
  },
} as const satisfies Partial<Record<LibraryCode, LibraryRow>>;

const ROWS: Readonly<Record<LibraryCode, LibraryRow>> = { ...ROUBLES, ...NEIGHBOURS, ...ABROAD, ...COINS, ...TOKENS };

const isLibraryCode = (code: string): code is LibraryCode => Object.hasOwn(ROWS, code);

/** Codes of all payment systems in the library, roubles first, tokens last. */
export const LIBRARY_CODES: readonly LibraryCode[] = Object.keys(ROWS).filter(isLibraryCode);

/** A payment system of the library on a rail, switched off, as the draft of a new one (domain 10). */
export const fromLibrary = (code: string, rail: string): PaymentSystem | undefined =>
  isLibraryCode(code) ? systemOf(code, ROWS[code], rail) : undefined;
