import { add, divide, fraction, type Fraction, multiply, ONE } from '#core/money/fraction.ts';
import type { Instant } from '#core/time.ts';
import { shortPrice } from './median.ts';
import { BASE_SYMBOL, CROSS_BASES, type DropReason, type Reading, type SourceKind } from './reading.ts';

/** What one source says a symbol costs, in US dollars for one unit. */
export interface Candidate {
  readonly source: string;
  readonly kind: SourceKind;
  /** The middle between buyers and sellers. */
  readonly usd: Fraction;
  readonly bid: Fraction;
  readonly ask: Fraction;
  readonly at: Instant;
  /** Pairs and prices it was made of: `['BTC/USDT', 'USDT']` is this source's BTC/USDT times our price of USDT. */
  readonly path: readonly string[];
  /** Why it was not believed; null: it was. */
  readonly dropped: DropReason | null;
}

const HALF = fraction(1n, 2n);
const middle = (bid: Fraction, ask: Fraction): Fraction => multiply(add(bid, ask), HALF);

/** One unit of `symbol` in the other currency of the pair. */
interface Side {
  readonly other: string;
  readonly bid: Fraction;
  readonly ask: Fraction;
  readonly reading: Reading;
}

/** The pair as seen from a symbol; turned over, what was asked is what is bid. */
function sideOf(symbol: string, reading: Reading): Side | undefined {
  const { base, quote, bid, ask } = reading;
  if (base === symbol) return { other: quote, bid, ask, reading };
  if (quote !== symbol) return undefined;
  return { other: base, bid: divide(ONE, ask), ask: divide(ONE, bid), reading };
}

const pairOf = ({ base, quote }: Reading): string => `${base}/${quote}`;

type Usd = (symbol: string) => Fraction | undefined;

function candidate(side: Side, by: { readonly usd: Fraction; readonly via: readonly string[]; readonly at: Instant }): Candidate {
  const { reading } = side;
  return {
    source: reading.source,
    kind: reading.kind,
    usd: shortPrice(multiply(middle(side.bid, side.ask), by.usd)),
    bid: shortPrice(multiply(side.bid, by.usd)),
    ask: shortPrice(multiply(side.ask, by.usd)),
    at: Math.min(reading.at, by.at),
    path: [pairOf(reading), ...by.via],
    dropped: null,
  };
}

/** A published table is crossed within itself: its euro by its own dollar, not by a market's rouble. */
function withinTable(sides: readonly Side[], own: readonly Reading[]): Candidate | undefined {
  for (const side of sides) {
    const dollar = own.map((reading) => sideOf(side.other, reading)).find((found) => found?.other === BASE_SYMBOL);
    if (!dollar) continue;
    const { reading } = dollar;
    return candidate(side, { usd: middle(dollar.bid, dollar.ask), via: [pairOf(reading)], at: reading.at });
  }
  return undefined;
}

/** Through the first base that has a price: a dollar first. */
function throughBase(sides: readonly Side[], usdOf: Usd): Candidate | undefined {
  for (const base of [BASE_SYMBOL, ...CROSS_BASES]) {
    const side = sides.find(({ other }) => other === base);
    const usd = side && usdOf(base);
    if (side && usd) return candidate(side, { usd, via: base === BASE_SYMBOL ? [] : [base], at: side.reading.at });
  }
  return undefined;
}

/**
 * What one source says of a symbol, from its believable readings: against the dollar, else crossed (domain 2). `usdOf` gives what
 * is priced already. Undefined: it does not tell.
 */
export function crossSource(symbol: string, own: readonly Reading[], usdOf: Usd): Candidate | undefined {
  const sides = own.flatMap((reading) => sideOf(symbol, reading) ?? []);
  const direct = throughBase(sides, (base) => (base === BASE_SYMBOL ? ONE : undefined));
  if (direct) return direct;
  const isTable = own.some(({ kind }) => kind === 'reference');
  return (isTable ? withinTable(sides, own) : undefined) ?? throughBase(sides, usdOf);
}
