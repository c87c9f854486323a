import { parseAmount } from '#core/money/amount.ts';
import type { Decimals } from '#core/money/decimals.ts';
import type { PaymentSystem, PaymentSystemKind } from '#core/payment-system/payment-system.ts';
import type { RequisiteField } from '#core/payment-system/requisite-field.ts';
import type { AddressNetwork } from '#core/requisites/address-shape.ts';
import en from '#locales/en/catalogue.json' with { type: 'json' };
import ru from '#locales/ru/catalogue.json' with { type: 'json' };
import * as fields from './fields.ts';

/** Codes of the library, as all monitors share them; each has its name and aliases in both languages. */
export type LibraryCode = keyof typeof ru.systems;

/** What is known of a payment system wherever it is used; the shop adds its rail, its wallet and its own limits. */
export interface LibraryRow {
  readonly kind: PaymentSystemKind;
  readonly currency: string;
  /** Decimals of the ledger and of what is shown. */
  readonly decimals: readonly [scale: number, precision: number];
  /** Whole units of the currency, as text: smallest and largest exchange, cost of one payout. */
  readonly limits: readonly [min: string, max: string];
  readonly networkFee?: string;
  readonly confirmations?: number;
  readonly network?: AddressNetwork;
  /** Where its minor units differ from those of its currency elsewhere. */
  readonly asset?: string;
  /** The token's own contract, for rails that speak to a chain. */
  readonly contract?: string;
  readonly isReferalOutput?: true;
  readonly mark: readonly [monogram: string, tint: string];
  readonly income?: readonly RequisiteField[];
  readonly outcome: readonly RequisiteField[];
}

type Form = Pick<LibraryRow, 'kind' | 'income' | 'outcome'>;

export const card = (example: string, digits?: number): Form => ({
  kind: 'card',
  income: [fields.cardField('from', { example, ...(digits === undefined ? {} : { digits }) })],
  outcome: [fields.cardField('to', { example, ...(digits === undefined ? {} : { digits }) })],
});

export const purse = (pattern: string, example: string): Form => ({
  kind: 'e_wallet',
  income: [fields.walletField('from', { pattern, example })],
  outcome: [fields.walletField('to', { pattern, example })],
});

/** Wallets whose account is an e-mail address. */
export const mailPurse: Form = {
  kind: 'e_wallet',
  income: [fields.emailField('from')],
  outcome: [fields.emailField('to'), fields.fullNameField('to')],
};

export const cash: Form = {
  kind: 'cash',
  income: [fields.cityField, fields.phoneField('phone_contact', fields.ANY_PHONE)],
  outcome: [fields.cityField, fields.phoneField('phone_contact', fields.ANY_PHONE), fields.fullNameField('to')],
};

export const coin = (network: AddressNetwork, memo: readonly RequisiteField[] = []): Form & { readonly network: AddressNetwork } => ({
  kind: 'crypto',
  network,
  income: [],
  outcome: [fields.addressField(network), ...memo],
});

/** Amounts of the library's rows to minor units; an impossible one is a mistake of ours. */
export function minorUnits(text: string, decimals: Decimals): bigint {
  const parsed = parseAmount(text, decimals);
  if (!parsed.ok) throw new Error(`The library has an impossible amount: ${text}`);
  return parsed.minor;
}

export const decimalsOf = ({ decimals: [scale, precision] }: LibraryRow): Decimals => ({ scale, precision });

const namesOf = (code: LibraryCode) => ({ ru: ru.systems[code], en: en.systems[code] });
const aliasesOf = (code: LibraryCode) => [...new Set([ru, en].flatMap(({ aliases }) => aliases[code].split(', ')))];

/** Networks that the rail of EVM chains can serve, once its node stands on the right chain. */
/** The number of each network among EVM chains (EIP-155). */
const EVM_CHAINS: ReadonlyMap<string, string> = new Map([
  ['ETH', '1'],
  ['ERC20', '1'],
  ['BEP20', '56'],
  ['ETC', '61'],
  ['POLYGON', '137'],
]);

/** Which registered rails fit: people can always receive and pay by hand, the test bank plays every system. */
export const fits = (rail: string, system: Pick<PaymentSystem, 'network'>): boolean =>
  rail !== 'evm' || EVM_CHAINS.has(system.network ?? '');

/** What the rail of EVM chains has to know, where it is a fact. */
function evmSettings({ network, contract }: LibraryRow): Readonly<Record<string, string>> {
  const chainId = EVM_CHAINS.get(network ?? '');
  return { ...(chainId === undefined ? {} : { chain_id: chainId }), ...(contract === undefined ? {} : { contract }) };
}

/** A payment system as the library knows it, on a rail: both sides off and a wallet of its own, until somebody opens it. */
export function systemOf(code: LibraryCode, row: LibraryRow, rail: string): PaymentSystem {
  const decimals = decimalsOf(row);
  return {
    ...decimals,
    code,
    kind: row.kind,
    stage: 'draft',
    name: namesOf(code),
    aliases: aliasesOf(code),
    currency: row.currency,
    asset: row.asset ?? row.currency,
    incomeWallet: code,
    outcomeWallet: code,
    marketSymbol: row.currency,
    network: row.network ?? null,
    rail,
    railSettings: rail === 'evm' ? evmSettings(row) : {},
    minAmount: minorUnits(row.limits[0], decimals),
    maxAmount: minorUnits(row.limits[1], decimals),
    reserveBuffer: 0n,
    networkFee: minorUnits(row.networkFee ?? '0', decimals),
    requiredConfirmations: row.confirmations ?? 0,
    incomeEnabled: false,
    outcomeEnabled: false,
    referalOutputEnabled: row.isReferalOutput ?? false,
    incomeFields: row.income ?? [],
    outcomeFields: row.outcome,
    mark: { monogram: row.mark[0], tint: row.mark[1] },
    sort: 0,
  };
}
