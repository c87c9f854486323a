import { Transaction } from '@scure/btc-signer';
import { describe, expect, it, test } from 'vitest';
import { type Choice, chooseCoins, MANY_COINS, MAX_INPUTS, sizesOf } from './choose-coins.ts';
import { BITCOIN, DOGECOIN } from './coins.ts';
import { readSteps, requiredFor } from './confirmations.ts';
import { paymentUri } from './deposit-address.ts';
import { readPayoutKey, scriptOf } from './keys.ts';
import { nextReport } from './report-deposits.ts';
import { buildTransaction, currentFeeRate } from './sign-payout.ts';
import { amountOf, rateOf } from './translate.ts';

test('amounts are read exactly, also those that a floating-point number would change', () => {
  expect(amountOf('0.00000001')).toBe(1n);
  expect(amountOf('20999999.97690000')).toBe(2_099_999_997_690_000n);
  expect(amountOf('123456789012.12345678')).toBe(12_345_678_901_212_345_678n);
  expect(amountOf('5')).toBe(500_000_000n);
  for (const text of ['1e-8', '-1', '', '0.123456789', 'NaN']) expect(amountOf(text)).toBeUndefined();
});

test('fee rates are rounded up; none, zero and -1 are no rate', () => {
  expect(rateOf('0.00001001')).toBe(2n);
  expect(rateOf('0.00001000')).toBe(1n);
  for (const text of [undefined, '-1', '0.00000000']) expect(rateOf(text)).toBeUndefined();
});

test('the rate is the estimate between what the mempool accepts and the cap', async () => {
  const rate = (estimate: bigint | undefined, minimum: bigint | undefined, maxFeeRate = 50n) =>
    currentFeeRate({ feeRate: async () => estimate, minimumFeeRate: async () => minimum }, { coin: BITCOIN, maxFeeRate });
  expect(await rate(30n, 1n)).toBe(30n);
  expect(await rate(30n, 40n)).toBe(40n);
  expect(await rate(90n, 1n)).toBe(50n);
  expect(await rate(undefined, undefined)).toBe(BITCOIN.fallbackFeeRate);
  await expect(rate(30n, 60n)).rejects.toThrow('60');
});

test('a payment request names the amount in coin', () => {
  expect(paymentUri('litecoin', { address: 'ltc1q', amount: 123_000_000n })).toBe('litecoin:ltc1q?amount=1.23');
  expect(paymentUri('bitcoin', { address: 'bc1q', amount: 1n })).toBe('bitcoin:bc1q?amount=0.00000001');
  expect(paymentUri('dogecoin', { address: 'D', amount: 500_000_000n })).toBe('dogecoin:D?amount=5');
});

const txid = (index: number) => index.toString(16).padStart(64, '0');
const coinsOf = (...amounts: number[]) => amounts.map((amount, index) => ({ txid: txid(index + 1), vout: 0, amount: BigInt(amount) }));
const need = (amount: bigint) => ({
  amount,
  feeRate: 1n,
  lowFeeRate: 0n,
  dustLimit: 546n,
  sizes: { input: 68n, outputs: 31n, change: 31n },
});
const chosen = (choice: ReturnType<typeof chooseCoins>): Choice => {
  if (typeof choice === 'string') throw new Error(choice);
  return choice;
};

describe('coins of a payout', () => {
  it('are the smallest single one that suffices', () => {
    const choice = chosen(chooseCoins(coinsOf(90_000, 50_000, 70_000), need(49_000n)));
    expect(choice.coins.map(({ amount }) => amount)).toEqual([50_000n]);
    expect(choice.fee + choice.change).toBe(1_000n);
  });

  it('are the largest ones together if no single one suffices', () => {
    const choice = chosen(chooseCoins(coinsOf(1_000, 50_000, 70_000, 2_000), need(100_000n)));
    expect(choice.coins.map(({ amount }) => amount)).toEqual([70_000n, 50_000n]);
    expect(choice).toMatchObject({ fee: 11n + 2n * 68n + 31n + 31n, change: 120_000n - 100_000n - 209n });
  });

  it('leave no change below the dust limit: it belongs to the fee', () => {
    expect(chosen(chooseCoins(coinsOf(50_000), need(49_500n)))).toMatchObject({ fee: 500n, change: 0n });
    expect(chosen(chooseCoins(coinsOf(50_000), need(49_313n)))).toMatchObject({ fee: 141n, change: 546n });
  });

  it('include the smallest ones at a low fee, as long as many remain', () => {
    const coins = coinsOf(...Array.from({ length: MANY_COINS + 4 }, (_, index) => 1_000 + index), 60, 500_000);
    const low = { ...need(400_000n), lowFeeRate: 1n };
    const choice = chosen(chooseCoins(coins, low));
    // One of 60 costs 68
    expect(choice.coins.map(({ amount }) => amount)).toEqual([500_000n, 1_000n, 1_001n, 1_002n, 1_003n, 1_004n]);
    expect(choice.fee).toBe(11n + 6n * 68n + 31n + 31n);
    expect(choice.change + choice.fee + 400_000n).toBe(505_010n);
    expect(chosen(chooseCoins(coins, { ...low, feeRate: 2n })).coins).toHaveLength(1);
    expect(chosen(chooseCoins(coins.slice(-MANY_COINS), low)).coins).toHaveLength(1);
  });

  it('are refused if they do not cover the fee, or are too many', () => {
    expect(chooseCoins(coinsOf(50_000), need(49_891n))).toBe('poor');
    expect(chooseCoins(coinsOf(50_000), need(49_890n))).toMatchObject({ fee: 110n });
    expect(chooseCoins([], need(1n))).toBe('poor');
    const many = Array.from({ length: MAX_INPUTS + 50 }, () => 1_000);
    expect(chooseCoins(coinsOf(...many), need(190_000n))).toBe('scattered');
  });
});

test('a Dogecoin payout is a transaction without segregated witness whose size the fee covers', () => {
  const network = DOGECOIN.networks[0];
  // The private key 1
  const key = readPayoutKey(DOGECOIN, 'QNcdLVw8fHkixm6NNyN6nVwxKek4u7qrioRbQmjxac5TVoTtZuot');
  const own = key.addressOn(network);
  const destination = scriptOf(DOGECOIN, network, 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC') ?? '';
  const sizes = sizesOf({ destinations: [destination], change: own.script, isSegwit: false });
  const terms = { amount: 700_000_000n, feeRate: 1_000n, dustLimit: DOGECOIN.dustLimit, sizes, lowFeeRate: DOGECOIN.lowFeeRate };
  const choice = chosen(chooseCoins(coinsOf(500_000_000, 300_000_000), terms));
  const signed = buildTransaction(
    { coin: DOGECOIN, key, network },
    { outputs: [{ script: destination, amount: 700_000_000n }], choice, feeRate: 1_000n },
  );
  const read = Transaction.fromRaw(Buffer.from(signed.rawTx, 'hex'));
  expect(read.hasWitnesses).toBe(false);
  expect([read.getOutput(0).amount, read.getOutput(1).amount]).toEqual([700_000_000n, choice.change]);
  expect(800_000_000n - 700_000_000n - choice.change).toBe(signed.fee);
  expect(signed.fee).toBeGreaterThanOrEqual(1_000n * BigInt(read.vsize));
  expect(signed.txid).toBe(read.id);
});

test('a payment that was final and is in no block any more counts no longer before it counts again', () => {
  const deposit = {
    txid: txid(1),
    vout: 0,
    orderId: 'order',
    amount: 1n,
    blockHeight: null,
    firstSeenAt: 0,
    address: 'a',
    paymentSystemCode: 'LTC',
    requiredConfirmations: 2,
    isGone: false,
    reportedState: 'final',
    reportedConfirmations: 2,
  } as const;
  const view = { height: 10, isComplete: true };
  expect(nextReport(deposit, view)).toEqual({ state: 'reverted', confirmations: 0 });
  expect(nextReport(deposit, { ...view, isComplete: false })).toBeUndefined();
  expect(nextReport({ ...deposit, reportedState: 'reverted', reportedConfirmations: 0 }, view)).toEqual({
    state: 'seen',
    confirmations: 0,
  });
  expect(nextReport({ ...deposit, blockHeight: 9 }, view)).toBeUndefined();
});

test('larger amounts need more confirmations, never fewer than the payment system asks', () => {
  const required = (amount: bigint) => requiredFor(amount, { least: 3, steps: '10:6, 0.5 : 2,100:12' });
  const coin = 100_000_000n;
  expect([1n, coin, 10n * coin - 1n, 10n * coin, 100n * coin, 1_000n * coin].map(required)).toEqual([3, 3, 3, 6, 12, 12]);
  expect(requiredFor(coin, { least: 2, steps: '' })).toBe(2);
  expect(readSteps(' ')).toEqual([]);
  for (const text of ['6', '10:0', '10:6;20:7', 'a:1', '10:6,', '1e3:4', '10:1000']) expect(readSteps(text)).toBeUndefined();
});
