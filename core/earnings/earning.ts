import { pow10 } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';
import type { Purse } from '#core/withdrawal/withdrawal.ts';

/** What an order may owe beside its customer: to who sent him, to the partner who made it, to himself. */
export const TERM_KINDS = ['referral', 'partner', 'cashback'] as const;
export type TermKind = (typeof TERM_KINDS)[number];

/** What a purse is filled with. */
export const EARNING_KINDS = [...TERM_KINDS, 'bonus'] as const;
export type EarningKind = (typeof EARNING_KINDS)[number];

/** What becomes of an earning (domain 8); derived from its time and from what has left its purse. */
export const EARNING_STATES = ['accrued', 'available', 'in_payout', 'paid', 'reversed'] as const;
export type EarningState = (typeof EARNING_STATES)[number];

/** Into which purse, and what of ours it costs (domain 6: `expense:…`). */
export const KEPT_IN: Readonly<Record<EarningKind, { readonly purse: Purse; readonly expense: string }>> = {
  referral: { purse: 'referral', expense: 'referral' },
  partner: { purse: 'referral', expense: 'partner' },
  cashback: { purse: 'reward', expense: 'reward' },
  bonus: { purse: 'reward', expense: 'reward' },
};

/** What was promised of an order at its birth. */
export interface Term {
  readonly kind: TermKind;
  readonly userId: string;
  readonly ratePpm: number;
}

/** An amount in minor units at `scale` and what one whole unit is worth in dollars. */
export interface Priced {
  readonly amount: bigint;
  readonly scale: number;
  readonly usd: Fraction;
}

/** What a completed exchange was worth and brought, at the prices of that moment. */
export interface Exchanged {
  /** What was received and exchanged. */
  readonly income: Priced;
  /** Spread and named fees; negative where more was given than the income was worth. */
  readonly brought: Priced;
  /** What the network took. */
  readonly network: readonly Priced[];
}

/** Between prices and cents: rounded once, at the end. */
const FINE = 14;
const CENT = pow10(FINE - 2);
const PPM = 1_000_000n;

const dollars = ({ amount, scale, usd }: Priced): bigint => (amount * usd.num * pow10(FINE)) / (usd.den * pow10(scale));
const cost = ({ amount, scale, usd }: Priced): bigint => {
  const per = usd.den * pow10(scale);
  return (amount * usd.num * pow10(FINE) + per - 1n) / per;
};
/** Whole cents, rounded down (domain 2: against leaking money). */
const cents = (fine: bigint, ppm: number): bigint => (fine <= 0n ? 0n : (fine * BigInt(ppm)) / PPM / CENT);

/**
 * What a completed exchange owes by its terms, in cents rounded down (domain 8): a referrer his percent of what was exchanged; a partner
 * his share of what the exchange brought after the network's cost; its customer his share of what is left of that when the others have
 * theirs. Nothing where nothing was earned. A partner's order owes no referrer besides: who made the order brought the customer.
 */
export function owedBy(exchanged: Exchanged, terms: readonly Term[]): readonly (Term & { readonly cents: bigint })[] {
  const isPartners = terms.some(({ kind }) => kind === 'partner');
  const volume = dollars(exchanged.income);
  const earned = dollars(exchanged.brought) - exchanged.network.reduce((sum, one) => sum + cost(one), 0n);
  const others = terms
    .filter(({ kind }) => kind === 'partner' || (kind === 'referral' && !isPartners))
    .map((term) => ({ ...term, cents: cents(term.kind === 'partner' ? earned : volume, term.ratePpm) }));
  const left = earned - others.reduce((sum, one) => sum + one.cents * CENT, 0n);
  const own = terms.filter(({ kind }) => kind === 'cashback').map((term) => ({ ...term, cents: cents(left, term.ratePpm) }));
  return [...others, ...own].filter((one) => one.cents > 0n);
}
