import { fraction } from '#core/money/fraction.ts';
import { DEMO_PAYMENT_SYSTEMS } from '#server/payment-systems/demo.ts';
import { createPriceBoard } from '#server/rates/price-board.ts';
import { createRateFiles } from '#server/rates/rate-files.ts';
import { NO_SWITCHES, makeCatalogue, makeDirection, makePaymentSystem } from '#tests/make/catalogue.ts';
import { makeRates } from '#tests/make/rates.ts';
import type { Extent } from './extent.ts';

const EXTENT = { full: { side: 150, rounds: 40 }, short: { side: 20, rounds: 2 } } as const;

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Cost of a round in milliseconds: wall time, and CPU time, which other work on the machine affects less. */
export interface RoundCost {
  readonly wall: number;
  readonly cpu: number;
}

/**
 * Milliseconds from new market prices to a quote and the rebuilt rate file of 150 x 150 payment systems (G18): medians with all, one or no
 * symbol moved. Each direction has its margin.
 */
export async function repricing(extent: Extent): Promise<Readonly<Record<'all' | 'one' | 'none' | 'json', RoundCost>>> {
  const { side, rounds: count } = EXTENT[extent];
  const models = DEMO_PAYMENT_SYSTEMS;
  const systems = Array.from({ length: side }, (_, i) =>
    makePaymentSystem({ ...(models[i % models.length] ?? { code: '' }), code: `S${i}` }),
  );
  const directions = systems.flatMap((income, i) =>
    systems
      .filter((outcome) => outcome !== income)
      .map((outcome, j) =>
        makeDirection({ incomeCode: income.code, outcomeCode: outcome.code, marginPpm: 5_000 + ((i * 31 + j * 17) % 200) * 100 }),
      ),
  );
  const catalogue = makeCatalogue({ paymentSystems: systems, directions });
  const { quotes } = await makeRates({ catalogue });
  const start = quotes.snapshot();
  if (!start) throw new Error('no prices');
  let now = start;
  const board = createPriceBoard({ catalogue, rates: { current: () => now } });
  const files = createRateFiles({ catalogue, quotes: { ...quotes, snapshot: () => now }, switches: NO_SWITCHES });
  const serve = (kind: 'xml' | 'json'): RoundCost => {
    const [began, used] = [performance.now(), process.cpuUsage()];
    board.priceOf('S0', 'S1', 0);
    files.file(kind);
    const { user, system } = process.cpuUsage(used);
    return { wall: performance.now() - began, cpu: (user + system) / 1_000 };
  };
  const move = (isMoved: (symbol: string) => boolean, round: number): void => {
    const prices = Array.from(now.prices, ([symbol, usd]) => {
      const at = start.prices.get(symbol) ?? usd;
      return [symbol, isMoved(symbol) ? fraction(at.num * BigInt(1_000_000 + round), at.den * 1_000_000n) : usd] as const;
    });
    now = { ...now, id: `round ${round}`, prices: new Map(prices) };
  };
  serve('xml');
  const measure = (isMoved: (symbol: string) => boolean, kind: 'xml' | 'json' = 'xml'): RoundCost => {
    const rounds = Array.from({ length: count }, (_, i) => {
      move(isMoved, i + 1);
      return serve(kind);
    });
    return { wall: median(rounds.map(({ wall }) => wall)), cpu: median(rounds.map(({ cpu }) => cpu)) };
  };
  return {
    all: measure(() => true),
    one: measure((symbol) => symbol === 'BTC'),
    none: measure(() => false),
    json: measure(() => true, 'json'),
  };
}
