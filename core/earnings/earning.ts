import { pow10 } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';
import type { Purse } from '#core/withdrawal/withdrawal.ts';
import { DAY_MS } from '#core/time.ts';

/** Who earns from an order besides the shop: the referrer, the partner whose key made the order, and the customer. */
export const TERM_KINDS = ['referral', 'partner', 'cashback'] as const;
export type TermKind = (typeof TERM_KINDS)[number];

/** All kinds of earnings. */
export const EARNING_KINDS = [...TERM_KINDS, 'bonus'] as const;
export type EarningKind = (typeof EARNING_KINDS)[number];

/** States of an earning (domain 8). They are derived from its time and from the withdrawals of its balance. */
export const EARNING_STATES = ['accrued', 'available', 'in_payout', 'paid', 'reversed'] as const;
export type EarningState = (typeof EARNING_STATES)[number];

/** The balance an earning is paid into, and the expense account it is paid from (domain 6: `expense:…`). */
export const EARNING_ACCOUNTS: Readonly<Record<EarningKind, { readonly balance: Purse; readonly expense: string }>> = {
  referral: { balance: 'referral', expense: 'referral' },
  partner: { balance: 'referral', expense: 'partner' },
  cashback: { balance: 'reward', expense: 'reward' },
  bonus: { balance: 'reward', expense: 'reward' },
};

/** Terms that were promised with an order when it was made. */
export interface Term {
  readonly kind: TermKind;
  readonly userId: string;
  readonly ratePpm: number;
}

/** An amount in minor units at `scale`, and dollars per whole unit. */
export interface Priced {
  readonly amount: bigint;
  readonly scale: number;
  readonly usd: Fraction;
}

/** Worth and revenue of a completed exchange, at the prices of that moment. */
export interface CompletedExchange {
  /** The exchanged amount of the income side. */
  readonly income: Priced;
  /** Spread and named fees. Negative if the outcome was worth more than the income. */
  readonly revenue: Priced;
  /** Network fees paid. */
  readonly network: readonly Priced[];
}

/** Decimals of intermediate dollar amounts, which are rounded only once, at the end. */
const WORK_DECIMALS = 14;
const CENT = pow10(WORK_DECIMALS - 2);
const PPM = 1_000_000n;

/** Worth in dollars with `WORK_DECIMALS`, rounded down. */
const dollars = ({ amount, scale, usd }: Priced): bigint => (amount * usd.num * pow10(WORK_DECIMALS)) / (usd.den * pow10(scale));
/** Worth of an expense in dollars with `WORK_DECIMALS`, rounded up. */
const cost = ({ amount, scale, usd }: Priced): bigint => {
  const divisor = usd.den * pow10(scale);
  return (amount * usd.num * pow10(WORK_DECIMALS) + divisor - 1n) / divisor;
};
/** A share of an amount in whole cents, rounded down so that no money leaks (domain 2). Zero for a loss. */
const cents = (amount: bigint, ppm: number): bigint => (amount <= 0n ? 0n : (amount * BigInt(ppm)) / PPM / CENT);

/** Earnings from a completed exchange in cents, rounded down (domain 8). Earnings of zero are left out. */
export function earningsOf(exchanged: CompletedExchange, terms: readonly Term[]): readonly (Term & { readonly cents: bigint })[] {
  const isPartnerOrder = terms.some(({ kind }) => kind === 'partner');
  const volume = dollars(exchanged.income);
  // The revenue after network fees
  const profit = dollars(exchanged.revenue) - exchanged.network.reduce((sum, fee) => sum + cost(fee), 0n);
  // A referrer gets a percentage of the volume, but nothing from a partner's order; a partner gets a share of the profit
  const others = terms
    .filter(({ kind }) => kind === 'partner' || (kind === 'referral' && !isPartnerOrder))
    .map((term) => ({ ...term, cents: cents(term.kind === 'partner' ? profit : volume, term.ratePpm) }));
  const remainder = profit - others.reduce((sum, earning) => sum + earning.cents * CENT, 0n);
  // The customer gets a share of what the others leave
  const cashback = terms.filter(({ kind }) => kind === 'cashback').map((term) => ({ ...term, cents: cents(remainder, term.ratePpm) }));
  return [...others, ...cashback].filter((earning) => earning.cents > 0n);
}

/**
 * Total of bonuses, or of reversals, that one person may make alone within a day, in cents. Above it a second person approves (domain 9,
 * "four eyes above limits").
 */
export const SINGLE_PERSON_CENTS = 10_000n;
export const SINGLE_PERSON_PERIOD_MS = DAY_MS;

/** Whether an amount needs a second person. `recentCents`: what the same person has made alone within the period. */
export const needsSecondPerson = (cents: bigint, recentCents: bigint): boolean => cents + recentCents > SINGLE_PERSON_CENTS;
