import { parseAmount } from '#core/money/amount.ts';
import type { Decimals } from '#core/money/decimals.ts';
import type { PaymentSystem, PaymentSystemKind } from '#core/payment-system/payment-system.ts';
import type { RequisiteField } from '#core/payment-system/requisite-field.ts';
import type { AddressNetwork } from '#core/requisites/address-shape.ts';
import en from '#locales/en/catalogue.json' with { type: 'json' };
import ru from '#locales/ru/catalogue.json' with { type: 'json' };
import * as fields from './fields.ts';

/** Codes of the library, the same as in monitors; each has a name and aliases in both languages. */
export type LibraryCode = keyof typeof ru.systems;

/** Properties of a payment system that do not depend on the shop; the shop adds rail, wallets and its own limits. */
export interface LibraryRow {
  readonly kind: PaymentSystemKind;
  readonly currency: string;
  /** Decimals in the ledger, and decimals customers may use. */
  readonly decimals: readonly [scale: number, precision: number];
  /** Smallest and largest exchange, in whole units of the currency as decimal text; so is `networkFee`, the cost of one payout. */
  readonly limits: readonly [min: string, max: string];
  readonly networkFee?: string;
  readonly confirmations?: number;
  readonly network?: AddressNetwork;
  /** Asset of the ledger where minor units differ from other systems of this currency; default: the currency. */
  readonly asset?: string;
  /** Contract of the token, for rails that use a chain. */
  readonly contract?: string;
  readonly isReferalOutput?: true;
  readonly mark: readonly [monogram: string, tint: string];
  readonly income?: readonly RequisiteField[];
  readonly outcome: readonly RequisiteField[];
}

type SystemForm = Pick<LibraryRow, 'kind' | 'income' | 'outcome'>;

export const card = (example: string, digits?: number): SystemForm => ({
  kind: 'card',
  income: [fields.cardField('from', { example, ...(digits === undefined ? {} : { digits }) })],
  outcome: [fields.cardField('to', { example, ...(digits === undefined ? {} : { digits }) })],
});

export const eWallet = (pattern: string, example: string): SystemForm => ({
  kind: 'e_wallet',
  income: [fields.walletField('from', { pattern, example })],
  outcome: [fields.walletField('to', { pattern, example })],
});

/** Wallets whose account is an e-mail address. */
export const emailWallet: SystemForm = {
  kind: 'e_wallet',
  income: [fields.emailField('from')],
  outcome: [fields.emailField('to'), fields.fullNameField('to')],
};

export const cash: SystemForm = {
  kind: 'cash',
  income: [fields.cityField, fields.phoneField('phone_contact', fields.ANY_PHONE)],
  outcome: [fields.cityField, fields.phoneField('phone_contact', fields.ANY_PHONE), fields.fullNameField('to')],
};

export const coin = (network: AddressNetwork, memo: readonly RequisiteField[] = []): SystemForm & { readonly network: AddressNetwork } => ({
  kind: 'crypto',
  network,
  income: [],
  outcome: [fields.addressField(network), ...memo],
});

/** Decimal text -> minor units; throws on an invalid amount in the library. */
export function minorUnits(text: string, decimals: Decimals): bigint {
  const parsed = parseAmount(text, decimals);
  if (!parsed.ok) throw new Error(`The library has an impossible amount: ${text}`);
  return parsed.minor;
}

export const decimalsOf = ({ decimals: [scale, precision] }: LibraryRow): Decimals => ({ scale, precision });

const namesOf = (code: LibraryCode) => ({ ru: ru.systems[code], en: en.systems[code] });
const aliasesOf = (code: LibraryCode) => [...new Set([ru, en].flatMap(({ aliases }) => aliases[code].split(', ')))];

/** Chain id (EIP-155) of each network that the `evm` rail can serve. */
const EVM_CHAINS: ReadonlyMap<string, string> = new Map([
  ['ETH', '1'],
  ['ERC20', '1'],
  ['BEP20', '56'],
  ['ETC', '61'],
  ['POLYGON', '137'],
]);

/** The networks that the rail of a chain serves. */
const NETWORKS_OF_RAIL: ReadonlyMap<string, readonly string[]> = new Map([
  ['evm', [...EVM_CHAINS.keys()]],
  ['tron', ['TRX', 'TRC20']],
  ['monero', ['XMR']],
  ['bitcoin', ['BTC']],
  ['litecoin', ['LTC']],
  ['dogecoin', ['DOGE']],
]);

/** Whether a rail can serve a system: the rail of a chain only its networks, all other rails every system. */
export const railServes = (rail: string, system: Pick<PaymentSystem, 'network'>): boolean =>
  NETWORKS_OF_RAIL.get(rail)?.includes(system.network ?? '') ?? true;

/** Settings of a rail that follow from the network and the contract. */
function settingsOf({ network, contract }: LibraryRow, rail: string): Readonly<Record<string, string>> {
  if (rail !== 'evm' && rail !== 'tron') return {};
  const chainId = rail === 'evm' ? EVM_CHAINS.get(network ?? '') : undefined;
  return { ...(chainId === undefined ? {} : { chain_id: chainId }), ...(contract === undefined ? {} : { contract }) };
}

/** A payment system of the library on a rail: a draft with its own wallet, disabled on both sides. */
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
    railSettings: settingsOf(row, rail),
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
