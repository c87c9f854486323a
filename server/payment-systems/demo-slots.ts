import type { Slot } from '#core/slots/slot.ts';

export type DemoSlot = Omit<Slot, 'createdAt'>;

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
