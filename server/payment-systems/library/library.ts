import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { COINS } from './coins.ts';
import { card, cash, emailWallet, eWallet, type LibraryCode, type LibraryRow, systemOf } from './entry.ts';
import * as fields from './fields.ts';
import { TOKENS } from './tokens.ts';

const EUR = { currency: 'EUR', decimals: [2, 2], limits: ['20', '8000'] } as const;
const USD = { currency: 'USD', decimals: [2, 2], limits: ['20', '10000'] } as const;

/** Euro, dollar and yuan: bank accounts, wallets, cash. */
const ABROAD = {
  SEPAEUR: {
    ...EUR,
    kind: 'bank_account',
    limits: ['50', '15000'],
    mark: ['€', 'cobalt'],
    income: [fields.ibanField('from')],
    outcome: [fields.ibanField('to'), fields.fullNameField('to')],
  },
  WISEEUR: { ...EUR, ...emailWallet, mark: ['W', 'moss'] },
  REVBEUR: { ...EUR, ...emailWallet, mark: ['R', 'coal'] },
  CARDEUR: { ...EUR, ...card('5406690000000007', 16), mark: ['EU', 'iris'] },
  CASHEUR: { ...EUR, ...cash, limits: ['500', '50000'], mark: ['€', 'banknote'] },
  WIREUSD: {
    ...USD,
    kind: 'bank_account',
    limits: ['500', '50000'],
    mark: ['$', 'slate'],
    income: [fields.foreignAccountField('from'), fields.fullNameField('from')],
    outcome: [fields.foreignAccountField('to'), fields.swiftField, fields.fullNameField('to')],
  },
  ADVCUSD: { ...USD, ...eWallet('^U[0-9]{12}$', 'U123456789012'), limits: ['10', '10000'], isReferalOutput: true, mark: ['V', 'teal'] },
  PRUSD: { ...USD, ...eWallet('^P[0-9]{7,12}$', 'P1000000001'), limits: ['10', '10000'], isReferalOutput: true, mark: ['P', 'sky'] },
  WISEUSD: { ...USD, ...emailWallet, mark: ['W', 'moss'] },
  PPUSD: { ...USD, ...emailWallet, limits: ['10', '3000'], mark: ['PP', 'cobalt'] },
  SKLUSD: { ...USD, ...emailWallet, limits: ['10', '5000'], mark: ['S', 'plum'] },
  CASHUSD: { ...USD, ...cash, limits: ['500', '50000'], mark: ['$', 'banknote'] },
  ALPCNY: {
    currency: 'CNY',
    decimals: [2, 2],
    limits: ['100', '50000'],
    kind: 'e_wallet',
    mark: ['A', 'sky'],
    income: [fields.phoneField('phone_from', fields.CHINESE_PHONE)],
    outcome: [fields.phoneField('phone_to', fields.CHINESE_PHONE), fields.fullNameField('to')],
  },
} as const satisfies Partial<Record<LibraryCode, LibraryRow>>;

const RUB = { currency: 'RUB', decimals: [2, 2], limits: ['1000', '500000'] } as const;

/** Russia. Most banks issue cards of 16 digits; older ones of Sberbank and VTB have 18. */
const ROUBLES = {
  SBERRUB: { ...RUB, ...card('2202200000000008'), isReferalOutput: true, mark: ['С', 'fern'] },
  TCSBRUB: { ...RUB, ...card('2200700000000009', 16), isReferalOutput: true, mark: ['Т', 'amber'] },
  SBPRUB: {
    ...RUB,
    kind: 'fast_payment',
    isReferalOutput: true,
    mark: ['СБП', 'plum'],
    income: [fields.phoneField('phone_from', fields.RUSSIAN_PHONE)],
    outcome: [fields.phoneField('phone_to', fields.RUSSIAN_PHONE), fields.recipientBankField],
  },
  ACRUB: { ...RUB, ...card('2200150000000007', 16), mark: ['А', 'brick'] },
  TBRUB: { ...RUB, ...card('2200240000000006'), mark: ['В', 'cobalt'] },
  CARDRUB: { ...RUB, ...card('2204000000000000'), isReferalOutput: true, mark: ['RU', 'slate'] },
  MIRCRUB: { ...RUB, ...card('2204000000000000'), mark: ['М', 'mint'] },
  RFBRUB: { ...RUB, ...card('2200300000000008', 16), mark: ['Р', 'amber'] },
  GPBRUB: { ...RUB, ...card('2200010000000003', 16), mark: ['Г', 'cobalt'] },
  PSBRUB: { ...RUB, ...card('2200030000000001', 16), mark: ['П', 'rust'] },
  RSHBRUB: { ...RUB, ...card('2200380000000000', 16), mark: ['РС', 'fern'] },
  POSTBRUB: { ...RUB, ...card('2200770000000002', 16), mark: ['ПБ', 'sky'] },
  MTSBRUB: { ...RUB, ...card('2200280000000002', 16), mark: ['МТС', 'crimson'] },
  RNKBRUB: { ...RUB, ...card('2200020000000002', 16), mark: ['Р', 'steel'] },
  AVBRUB: { ...RUB, ...card('2200060000000008', 16), mark: ['А', 'moss'] },
  YAMRUB: {
    ...RUB,
    ...eWallet('^4100[0-9]{7,16}$', '410011234567890'),
    limits: ['500', '250000'],
    isReferalOutput: true,
    mark: ['Ю', 'violet'],
  },
  PRRUB: { ...RUB, ...eWallet('^P[0-9]{7,12}$', 'P1000000001'), limits: ['500', '500000'], mark: ['P', 'sky'] },
  WIRERUB: {
    ...RUB,
    kind: 'bank_account',
    limits: ['5000', '3000000'],
    mark: ['RU', 'steel'],
    income: [fields.accountField('from'), fields.bikField],
    outcome: [fields.accountField('to'), fields.bikField, fields.fullNameField('to')],
  },
  CASHRUB: { ...RUB, ...cash, limits: ['50000', '5000000'], mark: ['Р', 'banknote'] },
} as const satisfies Partial<Record<LibraryCode, LibraryRow>>;

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
