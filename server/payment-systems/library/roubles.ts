import { card, cash, type LibraryCode, type LibraryRow, eWallet } from './entry.ts';
import * as fields from './fields.ts';

const RUB = { currency: 'RUB', decimals: [2, 2], limits: ['1000', '500000'] } as const;

/** Russia. Most banks issue cards of 16 digits; older ones of Sberbank and VTB have 18. */
export const ROUBLES = {
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
