/** A coin that can be spent now. Amounts in the smallest unit. */
export interface Spendable {
  readonly txid: string;
  readonly vout: number;
  readonly amount: bigint;
}

/** Virtual sizes of a transaction's parts. */
export interface Sizes {
  readonly input: bigint;
  /** All payments together. */
  readonly outputs: bigint;
  readonly change: bigint;
}

export interface Choice {
  readonly coins: readonly Spendable[];
  readonly fee: bigint;
  /** Zero: no change output, the rest below the dust limit belongs to the fee. */
  readonly change: bigint;
}

interface PayoutNeed {
  readonly amount: bigint;
  /** Smallest units per virtual byte. */
  readonly feeRate: bigint;
  readonly dustLimit: bigint;
  readonly sizes: Sizes;
  /** Up to this rate small coins are spent along. */
  readonly lowFeeRate: bigint;
}

const OVERHEAD = 11n;
/** Largest signatures; the sizes of inputs without and with segregated witness. */
const SEGWIT_INPUT = 68n;
const LEGACY_INPUT = 148n;
const OUTPUT_HEADER = 9n;
/** Well below the limit of a standard transaction. */
export const MAX_INPUTS = 200;

const outputSize = (script: string): bigint => OUTPUT_HEADER + BigInt(script.length / 2);

/** Sizes of a transaction that pays scripts and returns change to another; scripts in hexadecimal. */
export const sizesOf = (scripts: {
  readonly destinations: readonly string[];
  readonly change: string;
  readonly isSegwit: boolean;
}): Sizes => ({
  input: scripts.isSegwit ? SEGWIT_INPUT : LEGACY_INPUT,
  outputs: scripts.destinations.reduce((sum, script) => sum + outputSize(script), 0n),
  change: outputSize(scripts.change),
});

const byAmount = (a: Spendable, b: Spendable): number => {
  if (a.amount === b.amount) return `${a.txid}:${a.vout}` < `${b.txid}:${b.vout}` ? -1 : 1;
  return a.amount < b.amount ? -1 : 1;
};

export const largestCoins = (coins: readonly Spendable[], count: number): readonly Spendable[] =>
  coins.toSorted(byAmount).toReversed().slice(0, count);

/** Undefined: these coins do not cover the amount and the fee. */
function settle(coins: readonly Spendable[], { amount, feeRate, dustLimit, sizes }: PayoutNeed): Choice | undefined {
  const total = coins.reduce((sum, coin) => sum + coin.amount, 0n);
  const leastFee = feeRate * (OVERHEAD + sizes.input * BigInt(coins.length) + sizes.outputs);
  if (total < amount + leastFee) return undefined;
  const feeWithChange = leastFee + feeRate * sizes.change;
  const change = total - amount - feeWithChange;
  return change >= dustLimit ? { coins, fee: feeWithChange, change } : { coins, fee: total - amount, change: 0n };
}

/** So many coins are kept apart, so that payouts need not wait for each other's change. */
export const MANY_COINS = 40;
const MAX_CONSOLIDATED = 20;

/** Spends the smallest coins along while the fee is low and there are many; those are left that cost more than they are worth. */
function withSmallCoins(choice: Choice, ascending: readonly Spendable[], need: PayoutNeed): Choice {
  if (need.feeRate > need.lowFeeRate) return choice;
  const room = Math.min(MAX_CONSOLIDATED, MAX_INPUTS - choice.coins.length, ascending.length - choice.coins.length - MANY_COINS);
  const small = ascending.filter((coin) => !choice.coins.includes(coin) && coin.amount > need.feeRate * need.sizes.input);
  return room > 0 ? (settle([...choice.coins, ...small.slice(0, room)], need) ?? choice) : choice;
}

/** What a replacement must pay. Rates in smallest units per virtual byte. */
export interface RaiseNeed extends PayoutNeed {
  /** Fee of the version that is replaced. */
  readonly previousFee: bigint;
  readonly incrementalRate: bigint;
  readonly maxFeeRate: bigint;
}

const STEP_PERCENT = 125n;
const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;

/**
 * The coins of a replacement: those of the replaced version, then further ones.
 * - It pays the current rate, at least a quarter more than before, and what BIP 125 requires.
 * - `capped`: the cap is too low for that.
 */
export function chooseRaised(
  previous: readonly Spendable[],
  available: readonly Spendable[],
  need: RaiseNeed,
): (Choice & { readonly feeRate: bigint }) | 'capped' | 'poor' {
  const { sizes, previousFee, incrementalRate, maxFeeRate, feeRate: current } = need;
  const further = [...largestCoins(available, MAX_INPUTS)];
  const chosen = [...previous];
  for (;;) {
    const size = OVERHEAD + sizes.input * BigInt(chosen.length) + sizes.outputs + sizes.change;
    const leastFee = [previousFee + incrementalRate * size, (previousFee * STEP_PERCENT) / 100n, current * size].reduce((a, b) =>
      a > b ? a : b,
    );
    const feeRate = ceilDiv(leastFee, size);
    if (feeRate > maxFeeRate) return 'capped';
    const choice = settle(chosen, { ...need, feeRate });
    if (choice && choice.fee >= leastFee) return { ...choice, feeRate };
    const next = further.shift();
    if (!next || chosen.length >= MAX_INPUTS) return 'poor';
    chosen.push(next);
  }
}

/**
 * The coins of a payout: the smallest single one that covers it, else the largest ones together. `poor`: all coins together do not cover
 * it; `scattered`: they would, but in too many pieces.
 */
export function chooseCoins(available: readonly Spendable[], need: PayoutNeed): Choice | 'poor' | 'scattered' {
  const ascending = available.toSorted(byAmount);
  for (const coin of ascending) {
    const single = settle([coin], need);
    if (single) return withSmallCoins(single, ascending, need);
  }
  const chosen: Spendable[] = [];
  for (const coin of largestCoins(available, MAX_INPUTS)) {
    chosen.push(coin);
    const choice = settle(chosen, need);
    if (choice) return withSmallCoins(choice, ascending, need);
  }
  return settle(ascending, need) ? 'scattered' : 'poor';
}
