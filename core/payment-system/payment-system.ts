import type { HoursOfDay } from '#core/local-time.ts';
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
/** `draft`: not tried with its rail yet. `archived`: no longer traded, kept for the orders that name it. Neither can be given or got. */
export const PAYMENT_SYSTEM_STAGES = ['draft', 'ready', 'archived'] as const;
export type PaymentSystemStage = (typeof PAYMENT_SYSTEM_STAGES)[number];

export type PaymentSystemKind = (typeof PAYMENT_SYSTEM_KINDS)[number];

/** Between which amounts of one order, in minor units. */
export interface AmountRange {
  readonly least: bigint;
  readonly most: bigint;
}

/** What is given or got: one brand in one currency on one network (domain 1). A row, never code. Amounts in minor units. */
export interface PaymentSystem extends Decimals {
  /** Monitor code (`SBERRUB`, `USDTTRC20`); the id on the wire too. */
  readonly code: string;
  readonly kind: PaymentSystemKind;
  readonly stage: PaymentSystemStage;
  readonly name: Localised;
  /** What people call it, in any language: words of the search that its name, code, currency and network do not hold. */
  readonly aliases: readonly string[];
  /** Currency code on the wire (`RUB`, `USDT`, `BTC`). */
  readonly currency: string;
  /** Ledger unit: currencies whose minor units differ by network are different assets (`USDT.TRC20`). Zero sums hold per asset. */
  readonly asset: string;
  /** Ids of the wallets that money is received on and paid from; mostly one, which several payment systems may share. */
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
  /** Part of the balance that is never promised. */
  readonly reserveBuffer: bigint;
  /** Estimated cost of one payout, charged to the customer as a fee on the outcome side. */
  readonly networkFee: bigint;
  /** Confirmations before a deposit is final; 0 where the rail itself tells final. */
  readonly requiredConfirmations: number;
  /** What of its incomes the requisites that are free now can be paid with; absent: no pool narrows them. Never stored. */
  readonly requisitesTake?: AmountRange;
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
  /** May be negative, to a bound (`LEAST_MARGIN_PPM`). */
  readonly marginPpm: number;
  readonly incomeFeePpm: number;
  readonly outcomeFeePpm: number;
  /** Fixed fees in minor units of their side. */
  readonly incomeFeeFixed: bigint;
  readonly outcomeFeeFixed: bigint;
  /** Narrower limits than the payment systems' own, in minor units of the income side; null where none. */
  readonly minIncome: bigint | null;
  readonly maxIncome: bigint | null;
  /** Better margin from an income amount on; ascending by `fromIncome`. */
  readonly steps: readonly { readonly fromIncome: bigint; readonly marginPpm: number }[];
  /** Ascending by `belowReserve`; the first level that the reserve is below counts, and no other. Added to the margin of every step. */
  readonly marginByReserve: readonly ReserveMargin[];
  readonly marginByHour: readonly HourMargin[];
  /** Null: off. */
  readonly monitorRule: MonitorRule | null;
  /** Largest difference between asked and received that still counts as equal. */
  readonly tolerancePpm: number;
  readonly paymentWindowMs: number;
  readonly etaMinutes: number;
  /** ISO 3166 codes that may not use this direction. */
  readonly deniedCountries: readonly string[];
  readonly verification: VerificationRule;
  /** What the customer is told about this direction before he orders; null: nothing. */
  readonly conditions: Localised | null;
  /** Outside of these hours nothing is ordered; null: always open. */
  readonly workHours: readonly HoursOfDay[] | null;
  readonly fileFlags: FileFlags;
  /** What may be kept of a refund: a part of what came and a fixed sum of the income side; both null: by the shop's own rule. */
  readonly refundFeePpm: number | null;
  readonly refundFeeFixed: bigint | null;
}

/** Settings that a direction need not have. */
export type PlainDirection = Pick<
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

/** Left out like this, none of them changes a price, a rule or the rate file. */
export const PLAIN_DIRECTION: PlainDirection = {
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
