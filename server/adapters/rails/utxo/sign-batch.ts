import { chooseCoins, sizesOf } from './choose-coins.ts';
import { recordTransaction, spendableCoins } from './coin-store.ts';
import type { PayoutTerms } from './payout-store.ts';
import {
  buildTransaction,
  confirmCoins,
  currentFeeRate,
  type Output,
  pauseOf,
  payableScript,
  type SignDeps,
  STUCK_AFTER_BLOCKS,
  testAcceptance,
  totalOf,
} from './sign-payout.ts';

const MAX_PAYOUTS = 50;

/** Outputs of payouts that can be paid, in their order. */
export function outputsOf(deps: SignDeps, payouts: readonly PayoutTerms[]): readonly Output[] {
  const own = deps.key.addressOn(deps.network);
  return payouts.flatMap(({ destination, amount }) => {
    const script = payableScript(deps, destination);
    return script === undefined || script === own.script ? [] : [{ script, amount }];
  });
}

/** The most confirmations that one of the payouts asks for. */
export const largestOf = (payouts: readonly PayoutTerms[]): number =>
  Math.max(...payouts.map(({ requiredConfirmations }) => requiredConfirmations));

/**
 * Records one transaction for the oldest ordered payouts of a payment system that the coins cover alone and together. Nothing is recorded
 * where fewer than two fit, a coin is gone or the mempool would refuse.
 */
export async function signBatch(deps: SignDeps, payouts: readonly PayoutTerms[]): Promise<void> {
  const { db, coin, key, network, node, clock, height } = deps;
  const own = key.addressOn(network);
  const payable = payouts.filter((payout) => outputsOf(deps, [payout]).length === 1);
  const [oldest] = payable;
  if (!oldest || payable.length < 2) return;
  const wallet = {
    chain: network.genesis,
    script: own.script,
    requiredConfirmations: largestOf(payable),
    coinbaseMaturity: coin.coinbaseMaturity,
  };
  const [feeRate, available] = await Promise.all([currentFeeRate(node, deps), spendableCoins(db, wallet)]);
  const choose = (outputs: readonly Output[]) => {
    const sizes = sizesOf({ destinations: outputs.map(({ script }) => script), change: own.script, isSegwit: coin.isSegwit });
    const { dustLimit, lowFeeRate } = coin;
    return chooseCoins(available, { amount: totalOf(outputs), feeRate, dustLimit, sizes, lowFeeRate });
  };
  const covered = payable.filter((payout) => typeof choose(outputsOf(deps, [payout])) !== 'string').slice(0, MAX_PAYOUTS);
  for (let count = covered.length; count >= 2; count -= 1) {
    const batch = covered.slice(0, count);
    const outputs = outputsOf(deps, batch);
    const choice = choose(outputs);
    if (typeof choice === 'string') continue;
    if ((await confirmCoins(node, choice.coins, own.script)).length < choice.coins.length) return;
    const signed = buildTransaction(deps, { outputs, choice, feeRate });
    const references = batch.map(({ reference }) => reference);
    if ((await testAcceptance(deps, references.join(), signed)) !== undefined) return;
    const at = { raiseFrom: height + STUCK_AFTER_BLOCKS, now: clock.now(), isPaused: pauseOf(deps, oldest) };
    await recordTransaction(db, references, { signed, coins: choice.coins, ...at });
    return;
  }
}
