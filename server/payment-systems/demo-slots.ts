import type { Slot } from '#core/slots/slot.ts';

export type DemoSlot = Omit<Slot, 'createdAt'>;

const HUNDREDTHS = 100n;
const roubles = (whole: bigint): bigint => whole * HUNDREDTHS;
/** Fixed ids: seeding twice adds nothing, and a slot that was used stays used. */
const slotId = (number: number): string => `5107d3e0-0000-4000-8000-${number.toString().padStart(12, '0')}`;

interface Line {
  readonly pair: readonly [income: string, outcome: string];
  /** Exact payouts that stand ready. */
  readonly express: readonly bigint[];
  /** The range that the priority queue serves. */
  readonly accelerated: readonly [min: bigint, max: bigint];
}

const EXPRESS = { premiumPpm: 3_000, etaMinutes: 2 } as const;
const ACCELERATED = { premiumPpm: 1_500, etaMinutes: 5 } as const;
const CUSTOM = { premiumPpm: 0, etaMinutes: 15 } as const;

/** Popular pairs with money standing ready (domain 4). Outcomes in minor units. */
const LINES: readonly Line[] = [
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

function slotsOf({ pair: [incomeCode, outcomeCode], express, accelerated: [min, max] }: Line): readonly Omit<DemoSlot, 'id'>[] {
  const base = { incomeCode, outcomeCode, outcomeAmount: null, minOutcomeAmount: null, maxOutcomeAmount: null };
  return [
    ...express.map((outcomeAmount) => ({ ...base, ...EXPRESS, kind: 'express' as const, outcomeAmount })),
    { ...base, ...ACCELERATED, kind: 'accelerated', minOutcomeAmount: min, maxOutcomeAmount: max },
    { ...base, ...CUSTOM, kind: 'custom' },
  ];
}

/** The exchange slots the demonstration opens with. */
export const DEMO_SLOTS: readonly DemoSlot[] = LINES.flatMap(slotsOf).map((slot, index) => ({ ...slot, id: slotId(index + 1) }));
