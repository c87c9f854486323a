import type { HoursOfDay } from '#core/local-time.ts';

/** Bounds of a margin with everything that is added to it; below nothing the shop pays the customer something on top of the market. */
export const LEAST_MARGIN_PPM = -100_000;
export const MOST_MARGIN_PPM = 500_000;

/** More margin while what can be promised of the outcome is below a level, in its minor units; may be negative. */
export interface ReserveMargin {
  readonly belowReserve: bigint;
  readonly addPpm: number;
}

/** More margin in some hours; may be negative. Stretches that overlap add up. */
export interface HourMargin extends HoursOfDay {
  readonly addPpm: number;
}

/** "Be the n-th in the monitor's list": the margin that reaches this place, within bounds; the direction's own margin where the list is away. */
export interface MonitorRule {
  /** 1 = first of the list. */
  readonly place: number;
  readonly leastMarginPpm: number;
  /** Null: never above the direction's own margin. */
  readonly mostMarginPpm: number | null;
}

/** What the rate file says of a direction and nothing else tells (domain 9). */
export interface FileFlags {
  /** Transfers from or to the account of a firm. */
  readonly juridical: boolean;
  /** Comes from, or goes to, somebody else's account than the one named in the order. */
  readonly otherin: boolean;
  readonly otherout: boolean;
  /** Only from card to card, in the bank's own application. */
  readonly card2card: boolean;
  /** Documents of the person may be asked for. */
  readonly verifying: boolean;
  /** Only for those with an account here. */
  readonly reg: boolean;
  /** The monitor's code of the city where cash changes hands; null where there is none. */
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

/** When the card that is paid from has to be verified before an order is paid (domain 5, T2). Amounts in minor units of the income. */
export type VerificationRule =
  | { readonly rule: 'never' }
  | { readonly rule: 'always' }
  | { readonly rule: 'above'; readonly incomeAmount: bigint };

/** Whether this amount asks for the card that it is paid from, in minor units of the income (domain 5, T2). */
export const asksForCard = (rule: VerificationRule, incomeAmount: bigint): boolean =>
  rule.rule === 'always' || (rule.rule === 'above' && incomeAmount > rule.incomeAmount);
