import { add, divide, fraction, type Fraction, multiply, ONE } from '#core/money/fraction.ts';
import type { Instant } from '#core/time.ts';
import { roundPrice } from './median.ts';
import { BASE_SYMBOL, CROSS_BASES, type DropReason, type Reading, type SourceKind } from './reading.ts';

/** The price of a symbol by one source, US dollars per unit. */
export interface Candidate {
  readonly source: string;
  readonly kind: SourceKind;
  /** The middle of bid and ask. */
  readonly usd: Fraction;
  readonly bid: Fraction;
  readonly ask: Fraction;
  readonly at: Instant;
  /** Pairs and prices it was calculated from: `['BTC/USDT', 'USDT']` is this source's BTC/USDT times our price of USDT. */
  readonly path: readonly string[];
  /** Why it was dropped; null: it is used. */
  readonly dropped: DropReason | null;
}

const HALF = fraction(1n, 2n);
const middle = (bid: Fraction, ask: Fraction): Fraction => multiply(add(bid, ask), HALF);

/** The price of one unit of a symbol in the other currency of the pair. */
interface PairSide {
  readonly counterSymbol: string;
  readonly bid: Fraction;
  readonly ask: Fraction;
  readonly reading: Reading;
}

/** The reading seen from one symbol of its pair. If the pair is inverted, the ask becomes the bid. */
function pairSide(symbol: string, reading: Reading): PairSide | undefined {
  const { base, quote, bid, ask } = reading;
  if (base === symbol) return { counterSymbol: quote, bid, ask, reading };
  if (quote !== symbol) return undefined;
  return { counterSymbol: base, bid: divide(ONE, ask), ask: divide(ONE, bid), reading };
}

const pairOf = ({ base, quote }: Reading): string => `${base}/${quote}`;

type UsdLookup = (symbol: string) => Fraction | undefined;

function toCandidate(
  side: PairSide,
  conversion: { readonly usd: Fraction; readonly via: readonly string[]; readonly at: Instant },
): Candidate {
  const { reading } = side;
  return {
    source: reading.source,
    kind: reading.kind,
    usd: roundPrice(multiply(middle(side.bid, side.ask), conversion.usd)),
    bid: roundPrice(multiply(side.bid, conversion.usd)),
    ask: roundPrice(multiply(side.ask, conversion.usd)),
    at: Math.min(reading.at, conversion.at),
    path: [pairOf(reading), ...conversion.via],
    dropped: null,
  };
}

/** Crosses a published table within itself: its euro by its own dollar, not by a market's rouble. */
function withinTable(sides: readonly PairSide[], readings: readonly Reading[]): Candidate | undefined {
  for (const side of sides) {
    const dollar = readings
      .map((reading) => pairSide(side.counterSymbol, reading))
      .find((converted) => converted?.counterSymbol === BASE_SYMBOL);
    if (!dollar) continue;
    const { reading } = dollar;
    return toCandidate(side, { usd: middle(dollar.bid, dollar.ask), via: [pairOf(reading)], at: reading.at });
  }
  return undefined;
}

/** Crosses a symbol through the first base that has a price. The dollar is tried first. */
function throughBase(sides: readonly PairSide[], usdOf: UsdLookup): Candidate | undefined {
  for (const base of [BASE_SYMBOL, ...CROSS_BASES]) {
    const side = sides.find(({ counterSymbol }) => counterSymbol === base);
    const usd = side && usdOf(base);
    if (side && usd) return toCandidate(side, { usd, via: base === BASE_SYMBOL ? [] : [base], at: side.reading.at });
  }
  return undefined;
}

/**
 * One source's price of a symbol from its usable readings: against the dollar, else crossed (domain 2). Undefined if the source does not
 * quote it. `usdOf`: known prices.
 */
export function crossSource(symbol: string, readings: readonly Reading[], usdOf: UsdLookup): Candidate | undefined {
  const sides = readings.flatMap((reading) => pairSide(symbol, reading) ?? []);
  const direct = throughBase(sides, (base) => (base === BASE_SYMBOL ? ONE : undefined));
  if (direct) return direct;
  const isTable = readings.some(({ kind }) => kind === 'reference');
  return (isTable ? withinTable(sides, readings) : undefined) ?? throughBase(sides, usdOf);
}
