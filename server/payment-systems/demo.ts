import { defaultDirection } from '#core/catalogue/directions-by-rule.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Slot } from '#core/slots/slot.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { minorUnits } from './library/entry.ts';
import { fromLibrary } from './library/library.ts';
import { addMissingDirections, addMissingPaymentSystems } from './store.ts';

interface DemoRow {
  /** Whole units of the currency, as text. */
  readonly funds: string;
  /** How the test bank requests payment; absent: plain requisites. */
  readonly offer?: 'form' | 'redirect';
}

/** Payment systems of the demonstration in display order, with their initial funds. */
const DEMO: Readonly<Record<string, DemoRow>> = {
  SBERRUB: { funds: '12500000' },
  TCSBRUB: { funds: '8400000' },
  SBPRUB: { funds: '9700000' },
  ACRUB: { funds: '5600000' },
  TBRUB: { funds: '4900000' },
  CARDRUB: { funds: '7300000' },
  YAMRUB: { funds: '2100000', offer: 'redirect' },
  WIRERUB: { funds: '18000000' },
  CASHRUB: { funds: '15000000' },
  KSPBKZT: { funds: '42000000' },
  CARDKZT: { funds: '31000000' },
  MONOBUAH: { funds: '2600000' },
  CARDUAH: { funds: '1900000' },
  SEPAEUR: { funds: '260000' },
  WISEEUR: { funds: '140000' },
  WIREUSD: { funds: '480000' },
  ADVCUSD: { funds: '95000', offer: 'form' },
  PRUSD: { funds: '88000' },
  BTC: { funds: '14.5' },
  ETH: { funds: '310' },
  USDTTRC20: { funds: '1450000' },
  USDTERC20: { funds: '820000' },
  USDTBEP20: { funds: '610000' },
  USDCERC20: { funds: '390000' },
  LTC: { funds: '5400' },
  TRX: { funds: '2400000' },
  XMR: { funds: '1150' },
  SOL: { funds: '3900' },
  GRAM: { funds: '185000' },
  DOGE: { funds: '2900000' },
  XRP: { funds: '240000' },
  BNBBEP20: { funds: '640' },
};

const SORT_STEP = 10;

function demoSystem([code, { offer }]: readonly [string, DemoRow], index: number): PaymentSystem {
  const librarySystem = fromLibrary(code, 'sandbox');
  if (!librarySystem) throw new Error(`The library does not know ${code}`);
  const openSettings = { stage: 'ready', incomeEnabled: true, outcomeEnabled: true, sort: (index + 1) * SORT_STEP } as const;
  return { ...librarySystem, ...openSettings, railSettings: offer === undefined ? {} : { offer } };
}

/** Payment systems of the demonstration, from the library and on the sandbox rail (domain 1; codes as monitors use them). */
export const DEMO_PAYMENT_SYSTEMS: readonly PaymentSystem[] = Object.entries(DEMO).map(demoSystem);

/** Initial reserves of the demonstration in minor units by code; posted through the ledger. */
export const DEMO_RESERVES: Readonly<Record<string, bigint>> = Object.fromEntries(
  DEMO_PAYMENT_SYSTEMS.map((system) => [system.code, minorUnits(DEMO[system.code]?.funds ?? '', system)]),
);

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

type DemoSlot = Omit<Slot, 'createdAt'>;

const HUNDREDTHS = 100n;
const roubles = (whole: bigint): bigint => whole * HUNDREDTHS;
/** Fixed ids, so that a repeated seed adds nothing and consumed slots stay consumed. */
const slotId = (number: number): string => `5107d3e0-0000-4000-8000-${number.toString().padStart(12, '0')}`;

interface DemoPair {
  readonly pair: readonly [income: string, outcome: string];
  /** Amounts of express slots, in minor units. */
  readonly express: readonly bigint[];
  /** Range of the accelerated slot, in minor units. */
  readonly accelerated: readonly [min: bigint, max: bigint];
}

const EXPRESS = { premiumPpm: 3_000, etaMinutes: 2 } as const;
const ACCELERATED = { premiumPpm: 1_500, etaMinutes: 5 } as const;
const CUSTOM = { premiumPpm: 0, etaMinutes: 15 } as const;

/** Popular pairs with slots (domain 4). */
const DEMO_PAIRS: readonly DemoPair[] = [
  {
    pair: ['USDTTRC20', 'SBERRUB'],
    express: [roubles(10_000n), roubles(25_000n), roubles(50_000n), roubles(100_000n)],
    accelerated: [roubles(5_000n), roubles(150_000n)],
  },
  { pair: ['USDTTRC20', 'SBPRUB'], express: [roubles(15_000n), roubles(30_000n)], accelerated: [roubles(5_000n), roubles(120_000n)] },
  { pair: ['USDTTRC20', 'TCSBRUB'], express: [roubles(20_000n), roubles(40_000n)], accelerated: [roubles(5_000n), roubles(120_000n)] },
  { pair: ['BTC', 'SBPRUB'], express: [roubles(50_000n), roubles(100_000n)], accelerated: [roubles(20_000n), roubles(300_000n)] },
  { pair: ['BTC', 'SBERRUB'], express: [roubles(75_000n)], accelerated: [roubles(20_000n), roubles(300_000n)] },
  { pair: ['SBERRUB', 'USDTTRC20'], express: [100_000_000n, 250_000_000n, 500_000_000n], accelerated: [50_000_000n, 3_000_000_000n] },
];

function slotsOf({ pair: [incomeCode, outcomeCode], express, accelerated: [min, max] }: DemoPair): readonly Omit<DemoSlot, 'id'>[] {
  const base = { incomeCode, outcomeCode, outcomeAmount: null, minOutcomeAmount: null, maxOutcomeAmount: null };
  return [
    ...express.map((outcomeAmount) => ({ ...base, ...EXPRESS, kind: 'express' as const, outcomeAmount })),
    { ...base, ...ACCELERATED, kind: 'accelerated', minOutcomeAmount: min, maxOutcomeAmount: max },
    { ...base, ...CUSTOM, kind: 'custom' },
  ];
}

/** Initial exchange slots of the demonstration. */
export const DEMO_SLOTS: readonly DemoSlot[] = DEMO_PAIRS.flatMap(slotsOf).map((slot, index) => ({ ...slot, id: slotId(index + 1) }));

/**
 * Adds missing payment systems and directions of the demonstration; existing ones stay unchanged, so that it can run at every start.
 * Reserves are ledger postings (`DEMO_RESERVES`), slots are rows of rates (`DEMO_SLOTS`).
 */
export async function seedDemoCatalogue(tx: Tx): Promise<{ readonly paymentSystems: number; readonly directions: number }> {
  const paymentSystems = await addMissingPaymentSystems(tx, DEMO_PAYMENT_SYSTEMS);
  const directions = await addMissingDirections(tx, demoDirections(DEMO_PAYMENT_SYSTEMS));
  return { paymentSystems, directions };
}
