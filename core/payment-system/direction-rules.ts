import type { HoursOfDay } from '#core/time/local-time.ts';

/** Bounds of a margin with all additions; below zero the customer gets more than the market rate. */
export const MIN_MARGIN_PPM = -100_000;
export const MAX_MARGIN_PPM = 500_000;

/** Additional margin while the available outcome is below a level in minor units. It may be negative. */
export interface ReserveMargin {
  readonly belowReserve: bigint;
  readonly addPpm: number;
}

/** Additional margin in some hours. It may be negative, and overlapping hours add up. */
export interface HourMargin extends HoursOfDay {
  readonly addPpm: number;
}

/** The margin that reaches a place in the monitor's list, within bounds. Without a list the direction's own margin applies. */
export interface MonitorRule {
  /** 1 = first of the list. */
  readonly place: number;
  readonly leastMarginPpm: number;
  /** Null: never above the direction's own margin. */
  readonly mostMarginPpm: number | null;
}

/** Facts about a direction that only the rate file carries (domain 9). */
export interface FileFlags {
  /** Transfers from or to the account of a company. */
  readonly juridical: boolean;
  /** Money comes from, or goes to, an account of another person than the one named in the order. */
  readonly otherin: boolean;
  readonly otherout: boolean;
  /** Only from card to card, in the bank's own application. */
  readonly card2card: boolean;
  /** Identity documents may be requested. */
  readonly verifying: boolean;
  /** Only for registered customers. */
  readonly reg: boolean;
  /** The monitor's code of the city for cash; null: none. */
  readonly city: string | null;
  readonly hiddenFromFile: boolean;
}

export const NO_FILE_FLAGS: FileFlags = {
  juridical: false,
  otherin: false,
  otherout: false,
  card2card: false,
  verifying: false,
  reg: false,
  city: null,
  hiddenFromFile: false,
};

/** When the paying card must be verified before payment (domain 5, T2). Amounts in minor units of the income. */
export type VerificationRule =
  | { readonly rule: 'never' }
  | { readonly rule: 'always' }
  | { readonly rule: 'above'; readonly incomeAmount: bigint };

/** Whether this amount requires verification of the paying card; minor units of the income (domain 5, T2). */
export const requiresCardCheck = (rule: VerificationRule, incomeAmount: bigint): boolean =>
  rule.rule === 'always' || (rule.rule === 'above' && incomeAmount > rule.incomeAmount);
