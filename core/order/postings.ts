import { account, type Posting, transfer } from '#core/ledger/account.ts';
import type { Reversal } from './cause.ts';
import type { Order } from './order.ts';
import { refundOf } from './refund-fee.ts';

/** Ledger assets of the two sides of an order. */
export interface OrderAssets {
  readonly income: string;
  readonly outcome: string;
}

const ifPositive = (amount: bigint, build: (amount: bigint) => Posting): Posting[] => (amount > 0n ? [build(amount)] : []);

/**
 * Received money becomes a debt to the customer when a payment is settled, held or requoted (T12, T13, T15: treasury / order_in).
 * `amount` in minor units; zero posts nothing.
 */
export const creditReceived = (order: Order, assets: OrderAssets, amount: bigint): Posting[] =>
  ifPositive(amount, (value) =>
    transfer('credit_received', account('treasury', order.incomeWallet), account('order_in', order.id), {
      wallet: order.incomeWallet,
      asset: assets.income,
      amount: value,
    }),
  );

/** Money that arrives after the order has ended passes suspense and becomes a debt to the customer (T22: treasury / suspense; suspense / order_in). */
export const creditLate = (order: Order, assets: OrderAssets, payment: { amount: bigint; provider: string }): Posting[] =>
  ifPositive(payment.amount, (amount) => {
    const money = { wallet: order.incomeWallet, asset: assets.income, amount };
    const arrived = transfer('late_payment', account('treasury', order.incomeWallet), account('suspense', payment.provider), money);
    const credited = transfer('late_payment', account('suspense', payment.provider), account('order_in', order.id), money);
    return { kind: 'late_payment', entries: [...arrived.entries, ...credited.entries] };
  });

/** Money beyond the agreement, such as a second payment, stays in suspense until a person decides (treasury / suspense). */
export const keepInSuspense = (order: Order, assets: OrderAssets, surplus: { amount: bigint; provider: string }): Posting[] =>
  ifPositive(surplus.amount, (amount) =>
    transfer('surplus', account('treasury', order.incomeWallet), account('suspense', surplus.provider), {
      wallet: order.incomeWallet,
      asset: assets.income,
      amount,
    }),
  );

/** After the choice "as agreed and the rest returned", the surplus moves to suspense until it is returned (order_in / suspense). */
export const setAside = (order: Order, assets: OrderAssets, surplus: { amount: bigint; provider: string }): Posting[] =>
  ifPositive(surplus.amount, (amount) =>
    transfer('set_aside', account('order_in', order.id), account('suspense', surplus.provider), {
      wallet: order.incomeWallet,
      asset: assets.income,
      amount,
    }),
  );

/** Credited money that was reverted or never existed leaves the order and the treasury (order_in / treasury). */
export const reduceCredit = (order: Order, assets: OrderAssets, difference: bigint): Posting[] =>
  ifPositive(difference, (amount) =>
    transfer('credit_corrected', account('order_in', order.id), account('treasury', order.incomeWallet), {
      wallet: order.incomeWallet,
      asset: assets.income,
      amount,
    }),
  );

/** A reverted surplus leaves suspense (suspense / treasury). */
export const releaseSurplus = (order: Order, assets: OrderAssets, surplus: { amount: bigint; provider: string }): Posting => ({
  ...returnSurplus(order, assets, surplus),
  kind: 'surplus_corrected',
});

/** Money that was reverted after it was paid out or returned is our loss (expense / treasury). */
export const bookLoss = (order: Order, assets: OrderAssets, lost: bigint): Posting[] =>
  ifPositive(lost, (amount) =>
    transfer('payment_reversed', account('expense', 'reversed'), account('treasury', order.incomeWallet), {
      wallet: order.incomeWallet,
      asset: assets.income,
      amount,
    }),
  );

/** Lost money that arrives after all covers the loss (treasury / expense). */
export const recoverLoss = (order: Order, assets: OrderAssets, recovered: bigint): Posting[] =>
  ifPositive(recovered, (amount) =>
    transfer('payment_recovered', account('treasury', order.incomeWallet), account('expense', 'reversed'), {
      wallet: order.incomeWallet,
      asset: assets.income,
      amount,
    }),
  );

/** Everything that a reversal takes out of the ledger. */
export const reversePayment = (order: Order, assets: OrderAssets, { removed, released, lost, recovered }: Reversal): Posting[] => [
  ...released.map((share) => releaseSurplus(order, assets, share)),
  ...bookLoss(order, assets, lost),
  ...recoverLoss(order, assets, recovered),
  ...reduceCredit(order, assets, removed),
];

/** A surplus is returned to the customer (suspense / treasury). */
export const returnSurplus = (order: Order, assets: OrderAssets, surplus: { amount: bigint; provider: string }): Posting =>
  transfer('surplus_returned', account('suspense', surplus.provider), account('treasury', order.incomeWallet), {
    wallet: order.incomeWallet,
    asset: assets.income,
    amount: surplus.amount,
  });

/** The exchange turns the debt in income money into a debt in outcome money (T12: order_in / fx(in); fx(out) / order_out). */
export const convert = (order: Order, assets: OrderAssets, amounts: { income: bigint; outcome: bigint }): Posting => ({
  kind: 'exchange',
  entries: [
    ...transfer('exchange', account('order_in', order.id), account('fx', assets.income), {
      wallet: order.incomeWallet,
      asset: assets.income,
      amount: amounts.income,
    }).entries,
    ...transfer('exchange', account('fx', assets.outcome), account('order_out', order.id), {
      wallet: order.outcomeWallet,
      asset: assets.outcome,
      amount: amounts.outcome,
    }).entries,
  ],
});

/** Corrects the exchanged amount by a small difference from the credited one. The payout stays as agreed (treasury / order_in; order_in / fx). */
export function correctExchange(order: Order, assets: OrderAssets, difference: bigint): Posting[] {
  const [treasury, debt] = [account('treasury', order.incomeWallet), account('order_in', order.id)];
  const fx = account('fx', assets.income);
  const money = { wallet: order.incomeWallet, asset: assets.income, amount: difference < 0n ? -difference : difference };
  if (difference === 0n) return [];
  return difference > 0n
    ? [transfer('credit_received', treasury, debt, money), transfer('exchange', debt, fx, money)]
    : [transfer('exchange_undone', fx, debt, money), transfer('credit_corrected', debt, treasury, money)];
}

/** Reverses the exchange at the same rate, for a refund (T25) or a reverted payment. */
export const undoConvert = (order: Order, assets: OrderAssets): Posting => {
  const conversion = convert(order, assets, { income: order.creditedAmount, outcome: order.outcomeAmount });
  return { kind: 'exchange_undone', entries: conversion.entries.map((entry) => ({ ...entry, amount: -entry.amount })) };
};

/** The outcome is on its way to the customer (T19: order_out / transit_out). */
export const dispatch = (order: Order, assets: OrderAssets): Posting =>
  transfer('payout', account('order_out', order.id), account('transit_out', order.outcomeWallet), {
    wallet: order.outcomeWallet,
    asset: assets.outcome,
    amount: order.outcomeAmount,
  });

/** Takes the outcome back after a payout that definitely failed (T21: transit_out / order_out). */
export const undoDispatch = (order: Order, assets: OrderAssets): Posting =>
  transfer('payout_undone', account('transit_out', order.outcomeWallet), account('order_out', order.id), {
    wallet: order.outcomeWallet,
    asset: assets.outcome,
    amount: order.outcomeAmount,
  });

/** The outcome has left the treasury (T20: transit_out / treasury). */
export const settleTransit = (order: Order, assets: OrderAssets): Posting =>
  transfer('payout_settled', account('transit_out', order.outcomeWallet), account('treasury', order.outcomeWallet), {
    wallet: order.outcomeWallet,
    asset: assets.outcome,
    amount: order.outcomeAmount,
  });

/** The network fee of a payout or refund is our expense (expense / treasury). */
export const networkFee = (fee: { wallet: string; asset: string; amount: bigint }): Posting[] =>
  ifPositive(fee.amount, (amount) =>
    transfer('network_fee', account('expense', 'network'), account('treasury', fee.wallet), {
      wallet: fee.wallet,
      asset: fee.asset,
      amount,
    }),
  );

/** The debt is paid back (T26: order_in / treasury), less the refund fee (order_in / income:fee). */
export const payBack = (order: Order, assets: OrderAssets): Posting[] => {
  const money = { wallet: order.incomeWallet, asset: assets.income };
  const debt = account('order_in', order.id);
  return [
    ...ifPositive(refundOf(order), (amount) => transfer('refund', debt, account('treasury', order.incomeWallet), { ...money, amount })),
    ...ifPositive(order.refundFee, (amount) => transfer('refund_fee', debt, account('income', 'fee'), { ...money, amount })),
  ];
};
