import { chooseRaised, largestCoins, sizesOf } from './choose-coins.ts';
import { coinsOf, postponeRaise, recordReplacement, spendableCoins } from './coin-store.ts';
import { payoutsOf, type RecordedPayout } from './payout-store.ts';
import { largestOf, outputsOf } from './sign-batch.ts';
import {
  buildTransaction,
  confirmCoins,
  currentFeeRate,
  pauseOf,
  type SignDeps,
  STUCK_AFTER_BLOCKS,
  testAcceptance,
  totalOf,
} from './sign-payout.ts';

/**
 * Records a replacement with a higher fee for a payout in no block (BIP 125): the same payment, all coins of the replaced version. If
 * that is not possible now, the next attempt is some blocks later.
 */
export async function raiseFee(deps: SignDeps, row: RecordedPayout): Promise<void> {
  const { db, log, height } = deps;
  const { reference } = row;
  const raised = await tryToRaise(deps, row);
  if (raised === 'recorded') return;
  await postponeRaise(db, row.signed.txid, height + STUCK_AFTER_BLOCKS);
  log.warn({ reference, txid: row.signed.txid, reason: raised }, 'utxo_fee_not_raised');
}

/** One or two cover any raise. */
const MAX_FURTHER_INPUTS = 10;

async function tryToRaise(deps: SignDeps, row: RecordedPayout): Promise<string> {
  const { db, coin, key, network, node, maxFeeRate, clock, height, log } = deps;
  const { reference, signed } = row;
  const own = key.addressOn(network);
  const [payouts, assigned] = await Promise.all([payoutsOf(db, row.root), coinsOf(db, row)]);
  const outputs = outputsOf(deps, payouts);
  if (outputs.length !== payouts.length || assigned.some(({ script }) => script !== own.script)) return 'key_changed';
  const previous = assigned.filter(({ txid, vout }) => signed.inputs.includes(`${txid}:${vout}`));
  const wallet = {
    chain: network.genesis,
    script: own.script,
    requiredConfirmations: largestOf(payouts),
    coinbaseMaturity: coin.coinbaseMaturity,
  };
  const [feeRate, incrementalRate = 1n, spendable] = await Promise.all([
    currentFeeRate(node, { coin, maxFeeRate }),
    node.incrementalRate(),
    spendableCoins(db, wallet),
  ]);
  const available = await confirmCoins(node, largestCoins(spendable, MAX_FURTHER_INPUTS), own.script);
  const destinations = outputs.map(({ script }) => script);
  const sizes = sizesOf({ destinations, change: own.script, isSegwit: coin.isSegwit });
  const amount = totalOf(outputs);
  const { dustLimit, lowFeeRate } = coin;
  const need = { amount, feeRate, dustLimit, sizes, lowFeeRate, previousFee: signed.fee, incrementalRate, maxFeeRate };
  const choice = chooseRaised(previous, available, need);
  if (typeof choice === 'string') return choice;
  const replacement = buildTransaction(deps, { outputs, choice, feeRate: choice.feeRate });
  const refusal = await testAcceptance(deps, reference, replacement);
  if (refusal !== undefined) return refusal;
  const coins = choice.coins.filter((one) => !previous.some(({ txid, vout }) => txid === one.txid && vout === one.vout));
  const next = { signed: replacement, coins, raiseFrom: height + STUCK_AFTER_BLOCKS, now: clock.now(), isPaused: pauseOf(deps, row) };
  if (!(await recordReplacement(db, row, next))) return 'changed_meanwhile';
  log.info({ reference, replaced: signed.txid, txid: replacement.txid, fee: replacement.fee.toString() }, 'utxo_fee_raised');
  return 'recorded';
}
