import { decide } from '#core/order/decide.ts';
import type { Order, RequoteOption } from '#core/order/order.ts';
import { moveForPayment, renewRequote, type PaymentFacts } from '#core/order/payment.ts';
import type { PaymentTerms } from '#core/order/requote-options.ts';
import { MINUTE_MS } from '#core/time.ts';
import { ASSETS, makeOrder, makeQuote, NOW } from './order.ts';

/**
 * Gain of an unpredictable market for a trader who may decide within a lock, in parts per million of the locked amount. Other options of an
 * order must not add to it.
 */
export const TOLERATED_GAIN_PPM = 20;

const MARGIN = 0.02;
/** Per minute, for 60 % a year. */
const VOLATILITY = 0.6 / Math.sqrt(365 * 24 * 60);
const LOCK_MINUTES = { buy: 20, sell: 60 } as const;
const PAIRS = 10;
/** When a waiting trader checks again, in minutes after the end of the lock. */
const LOOKS = [0, 1, 60, 360, 1_440, 4_250];

type Side = keyof typeof LOCK_MINUTES;

/** Ways to use an order against the shop: how much of the agreed amount is paid, when, and of which order. */
const TRICKS = {
  /** Pays only when profitable, at the very end of the lock. */
  exact: { times: 1, wasCancelled: false, waits: false },
  /** Overpays at once and then waits for the market with the choice. */
  over: { times: 1.5, wasCancelled: false, waits: true },
  /** Pays a hundred times the amount when the market is favourable. */
  hundredfold: { times: 100, wasCancelled: false, waits: false },
  /** Pays half at once and waits. */
  short: { times: 0.5, wasCancelled: false, waits: true },
  /** Cancels, and pays 250 times the amount when the market has moved. */
  cancelled: { times: 250, wasCancelled: true, waits: false },
} as const;
export type Trick = keyof typeof TRICKS;
export const TRICK_NAMES = Object.keys(TRICKS) as Trick[];

/** Seeded random numbers between 0 and 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const gaussian = (random: () => number): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
/** The price after some minutes of a random walk. */
const walk = (price: number, minutes: number, random: () => number): number =>
  price * Math.exp(VOLATILITY * Math.sqrt(minutes) * gaussian(random) - (VOLATILITY * VOLATILITY * minutes) / 2);

/** Outcome per income at a price in income units of one asset, bought or sold. Both sides have six decimals here. */
const rateAt = (side: Side, price: number): number => (side === 'buy' ? 1 / price : price) * (1 - MARGIN);
const outcomeOf = (side: Side, price: number, income: bigint): bigint => BigInt(Math.floor(Number(income) * rateAt(side, price)));

const termsAt = (side: Side, price: number): PaymentTerms => ({
  tolerancePpm: 0,
  extraAmount: 0n,
  outcomeDecimals: { scale: 6, precision: 6 },
  minIncome: 1_000n,
  takesAnyAmount: true,
  recalculate: (incomeAmount) => makeQuote({ incomeAmount, outcomeAmount: outcomeOf(side, price, incomeAmount) }),
});

const factsOf = (amount: bigint, at: number, lockedUntil: number): PaymentFacts => ({
  received: amount,
  final: amount,
  inTime: at <= lockedUntil ? amount : 0n,
  finalInTime: at <= lockedUntil ? amount : 0n,
  uncredited: amount,
  reversed: 0n,
  returned: 0n,
  isDeclined: false,
  confirmations: 1,
  requiredConfirmations: 1,
  firstSeenAt: at,
  txHash: null,
  provider: 'sim',
  by: 'provider',
});

function pay(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: number): Order {
  let [current, left] = [order, facts];
  for (let cause = moveForPayment(current, left, terms, now); cause; cause = moveForPayment(current, left, terms, now)) {
    const decided = decide(current, cause, ASSETS);
    if (!decided.ok) throw new Error(`${cause.move} refused`);
    current = decided.value.order;
    if ('credit' in cause) left = { ...left, uncredited: 0n };
  }
  return current;
}

/** Gain of an option now, in the money of the pair: outcome less income. */
function gainOf(side: Side, price: number, option: Pick<RequoteOption, 'incomeAmount' | 'outcomeAmount'>): number {
  const [given, got] = [Number(option.incomeAmount), Number(option.outcomeAmount)];
  return side === 'buy' ? got * price - given : got - given * price;
}

interface LockedOrder {
  readonly side: Side;
  readonly order: Order;
  readonly price: number;
}

/** The best gain of the available choices; a refund is worth zero, as is a top-up. */
function bestGainOf(locked: LockedOrder, requoted: Order): number {
  const takeable = requoted.requote?.options.filter((option) => option.choice !== 'top_up') ?? [];
  return Math.max(...takeable.map((option) => (option.choice === 'refund' ? 0 : gainOf(locked.side, locked.price, option))));
}

/** Pays at once, then takes a profitable choice at the first check that has one, or the best at the last. */
function gainByWaiting(locked: LockedOrder, trick: (typeof TRICKS)[Trick], random: () => number): number {
  const { side, order } = locked;
  const amount = BigInt(Math.round(Number(order.incomeAmount) * trick.times));
  const lockedUntil = order.rateLockedUntil ?? NOW;
  const facts = factsOf(amount, NOW, lockedUntil);
  let requoted = pay(order, facts, termsAt(side, locked.price), NOW);
  let { price } = locked;
  let minute = 0;
  let best = 0;
  for (const look of LOOKS) {
    const at = LOCK_MINUTES[side] + look;
    price = walk(price, at - minute, random);
    minute = at;
    const renewed = renewRequote(requoted, { ...facts, uncredited: 0n }, termsAt(side, price), NOW + at * MINUTE_MS);
    requoted = renewed ? { ...requoted, requote: renewed } : requoted;
    best = bestGainOf({ ...locked, price }, requoted);
    if (best > 0) return best;
  }
  return best;
}

/** Pays at the end of the lock, only when profitable. */
function gainByPayingLate(locked: LockedOrder, trick: (typeof TRICKS)[Trick], random: () => number): number {
  const { side, order } = locked;
  const minutes = LOCK_MINUTES[side];
  const price = walk(locked.price, minutes, random);
  const now = NOW + minutes * MINUTE_MS;
  const amount = BigInt(Math.round(Number(order.incomeAmount) * trick.times));
  const end = pay(order, factsOf(amount, now, order.rateLockedUntil ?? NOW), termsAt(side, price), now);
  const gain = end.status === 'requote' ? bestGainOf({ ...locked, price }, end) : gainOf(side, price, end);
  return Math.max(gain, 0);
}

/**
 * A trader who locks both directions of ten pairs for `days` days, one minute a day, and uses every order in one way. Returns the gain in
 * parts per million of the locked amount.
 */
export function tradeAgainst(trick: Trick, run: { readonly days: number; readonly seed: number }): number {
  const random = seededRandom(run.seed);
  const how = TRICKS[trick];
  let [gained, locked] = [0, 0];
  for (let day = 0; day < run.days; day += 1) {
    for (let pair = 0; pair < PAIRS; pair += 1) {
      for (const side of ['buy', 'sell'] as const) {
        const price = 50 + 100 * random();
        const incomeAmount = 10_000_000_000n;
        const order = makeOrder(how.wasCancelled ? 'cancelled' : 'awaiting_payment', {
          incomeAmount,
          outcomeAmount: outcomeOf(side, price, incomeAmount),
          rateLockedUntil: NOW + LOCK_MINUTES[side] * MINUTE_MS,
          expiresAt: NOW + LOCK_MINUTES[side] * MINUTE_MS,
          hold: null,
        });
        const lock: LockedOrder = { side, order, price };
        gained += how.waits ? gainByWaiting(lock, how, random) : gainByPayingLate(lock, how, random);
        locked += Number(incomeAmount) * (side === 'buy' ? 1 : price);
      }
    }
  }
  return (gained / locked) * 1_000_000;
}
