import { compare, type Fraction, fraction, multiply, timesDown } from './money/fraction.ts';
import { pow10 } from './money/decimals.ts';

/** How many people a payout needs, by its worth in whole US dollars (domain 5): below `firstUsd` nobody, above it one, above `secondUsd` two. */
export interface Limits {
  readonly firstUsd: number;
  readonly secondUsd: number;
}

/** How much may leave by itself (domain 5); null: as much as comes. */
export interface Caps {
  readonly hourUsd: number | null;
  readonly hourCount: number | null;
  readonly dayUsd: number | null;
  readonly dayCount: number | null;
  /** The same to one destination. */
  readonly destinationDayUsd: number | null;
  readonly destinationDayCount: number | null;
  /** Share of what a wallet held that may leave it in a day. */
  readonly floatDayPercent: number | null;
}

/** What the owner allows to happen without a person. Each payment system may have limits of its own, each wallet caps of its own. */
export interface PayoutLimits extends Limits {
  /** Above it a treasurer's posting needs a second person (domain 6). */
  readonly treasuryUsd: number;
  readonly systems: Readonly<Record<string, Limits>>;
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

/** What a shop begins with. */
export const FIRST_LIMITS: PayoutLimits = {
  firstUsd: 1_000,
  secondUsd: 10_000,
  treasuryUsd: 10_000,
  systems: {},
  caps: NO_CAPS,
  wallets: {},
};

/** What an amount in minor units is worth in dollars; undefined where nobody knows its price. */
export const worthOf = (amount: bigint, scale: number, usd: Fraction | undefined): Fraction | undefined =>
  usd && multiply(fraction(amount < 0n ? -amount : amount, pow10(scale)), usd);

const isAbove = (worth: Fraction | undefined, usd: number): boolean => worth === undefined || compare(worth, fraction(BigInt(usd), 1n)) > 0;

/** How many people must agree before a payout of this system leaves. What nobody can price is looked at by two. */
export function approvalsNeeded(limits: PayoutLimits, code: string, worth: Fraction | undefined): 0 | 1 | 2 {
  const own = limits.systems[code] ?? limits;
  if (!isAbove(worth, own.firstUsd)) return 0;
  return isAbove(worth, own.secondUsd) ? 2 : 1;
}

/** Why people are asked about a payout (domain 5), in the order it is told; their words are `office.detail_value.why`. */
export const ASKED_WHY = ['above_limit', 'unpriced', 'listed', 'own_limits', 'like_referral', 'linked_referral'] as const;
export type AskedWhy = (typeof ASKED_WHY)[number];

/** All that a payout may wait for people for: for their word about itself, or for a wallet that stands at its cap. */
export const WAITS_WHY = [...ASKED_WHY, 'cap'] as const;
export type WaitsWhy = (typeof WAITS_WHY)[number];

/** What its worth says of a payout that so many people must agree to. */
export const whyByWorth = (needs: number, worth: Fraction | undefined): readonly AskedWhy[] =>
  needs === 0 ? [] : [worth === undefined ? 'unpriced' : 'above_limit'];

/** Above it a person's word about this system's money needs a second one (domain 5, "first limit"), in whole US dollars. */
export const firstLimitUsd = (limits: PayoutLimits, code: string): bigint => BigInt((limits.systems[code] ?? limits).firstUsd);

/** Above it a treasurer's posting does (domain 6, "treasury limit"). */
export const treasuryLimitUsd = (limits: PayoutLimits): bigint => BigInt(limits.treasuryUsd);

const CAP_KEYS = Object.keys(NO_CAPS) as (keyof Caps)[];

const isNoMore = (after: number | null, before: number | null): boolean => before === null || (after !== null && after <= before);

const areLimitsNoMore = (after: Limits, before: Limits): boolean =>
  after.firstUsd <= before.firstUsd && after.secondUsd <= before.secondUsd;

const isLower = (after: number | null, before: number | null): boolean => after !== null && (before === null || after < before);

/** Figures of its own that lower nothing would only stay as they are when the shop's are tightened later: that is loosening. */
const addsOnlyPins = <T extends Limits | Caps>(own: T, shop: T): boolean =>
  (Object.keys(own) as (keyof T)[]).every((key) => !isLower(own[key] as number | null, shop[key] as number | null));

/** Whether nothing could leave by the new limits that could not by the old: whoever tightens waits for nobody. */
export function isTighter(after: PayoutLimits, before: PayoutLimits): boolean {
  const codes = new Set([...Object.keys(after.systems), ...Object.keys(before.systems)]);
  const wallets = new Set([...Object.keys(after.wallets), ...Object.keys(before.wallets)]);
  const areCapsNoMore = (one: Caps, other: Caps): boolean => CAP_KEYS.every((key) => isNoMore(one[key], other[key]));
  const { firstUsd, secondUsd } = after;
  const pinsSystem = ([code, own]: [string, Limits]) => before.systems[code] === undefined && addsOnlyPins(own, { firstUsd, secondUsd });
  const pinsWallet = ([wallet, own]: [string, Caps]) => before.wallets[wallet] === undefined && addsOnlyPins(own, after.caps);
  return (
    !Object.entries(after.systems).some(pinsSystem) &&
    !Object.entries(after.wallets).some(pinsWallet) &&
    areLimitsNoMore(after, before) &&
    after.treasuryUsd <= before.treasuryUsd &&
    areCapsNoMore(after.caps, before.caps) &&
    [...codes].every((code) => areLimitsNoMore(after.systems[code] ?? after, before.systems[code] ?? before)) &&
    [...wallets].every((wallet) => areCapsNoMore(after.wallets[wallet] ?? after.caps, before.wallets[wallet] ?? before.caps))
  );
}

const lowest = (own: number | null, shop: number): number => (own === null ? shop : Math.min(own, shop));

/** The same limits with every figure that the shop has just lowered lowered in the entries of systems and wallets too (domain 5). */
export function tightenedEverywhere(after: PayoutLimits, before: PayoutLimits): PayoutLimits {
  const systems = Object.entries(after.systems).map(([code, own]): [string, Limits] => {
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

/** What has left a wallet, or is on its way: minor units. */
export interface Spent {
  readonly amount: bigint;
  readonly count: number;
}

export interface WalletDay {
  readonly hour: Spent;
  readonly day: Spent;
  readonly destination: Spent;
  /** What the wallet holds now. */
  readonly balance: bigint;
  /** Two people have let it go on within the day. */
  readonly isReleased: boolean;
}

/** Which cap a payout would break, in the order they are looked at; their words are `office.detail_value.cap`. */
export const CAP_NAMES = ['hour_usd', 'hour_count', 'day_usd', 'day_count', 'destination_usd', 'destination_count', 'float'] as const;
export type CapName = (typeof CAP_NAMES)[number];

interface Asked {
  readonly amount: bigint;
  readonly scale: number;
  readonly usd: Fraction | undefined;
}

const isCapped = (caps: Caps): boolean => Object.values(caps).some((cap) => cap !== null);

/** The caps of a wallet; undefined where nothing is capped, so that nobody need count. */
export function capsOf(limits: PayoutLimits, wallet: string): Caps | undefined {
  const caps = limits.wallets[wallet] ?? limits.caps;
  return isCapped(caps) ? caps : undefined;
}

/**
 * The cap that this payout would break with what has left already; null: none. The first that leaves after two people have let the
 * wallet go on may be of any size: one that is larger than its cap would wait for ever.
 */
export function capOf(caps: Caps, { amount, scale, usd }: Asked, spent: WalletDay): CapName | null {
  const tooMuch = (before: Spent, cap: number | null): boolean => cap !== null && isAbove(worthOf(before.amount + amount, scale, usd), cap);
  const tooMany = (before: Spent, cap: number | null): boolean => cap !== null && before.count + 1 > cap;
  if (spent.isReleased && spent.day.count === 0) return null;
  // What left today was there this morning
  const held = spent.balance + spent.day.amount;
  const broken: Readonly<Record<CapName, boolean>> = {
    hour_usd: tooMuch(spent.hour, caps.hourUsd),
    hour_count: tooMany(spent.hour, caps.hourCount),
    day_usd: tooMuch(spent.day, caps.dayUsd),
    day_count: tooMany(spent.day, caps.dayCount),
    destination_usd: tooMuch(spent.destination, caps.destinationDayUsd),
    destination_count: tooMany(spent.destination, caps.destinationDayCount),
    float: caps.floatDayPercent !== null && spent.day.amount + amount > timesDown(held, fraction(BigInt(caps.floatDayPercent), 100n)),
  };
  return CAP_NAMES.find((name) => broken[name]) ?? null;
}
