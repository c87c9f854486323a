import { absolute } from '#core/money/bigint.ts';
import { compare, type Fraction, fraction, multiply, timesDown } from '#core/money/fraction.ts';
import { pow10 } from '#core/money/decimals.ts';

/**
 * How many approvals a payout needs by its worth in whole US dollars (domain 5): up to `firstUsd` none, above it one, above `secondUsd`
 * two.
 */
export interface ApprovalLimits {
  readonly firstUsd: number;
  readonly secondUsd: number;
}

/** How much may be paid out automatically (domain 5). Null means no cap. */
export interface Caps {
  readonly hourUsd: number | null;
  readonly hourCount: number | null;
  readonly dayUsd: number | null;
  readonly dayCount: number | null;
  /** Caps for one destination. */
  readonly destinationDayUsd: number | null;
  readonly destinationDayCount: number | null;
  /** The part of a wallet's balance at the start of a day that may leave on that day. */
  readonly floatDayPercent: number | null;
}

/** The owner's limits of automatic payouts. A payment system may have limits of its own, a wallet caps of its own. */
export interface PayoutLimits extends ApprovalLimits {
  /** Above it a treasurer's posting needs a second person (domain 6), whole US dollars. */
  readonly treasuryUsd: number;
  readonly systems: Readonly<Record<string, ApprovalLimits>>;
  readonly caps: Caps;
  readonly wallets: Readonly<Record<string, Caps>>;
}

const NO_CAPS: Caps = {
  hourUsd: null,
  hourCount: null,
  dayUsd: null,
  dayCount: null,
  destinationDayUsd: null,
  destinationDayCount: null,
  floatDayPercent: null,
};

/** Limits of a new shop. */
export const DEFAULT_PAYOUT_LIMITS: PayoutLimits = {
  firstUsd: 1_000,
  secondUsd: 10_000,
  treasuryUsd: 10_000,
  systems: {},
  caps: NO_CAPS,
  wallets: {},
};

/** Worth in US dollars of an amount in minor units, whose sign is ignored, at `usd` dollars per whole unit. Undefined without a price. */
export const worthUsd = (amount: bigint, scale: number, usd: Fraction | undefined): Fraction | undefined =>
  usd && multiply(fraction(absolute(amount), pow10(scale)), usd);

const isAbove = (worth: Fraction | undefined, usd: number): boolean => worth === undefined || compare(worth, fraction(BigInt(usd), 1n)) > 0;

/** How many people must approve a payout of this payment system. A payout without a price needs two. */
export function approvalsNeeded(limits: PayoutLimits, code: string, worth: Fraction | undefined): 0 | 1 | 2 {
  const systemLimits = limits.systems[code] ?? limits;
  if (!isAbove(worth, systemLimits.firstUsd)) return 0;
  return isAbove(worth, systemLimits.secondUsd) ? 2 : 1;
}

/** Why a payout needs approval (domain 5), in display order. Labels: `office.detail_value.why`. */
export const APPROVAL_REASONS = ['above_limit', 'unpriced', 'listed', 'own_limits', 'like_referral', 'linked_referral'] as const;
export type ApprovalReason = (typeof APPROVAL_REASONS)[number];

/** Why a payout may wait for people: its own approval, or the release of a wallet that reached its cap. */
export const WAIT_REASONS = [...APPROVAL_REASONS, 'cap'] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

/** Why the worth of a payout needs this number of approvals; empty for none. */
export const reasonsByWorth = (needs: number, worth: Fraction | undefined): readonly ApprovalReason[] =>
  needs === 0 ? [] : [worth === undefined ? 'unpriced' : 'above_limit'];

/** Above it an operator's entry about money of this system needs a second person (domain 5, "first limit"), whole US dollars. */
export const firstLimitUsd = (limits: PayoutLimits, code: string): bigint => BigInt((limits.systems[code] ?? limits).firstUsd);

/** Above it a treasurer's posting needs a second person (domain 6, "treasury limit"), whole US dollars. */
export const treasuryLimitUsd = (limits: PayoutLimits): bigint => BigInt(limits.treasuryUsd);

const CAP_KEYS = Object.keys(NO_CAPS) as (keyof Caps)[];

const isAtMost = (after: number | null, before: number | null): boolean => before === null || (after !== null && after <= before);

const areLimitsAtMost = (after: ApprovalLimits, before: ApprovalLimits): boolean =>
  after.firstUsd <= before.firstUsd && after.secondUsd <= before.secondUsd;

const isLower = (after: number | null, before: number | null): boolean => after !== null && (before === null || after < before);

/** Whether a new entry lowers no figure of the shop. Such an entry would keep its figures when the shop's are lowered later. */
const lowersNoFigure = <T extends ApprovalLimits | Caps>(entry: T, shopWide: T): boolean =>
  (Object.keys(entry) as (keyof T)[]).every((key) => !isLower(entry[key] as number | null, shopWide[key] as number | null));

/** Whether the new limits allow nothing that the old ones did not. Such a change needs no second person. */
export function isTighter(after: PayoutLimits, before: PayoutLimits): boolean {
  const codes = new Set([...Object.keys(after.systems), ...Object.keys(before.systems)]);
  const wallets = new Set([...Object.keys(after.wallets), ...Object.keys(before.wallets)]);
  const areCapsAtMost = (first: Caps, second: Caps): boolean => CAP_KEYS.every((key) => isAtMost(first[key], second[key]));
  const { firstUsd, secondUsd } = after;
  const addsLooseSystem = ([code, own]: [string, ApprovalLimits]) =>
    before.systems[code] === undefined && lowersNoFigure(own, { firstUsd, secondUsd });
  const addsLooseWallet = ([wallet, own]: [string, Caps]) => before.wallets[wallet] === undefined && lowersNoFigure(own, after.caps);
  return (
    !Object.entries(after.systems).some(addsLooseSystem) &&
    !Object.entries(after.wallets).some(addsLooseWallet) &&
    areLimitsAtMost(after, before) &&
    after.treasuryUsd <= before.treasuryUsd &&
    areCapsAtMost(after.caps, before.caps) &&
    [...codes].every((code) => areLimitsAtMost(after.systems[code] ?? after, before.systems[code] ?? before)) &&
    [...wallets].every((wallet) => areCapsAtMost(after.wallets[wallet] ?? after.caps, before.wallets[wallet] ?? before.caps))
  );
}

const lowest = (own: number | null, shop: number): number => (own === null ? shop : Math.min(own, shop));

/** The limits in which each figure that was lowered for the shop is lowered for its systems and wallets too (domain 5). */
export function tightenedEverywhere(after: PayoutLimits, before: PayoutLimits): PayoutLimits {
  const systems = Object.entries(after.systems).map(([code, own]): [string, ApprovalLimits] => {
    const secondUsd = after.secondUsd < before.secondUsd ? Math.min(own.secondUsd, after.secondUsd) : own.secondUsd;
    const firstUsd = after.firstUsd < before.firstUsd ? Math.min(own.firstUsd, after.firstUsd) : own.firstUsd;
    return [code, { firstUsd: Math.min(firstUsd, secondUsd), secondUsd }];
  });
  const lowered = (own: Caps): Caps =>
    CAP_KEYS.reduce((caps, key) => {
      const shop = after.caps[key];
      return shop !== null && isLower(shop, before.caps[key]) ? { ...caps, [key]: lowest(own[key], shop) } : caps;
    }, own);
  const wallets = Object.entries(after.wallets).map(([wallet, own]): [string, Caps] => [wallet, lowered(own)]);
  return { ...after, systems: Object.fromEntries(systems), wallets: Object.fromEntries(wallets) };
}

/** Amount that left a wallet or is on its way, minor units. */
export interface Outflow {
  readonly amount: bigint;
  readonly count: number;
}

export interface WalletOutflows {
  readonly hour: Outflow;
  readonly day: Outflow;
  readonly destination: Outflow;
  /** Current balance of the wallet. */
  readonly balance: bigint;
  /** Whether two people have released the wallet's cap within the day. */
  readonly isReleased: boolean;
}

/** Caps in the order they are checked. Labels: `office.detail_value.cap`. */
export const CAP_NAMES = ['hour_usd', 'hour_count', 'day_usd', 'day_count', 'destination_usd', 'destination_count', 'float'] as const;
export type CapName = (typeof CAP_NAMES)[number];

interface CapCheckInput {
  readonly amount: bigint;
  readonly scale: number;
  readonly usd: Fraction | undefined;
}

const isCapped = (caps: Caps): boolean => Object.values(caps).some((cap) => cap !== null);

/** The caps of a wallet. Undefined if it has none, so that its outflows need not be counted. */
export function capsOf(limits: PayoutLimits, wallet: string): Caps | undefined {
  const caps = limits.wallets[wallet] ?? limits.caps;
  return isCapped(caps) ? caps : undefined;
}

/** The first cap that this payout would exceed; null if none. The first payout after a release by two people may exceed any cap. */
export function exceededCap(caps: Caps, { amount, scale, usd }: CapCheckInput, outflows: WalletOutflows): CapName | null {
  const tooMuch = (before: Outflow, cap: number | null): boolean =>
    cap !== null && isAbove(worthUsd(before.amount + amount, scale, usd), cap);
  const tooMany = (before: Outflow, cap: number | null): boolean => cap !== null && before.count + 1 > cap;
  if (outflows.isReleased && outflows.day.count === 0) return null;
  const balanceAtDayStart = outflows.balance + outflows.day.amount;
  const isExceeded: Readonly<Record<CapName, boolean>> = {
    hour_usd: tooMuch(outflows.hour, caps.hourUsd),
    hour_count: tooMany(outflows.hour, caps.hourCount),
    day_usd: tooMuch(outflows.day, caps.dayUsd),
    day_count: tooMany(outflows.day, caps.dayCount),
    destination_usd: tooMuch(outflows.destination, caps.destinationDayUsd),
    destination_count: tooMany(outflows.destination, caps.destinationDayCount),
    float:
      caps.floatDayPercent !== null &&
      outflows.day.amount + amount > timesDown(balanceAtDayStart, fraction(BigInt(caps.floatDayPercent), 100n)),
  };
  return CAP_NAMES.find((name) => isExceeded[name]) ?? null;
}
