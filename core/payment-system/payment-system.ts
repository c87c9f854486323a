import type { HoursOfDay } from '#core/time/local-time.ts';
import type { Localised } from '#core/locale.ts';
import type { Decimals } from '#core/money/decimals.ts';
import {
  NO_FILE_FLAGS,
  type FileFlags,
  type HourMargin,
  type MonitorRule,
  type ReserveMargin,
  type VerificationRule,
} from './direction-rules.ts';
import type { RequisiteField } from './requisite-field.ts';

export const PAYMENT_SYSTEM_KINDS = ['card', 'bank_account', 'fast_payment', 'e_wallet', 'crypto', 'cash'] as const;
/** `draft`: its rail has not been checked. `archived`: no longer traded, stored for existing orders. Neither can be exchanged. */
export const PAYMENT_SYSTEM_STAGES = ['draft', 'ready', 'archived'] as const;
export type PaymentSystemStage = (typeof PAYMENT_SYSTEM_STAGES)[number];

export type PaymentSystemKind = (typeof PAYMENT_SYSTEM_KINDS)[number];

/** Bounds of the amount of one order, minor units. */
export interface AmountRange {
  readonly min: bigint;
  readonly max: bigint;
}

/** Rail setting with the page of a transaction in a block explorer, `{tx}` in place of its hash. The rail itself does not use it. */
export const EXPLORER_SETTING = 'explorer_url';

/** One brand in one currency on one network, given or received (domain 1). Data, never code. Amounts in minor units. */
export interface PaymentSystem extends Decimals {
  /** Monitor code (`SBERRUB`, `USDTTRC20`); the id on the wire too. */
  readonly code: string;
  readonly kind: PaymentSystemKind;
  readonly stage: PaymentSystemStage;
  readonly name: Localised;
  /** Other names, in any language: search terms that name, code, currency and network do not contain. */
  readonly aliases: readonly string[];
  /** Currency code on the wire (`RUB`, `USDT`, `BTC`). */
  readonly currency: string;
  /** Ledger unit: currencies whose minor units differ by network are different assets (`USDT.TRC20`). Postings balance per asset. */
  readonly asset: string;
  /** Wallets that receive and pay its money. Mostly they are one wallet, which several payment systems may share. */
  readonly incomeWallet: string;
  readonly outcomeWallet: string;
  /** Symbol of the market price (`BTC`, `RUB`); several payment systems share one. */
  readonly marketSymbol: string;
  /** Chain or network (`TRC20`, `ERC20`, `BTC`), null for fiat. */
  readonly network: string | null;
  /** Name of the rail in the rail registry (`sandbox`, `evm`). */
  readonly rail: string;
  /** Settings only that rail understands (`{contract, chain_id}` for a token). */
  readonly railSettings: Readonly<Record<string, string>>;
  readonly minAmount: bigint;
  readonly maxAmount: bigint;
  /** Part of the balance that is not available. */
  readonly reserveBuffer: bigint;
  /** Estimated cost of one payout, charged to the customer as a fee on the outcome side. */
  readonly networkFee: bigint;
  /** Confirmations before a deposit is final; 0 where the rail reports final deposits itself. */
  readonly requiredConfirmations: number;
  /** Incomes that the currently free requisites accept. Absent if no pool limits them. Never stored. */
  readonly requisitesRange?: AmountRange;
  readonly incomeEnabled: boolean;
  readonly outcomeEnabled: boolean;
  readonly referalOutputEnabled: boolean;
  readonly incomeFields: readonly RequisiteField[];
  readonly outcomeFields: readonly RequisiteField[];
  /** Monogram of the mark (1-3 characters) and tint token of the brand, for the drawn mark. */
  readonly mark: { readonly monogram: string; readonly tint: string };
  readonly sort: number;
}

/** One ordered pair income -> outcome with its own settings (domain 1, 2). Parts per million: 10 000 = 1 %. */
export interface Direction {
  readonly incomeCode: string;
  readonly outcomeCode: string;
  readonly enabled: boolean;
  readonly rateType: 'fixed' | 'floating';
  /** May be negative, down to `MIN_MARGIN_PPM`. */
  readonly marginPpm: number;
  readonly incomeFeePpm: number;
  readonly outcomeFeePpm: number;
  /** Fixed fees in minor units of their side. */
  readonly incomeFeeFixed: bigint;
  readonly outcomeFeeFixed: bigint;
  /** Limits narrower than the payment systems' own, minor units of the income side; null: none. */
  readonly minIncome: bigint | null;
  readonly maxIncome: bigint | null;
  /** Lower margin from an income amount on; ascending by `fromIncome`. */
  readonly steps: readonly { readonly fromIncome: bigint; readonly marginPpm: number }[];
  /** Ascending by `belowReserve`. Only the first level above the reserve applies, and is added to the margin of every step. */
  readonly marginByReserve: readonly ReserveMargin[];
  readonly marginByHour: readonly HourMargin[];
  /** Null if the rule is off. */
  readonly monitorRule: MonitorRule | null;
  /** Largest difference between expected and received amount that still counts as equal. */
  readonly tolerancePpm: number;
  readonly paymentWindowMs: number;
  readonly etaMinutes: number;
  /** ISO 3166 codes that may not use this direction. */
  readonly deniedCountries: readonly string[];
  readonly verification: VerificationRule;
  /** Conditions shown to the customer before the order; null: none. */
  readonly conditions: Localised | null;
  /** No orders outside these hours; null: always open. */
  readonly workHours: readonly HoursOfDay[] | null;
  readonly fileFlags: FileFlags;
  /** Refund fee: a part of the received amount, and a fixed amount of the income side; both null: the shop's rule. */
  readonly refundFeePpm: number | null;
  readonly refundFeeFixed: bigint | null;
}

/** Settings that a direction may leave at their defaults. */
export type OptionalDirectionSettings = Pick<
  Direction,
  | 'marginByReserve'
  | 'marginByHour'
  | 'monitorRule'
  | 'verification'
  | 'conditions'
  | 'workHours'
  | 'fileFlags'
  | 'refundFeePpm'
  | 'refundFeeFixed'
>;

/** The defaults: they change no price, rule or rate file. */
export const DEFAULT_DIRECTION_SETTINGS: OptionalDirectionSettings = {
  marginByReserve: [],
  marginByHour: [],
  monitorRule: null,
  verification: { rule: 'never' },
  conditions: null,
  workHours: null,
  fileFlags: NO_FILE_FLAGS,
  refundFeePpm: null,
  refundFeeFixed: null,
};
