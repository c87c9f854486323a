import { card, cash, type LibraryCode, type LibraryRow, emailWallet, eWallet } from './entry.ts';
import * as fields from './fields.ts';

const EUR = { currency: 'EUR', decimals: [2, 2], limits: ['20', '8000'] } as const;
const USD = { currency: 'USD', decimals: [2, 2], limits: ['20', '10000'] } as const;

/** Euro, dollar and yuan: bank accounts, wallets, cash. */
export const ABROAD = {
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
