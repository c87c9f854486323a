import { defaultDirection } from '#core/catalogue/directions-by-rule.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';

const isCrypto = (system: PaymentSystem): boolean => system.kind === 'crypto';

/** Whether a customer would exchange one for the other: never the same money twice, cash only against crypto. */
function isSensible(income: PaymentSystem, outcome: PaymentSystem): boolean {
  if (income.code === outcome.code) return false;
  const isCash = income.kind === 'cash' || outcome.kind === 'cash';
  if (isCash) return isCrypto(income) || isCrypto(outcome);
  if (income.marketSymbol !== outcome.marketSymbol) return true;
  // The same currency is worth moving only between a wallet and a bank
  return !isCrypto(income) && (income.kind === 'e_wallet') !== (outcome.kind === 'e_wallet');
}

type PairKind = 'crypto_crypto' | 'crypto_fiat' | 'fiat_crypto' | 'fiat_fiat';

const pairKind = (income: PaymentSystem, outcome: PaymentSystem): PairKind =>
  `${isCrypto(income) ? 'crypto' : 'fiat'}_${isCrypto(outcome) ? 'crypto' : 'fiat'}`;

/** Lowest margin and how far above it a pair may lie, in parts per million (10 000 = 1 %). */
const MARGINS: Readonly<Record<PairKind, readonly [lowest: number, spread: number]>> = {
  crypto_crypto: [4_000, 5_000],
  crypto_fiat: [7_000, 11_000],
  fiat_crypto: [9_000, 15_000],
  fiat_fiat: [15_000, 15_000],
};
/** Lower margins from multiples of the smallest amount. */
const STEPS: readonly (readonly [timesMinimum: bigint, shareOfMargin: number])[] = [
  [50n, 0.9],
  [200n, 0.8],
];

/** A number below `below` derived from the pair, so that the demonstration is the same on every machine. */
function pairNumber(income: string, outcome: string, below: number): number {
  let hash = 7;
  for (const character of `${income}>${outcome}`) hash = (hash * 31 + character.charCodeAt(0)) % 1_000_003;
  return hash % below;
}

const roundedPpm = (ppm: number): number => Math.round(ppm / 100) * 100;

/** Slow chains: every third pair from them has a floating rate, fixed when the payment is final. */
const FLOATING_INCOMES: ReadonlySet<string> = new Set(['BTC', 'XMR', 'LTC']);

function rateTypeOf(income: PaymentSystem, outcome: PaymentSystem): Direction['rateType'] {
  const mayFloat = FLOATING_INCOMES.has(income.code) && isCrypto(outcome);
  return mayFloat && pairNumber(income.code, outcome.code, 3) === 0 ? 'floating' : 'fixed';
}

/** Fees of a bank or wallet: a share of the income, a fixed sum of the outcome. */
const INCOME_FEES_PPM: Readonly<Record<string, number>> = { ADVCUSD: 5_000, PRUSD: 9_500 };
const OUTCOME_FEES: Readonly<Record<string, bigint>> = { SEPAEUR: 100n, WIREUSD: 2_500n };

/** Pairs with card verification above an amount, so that the demonstration shows verification without requiring it in usual orders. */
const VERIFIED_ABOVE: Readonly<Record<string, bigint>> = { 'CARDRUB>GRAM': 5_000_000n };

function verificationOf(income: PaymentSystem, outcome: PaymentSystem): Direction['verification'] {
  const limit = VERIFIED_ABOVE[`${income.code}>${outcome.code}`];
  return limit === undefined ? { rule: 'never' } : { rule: 'above', incomeAmount: limit };
}

function demoDirection(income: PaymentSystem, outcome: PaymentSystem): Direction {
  const [lowest, spread] = MARGINS[pairKind(income, outcome)];
  const marginPpm = roundedPpm(lowest + pairNumber(income.code, outcome.code, spread));
  return {
    ...defaultDirection(income, outcome),
    rateType: rateTypeOf(income, outcome),
    verification: verificationOf(income, outcome),
    marginPpm,
    incomeFeePpm: INCOME_FEES_PPM[income.code] ?? 0,
    outcomeFeeFixed: OUTCOME_FEES[outcome.code] ?? 0n,
    steps: STEPS.map(([times, share]) => ({ fromIncome: income.minAmount * times, marginPpm: roundedPpm(marginPpm * share) })),
  };
}

/** Every sensible ordered pair of the given payment systems, margins between 0.4 and 3 %. */
export const demoDirections = (systems: readonly PaymentSystem[]): readonly Direction[] =>
  systems.flatMap((income) => systems.filter((outcome) => isSensible(income, outcome)).map((outcome) => demoDirection(income, outcome)));
