import fc from 'fast-check';
import { stepOf } from '#core/money/decimals.ts';
import { incomeFor, outcomeFor } from '#core/pricing/convert.ts';
import type { DirectionPrice } from '#core/pricing/direction-price.ts';
import { pairKey } from '#core/pricing/price-terms.ts';
import { createPriceBoard } from '#server/rates/price-board.ts';
import { makeCatalogue } from '#tests/make/catalogue.ts';
import { anyRichWorld, startingPrices } from '#tests/make/rich-directions.ts';
import { demoRates } from './quote.ts';

/** A fast repeatable source of numbers (xorshift32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

interface Trips {
  readonly trips: number;
  readonly gains: number;
}

const MAX_WORLDS = 200;
/** Round trips in each set of directions, at least. */
const TRIPS_OF_WORLD = 1_000;

/**
 * G15: random round trips and closed chains of up to three over the demo catalogue. Counts gains (an inverse that costs more, a chain that
 * returns more). The count must be zero.
 */
export async function roundTrips(count: number, seed: number): Promise<Trips> {
  const { catalogue, quotes } = await demoRates();
  const prices: DirectionPrice[] = [];
  const byPair = new Map<string, DirectionPrice>();
  for (const direction of catalogue.directions()) {
    const price = quotes.priceOf(direction);
    if (price.ok) prices.push(price.value);
    if (price.ok) byPair.set(`${direction.incomeCode}>${direction.outcomeCode}`, price.value);
  }
  return travel(prices, byPair, { count, seed });
}

/** The same over directions with every possible setting, under conditions of every kind. */
export async function richRoundTrips(count: number, seed: number): Promise<Trips> {
  const worldCount = Math.min(MAX_WORLDS, Math.ceil(count / TRIPS_OF_WORLD));
  const worlds = fc.sample(anyRichWorld(await startingPrices()), { numRuns: worldCount, seed });
  let [trips, gains] = [0, 0];
  for (const [i, { directions, snapshot }] of worlds.entries()) {
    const catalogue = makeCatalogue({ directions: directions.map((direction) => ({ ...direction, workHours: null })) });
    const board = createPriceBoard({ catalogue, rates: { current: () => snapshot } });
    const byPair = new Map<string, DirectionPrice>();
    for (const direction of directions) {
      const open = board.priceOf(direction.incomeCode, direction.outcomeCode, 0);
      if (open.ok) byPair.set(pairKey(direction), open.value.price);
    }
    const made = travel([...byPair.values()], byPair, { count: Math.ceil(count / worldCount), seed: seed + i });
    [trips, gains] = [trips + made.trips, gains + made.gains];
  }
  return { trips, gains };
}

function travel(
  prices: readonly DirectionPrice[],
  byPair: ReadonlyMap<string, DirectionPrice>,
  { count, seed }: { readonly count: number; readonly seed: number },
): Trips {
  const next = numbers(seed);
  const pick = (): DirectionPrice => prices[next() % prices.length] ?? prices[0] ?? neverEmpty();
  let gains = 0;
  for (let i = 0; i < count; i += 1) {
    const price = pick();
    // Amounts of every size: a random number of steps with a random number of digits.
    const x = BigInt(next() % 10 ** (1 + (next() % 9))) * stepOf(price.income);
    const y = outcomeFor(price, x);
    if (y === 0n) continue;
    const back = incomeFor(price, y);
    if (back > x || outcomeFor(price, back) < y) gains += 1;
    const home = byPair.get(`${price.outcome.code}>${price.income.code}`);
    if (home && outcomeFor(home, y) > x) gains += 1;
    const middle = pick().outcome.code;
    const [second, third] = [byPair.get(`${price.outcome.code}>${middle}`), byPair.get(`${middle}>${price.income.code}`)];
    if (second && third && outcomeFor(third, outcomeFor(second, y)) > x) gains += 1;
  }
  return { trips: count, gains };
}

function neverEmpty(): never {
  throw new Error('the demo catalogue has no priced direction');
}
