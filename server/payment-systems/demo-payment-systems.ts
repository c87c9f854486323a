import { parseAmount } from '#core/money/amount.ts';
import type { Decimals } from '#core/money/decimals.ts';
import type { PaymentSystem, PaymentSystemKind } from '#core/payment-system/payment-system.ts';
import type { RequisiteField } from '#core/payment-system/requisite-field.ts';
import en from '#locales/en/catalogue.json' with { type: 'json' };
import ru from '#locales/ru/catalogue.json' with { type: 'json' };
import * as fields from './demo-fields.ts';

type Code = keyof typeof ru.systems;

interface Row {
  readonly kind: PaymentSystemKind;
  readonly currency: string;
  /** Decimals of the ledger and of what is shown. */
  readonly decimals: readonly [scale: number, precision: number];
  /** Whole units of the currency, as text: smallest and largest exchange, demo funds, cost of one payout. */
  readonly limits: readonly [min: string, max: string];
  readonly funds: string;
  readonly networkFee?: string;
  readonly confirmations?: number;
  readonly network?: fields.DemoNetwork;
  readonly asset?: string;
  readonly isReferalOutput?: true;
  /** How the test bank asks for the money; plain requisites where absent. */
  readonly offer?: 'form' | 'redirect';
  readonly mark: readonly [monogram: string, tint: string];
  readonly income?: readonly RequisiteField[];
  readonly outcome: readonly RequisiteField[];
}

const card = (card: { readonly example: string; readonly digits?: number }): Pick<Row, 'kind' | 'income' | 'outcome'> => ({
  kind: 'card',
  income: [fields.cardField('from', card)],
  outcome: [fields.cardField('to', card)],
});

const wallet = (form: { readonly pattern: string; readonly example: string }): Pick<Row, 'kind' | 'income' | 'outcome'> => ({
  kind: 'e_wallet',
  income: [fields.walletField('from', form)],
  outcome: [fields.walletField('to', form)],
});

const RUB = { currency: 'RUB', decimals: [2, 2], limits: ['1000', '500000'] } as const;
const KZT = { currency: 'KZT', decimals: [2, 2], limits: ['5000', '3000000'] } as const;
const UAH = { currency: 'UAH', decimals: [2, 2], limits: ['500', '150000'] } as const;

const FIAT = {
  SBERRUB: { ...RUB, ...card({ example: '2202200000000008' }), funds: '12500000', isReferalOutput: true, mark: ['С', 'fern'] },
  TCSBRUB: { ...RUB, ...card({ example: '2200700000000009', digits: 16 }), funds: '8400000', isReferalOutput: true, mark: ['Т', 'amber'] },
  SBPRUB: {
    ...RUB,
    kind: 'fast_payment',
    funds: '9700000',
    isReferalOutput: true,
    mark: ['СБП', 'plum'],
    income: [fields.phoneField('phone_from', fields.RUSSIAN_PHONE)],
    outcome: [fields.phoneField('phone_to', fields.RUSSIAN_PHONE), fields.recipientBankField],
  },
  ACRUB: { ...RUB, ...card({ example: '2200150000000007', digits: 16 }), funds: '5600000', mark: ['А', 'brick'] },
  TBRUB: { ...RUB, ...card({ example: '2200240000000006' }), funds: '4900000', mark: ['В', 'cobalt'] },
  CARDRUB: { ...RUB, ...card({ example: '2204000000000000' }), funds: '7300000', isReferalOutput: true, mark: ['RU', 'slate'] },
  YAMRUB: {
    ...RUB,
    ...wallet({ pattern: '^4100[0-9]{7,16}$', example: '410011234567890' }),
    limits: ['500', '250000'],
    funds: '2100000',
    isReferalOutput: true,
    offer: 'redirect',
    mark: ['Ю', 'violet'],
  },
  WIRERUB: {
    ...RUB,
    kind: 'bank_account',
    limits: ['5000', '3000000'],
    funds: '18000000',
    mark: ['RU', 'steel'],
    income: [fields.accountField('from'), fields.bikField],
    outcome: [fields.accountField('to'), fields.bikField, fields.fullNameField('to')],
  },
  CASHRUB: {
    ...RUB,
    kind: 'cash',
    limits: ['50000', '5000000'],
    funds: '15000000',
    mark: ['Р', 'banknote'],
    income: [fields.cityField, fields.phoneField('phone_contact', fields.ANY_PHONE)],
    outcome: [fields.cityField, fields.phoneField('phone_contact', fields.ANY_PHONE), fields.fullNameField('to')],
  },
  KSPBKZT: { ...KZT, ...card({ example: '4400430000000007', digits: 16 }), funds: '42000000', mark: ['K', 'crimson'] },
  CARDKZT: { ...KZT, ...card({ example: '4003030000000006' }), funds: '31000000', mark: ['KZ', 'teal'] },
  MONOBUAH: { ...UAH, ...card({ example: '5375410000000007', digits: 16 }), funds: '2600000', mark: ['m', 'coal'] },
  CARDUAH: { ...UAH, ...card({ example: '4149430000000003', digits: 16 }), funds: '1900000', mark: ['UA', 'sky'] },
  SEPAEUR: {
    kind: 'bank_account',
    currency: 'EUR',
    decimals: [2, 2],
    limits: ['50', '15000'],
    funds: '260000',
    mark: ['€', 'cobalt'],
    income: [fields.ibanField('from')],
    outcome: [fields.ibanField('to'), fields.fullNameField('to')],
  },
  WISEEUR: {
    kind: 'e_wallet',
    currency: 'EUR',
    decimals: [2, 2],
    limits: ['20', '8000'],
    funds: '140000',
    mark: ['W', 'moss'],
    income: [fields.emailField('from')],
    outcome: [fields.emailField('to'), fields.fullNameField('to')],
  },
  WIREUSD: {
    kind: 'bank_account',
    currency: 'USD',
    decimals: [2, 2],
    limits: ['500', '50000'],
    funds: '480000',
    mark: ['$', 'slate'],
    income: [fields.foreignAccountField('from'), fields.fullNameField('from')],
    outcome: [fields.foreignAccountField('to'), fields.swiftField, fields.fullNameField('to')],
  },
  ADVCUSD: {
    currency: 'USD',
    decimals: [2, 2],
    limits: ['10', '10000'],
    ...wallet({ pattern: '^U[0-9]{12}$', example: 'U123456789012' }),
    funds: '95000',
    isReferalOutput: true,
    offer: 'form',
    mark: ['V', 'teal'],
  },
  PRUSD: {
    currency: 'USD',
    decimals: [2, 2],
    limits: ['10', '10000'],
    ...wallet({ pattern: '^P[0-9]{7,12}$', example: 'P1000000001' }),
    funds: '88000',
    isReferalOutput: true,
    mark: ['P', 'sky'],
  },
} as const satisfies Partial<Record<Code, Row>>;

const coin = (network: fields.DemoNetwork, memo: readonly RequisiteField[] = []): Pick<Row, 'kind' | 'network' | 'outcome'> => ({
  kind: 'crypto',
  network,
  outcome: [fields.addressField(network), ...memo],
});
const DOLLAR_TOKEN = { limits: ['15', '100000'], mark: ['T', 'mint'] } as const;

const CRYPTO = {
  BTC: {
    ...coin('BTC'),
    currency: 'BTC',
    decimals: [8, 8],
    limits: ['0.0003', '3'],
    funds: '14.5',
    networkFee: '0.00002',
    confirmations: 2,
    mark: ['B', 'copper'],
  },
  ETH: {
    ...coin('ETH'),
    currency: 'ETH',
    decimals: [18, 8],
    limits: ['0.006', '60'],
    funds: '310',
    networkFee: '0.0004',
    confirmations: 6,
    mark: ['E', 'iris'],
  },
  USDTTRC20: {
    ...coin('TRC20'),
    ...DOLLAR_TOKEN,
    currency: 'USDT',
    asset: 'USDT.TRC20',
    decimals: [6, 2],
    funds: '1450000',
    networkFee: '2',
    confirmations: 8,
    isReferalOutput: true,
  },
  USDTERC20: {
    ...coin('ERC20'),
    ...DOLLAR_TOKEN,
    currency: 'USDT',
    asset: 'USDT.ERC20',
    decimals: [6, 2],
    funds: '820000',
    networkFee: '1.5',
    confirmations: 6,
  },
  USDTBEP20: {
    ...coin('BEP20'),
    ...DOLLAR_TOKEN,
    currency: 'USDT',
    asset: 'USDT.BEP20',
    decimals: [18, 2],
    funds: '610000',
    networkFee: '0.2',
    confirmations: 8,
    isReferalOutput: true,
  },
  USDCERC20: {
    ...coin('ERC20'),
    limits: ['15', '100000'],
    currency: 'USDC',
    asset: 'USDC.ERC20',
    decimals: [6, 2],
    funds: '390000',
    networkFee: '1.5',
    confirmations: 6,
    mark: ['$', 'cobalt'],
  },
  LTC: {
    ...coin('LTC'),
    currency: 'LTC',
    decimals: [8, 8],
    limits: ['0.2', '1200'],
    funds: '5400',
    networkFee: '0.0005',
    confirmations: 3,
    mark: ['L', 'steel'],
  },
  TRX: {
    ...coin('TRX'),
    currency: 'TRX',
    decimals: [6, 2],
    limits: ['60', '350000'],
    funds: '2400000',
    networkFee: '1.1',
    confirmations: 8,
    mark: ['TR', 'crimson'],
  },
  XMR: {
    ...coin('XMR'),
    currency: 'XMR',
    decimals: [12, 8],
    limits: ['0.05', '250'],
    funds: '1150',
    networkFee: '0.0001',
    confirmations: 5,
    mark: ['M', 'rust'],
  },
  SOL: {
    ...coin('SOL'),
    currency: 'SOL',
    decimals: [9, 6],
    limits: ['0.1', '700'],
    funds: '3900',
    networkFee: '0.0005',
    confirmations: 2,
    mark: ['S', 'violet'],
  },
  GRAM: {
    ...coin('TON', [fields.commentField]),
    currency: 'GRAM',
    decimals: [9, 4],
    limits: ['8', '40000'],
    funds: '185000',
    networkFee: '0.02',
    confirmations: 1,
    mark: ['G', 'sky'],
  },
  DOGE: {
    ...coin('DOGE'),
    currency: 'DOGE',
    decimals: [8, 2],
    limits: ['100', '500000'],
    funds: '2900000',
    networkFee: '1',
    confirmations: 6,
    mark: ['D', 'ochre'],
  },
  XRP: {
    ...coin('XRP', [fields.tagField]),
    currency: 'XRP',
    decimals: [6, 4],
    limits: ['8', '40000'],
    funds: '240000',
    networkFee: '0.1',
    confirmations: 1,
    mark: ['X', 'coal'],
  },
  BNBBEP20: {
    ...coin('BEP20'),
    currency: 'BNB',
    decimals: [18, 6],
    limits: ['0.02', '120'],
    funds: '640',
    networkFee: '0.0002',
    confirmations: 8,
    mark: ['B', 'coal'],
  },
} as const satisfies Partial<Record<Code, Row>>;

const ROWS: Readonly<Record<Code, Row>> = { ...FIAT, ...CRYPTO };

function minorUnits(text: string, decimals: Decimals): bigint {
  const parsed = parseAmount(text, decimals);
  if (!parsed.ok) throw new Error(`The demo catalogue has an impossible amount: ${text}`);
  return parsed.minor;
}

const decimalsOf = ({ decimals: [scale, precision] }: Row): Decimals => ({ scale, precision });

function toPaymentSystem([code, row]: readonly [Code, Row], index: number): PaymentSystem {
  const decimals = decimalsOf(row);
  return {
    ...decimals,
    code,
    kind: row.kind,
    name: { ru: ru.systems[code], en: en.systems[code] },
    aliases: [...new Set([ru, en].flatMap(({ aliases }) => aliases[code].split(', ')))],
    currency: row.currency,
    asset: row.asset ?? row.currency,
    incomeWallet: code,
    outcomeWallet: code,
    marketSymbol: row.currency,
    network: row.network ?? null,
    rail: 'sandbox',
    railSettings: row.offer === undefined ? {} : { offer: row.offer },
    minAmount: minorUnits(row.limits[0], decimals),
    maxAmount: minorUnits(row.limits[1], decimals),
    reserveBuffer: 0n,
    networkFee: minorUnits(row.networkFee ?? '0', decimals),
    requiredConfirmations: row.confirmations ?? 0,
    incomeEnabled: true,
    outcomeEnabled: true,
    referalOutputEnabled: row.isReferalOutput ?? false,
    incomeFields: row.income ?? [],
    outcomeFields: row.outcome,
    mark: { monogram: row.mark[0], tint: row.mark[1] },
    sort: (index + 1) * 10,
  };
}

const ENTRIES = Object.entries(ROWS) as readonly (readonly [Code, Row])[];

/** The payment systems of the demonstration, every one on the sandbox rail (domain 1; codes as the monitors know them). */
export const DEMO_PAYMENT_SYSTEMS: readonly PaymentSystem[] = ENTRIES.map(toPaymentSystem);

/** What the treasury begins with in the demonstration, in minor units by code; posted by the ledger, never typed into a reserve. */
export const DEMO_RESERVES: Readonly<Record<string, bigint>> = Object.fromEntries(
  ENTRIES.map(([code, row]) => [code, minorUnits(row.funds, decimalsOf(row))]),
);
