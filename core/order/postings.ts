import { account, type Posting, transfer } from '#core/ledger/account.ts';
import type { TakenBack } from './cause.ts';
import type { Order } from './order.ts';
import { refundOf } from './refund-fee.ts';

/** Ledger assets of the two sides of an order. */
export interface OrderAssets {
  readonly income: string;
  readonly outcome: string;
}

const positive = (amount: bigint, make: (amount: bigint) => Posting): Posting[] => (amount > 0n ? [make(amount)] : []);

/** Received money becomes a debt to the customer (domain T12, T13, T15: treasury / order_in). `amount` in minor units; zero posts nothing. */
export const creditReceived = (order: Order, assets: OrderAssets, amount: bigint): Posting[] =>
  positive(amount, (value) =>
    transfer('credit_received', account('treasury', order.incomeWallet), account('order_in', order.id), {
      wallet: order.incomeWallet,
      asset: assets.income,
      amount: value,
    }),
  );

/** Money that came after the end: first suspense, then the customer's (T22: treasury / suspense; suspense / order_in). */
export const creditLate = (order: Order, assets: OrderAssets, late: { amount: bigint; provider: string }): Posting[] =>
  positive(late.amount, (amount) => {
    const money = { wallet: order.incomeWallet, asset: assets.income, amount };
    const arrived = transfer('late_payment', account('treasury', order.incomeWallet), account('suspense', late.provider), money);
    const credited = transfer('late_payment', account('suspense', late.provider), account('order_in', order.id), money);
    return { kind: 'late_payment', entries: [...arrived.entries, ...credited.entries] };
  });

/** Money that belongs to nobody's agreement (a second payment): kept in suspense until a person decides. */
export const keepInSuspense = (order: Order, assets: OrderAssets, surplus: { amount: bigint; provider: string }): Posting[] =>
  positive(surplus.amount, (amount) =>
    transfer('surplus', account('treasury', order.incomeWallet), account('suspense', surplus.provider), {
      wallet: order.incomeWallet,
      asset: assets.income,
      amount,
    }),
  );

/** "As agreed and the rest returned": the rest leaves the order and waits in suspense until it is given back (order_in / suspense). */
export const setAside = (order: Order, assets: OrderAssets, rest: { amount: bigint; provider: string }): Posting[] =>
  positive(rest.amount, (amount) =>
    transfer('set_aside', account('order_in', order.id), account('suspense', rest.provider), {
      wallet: order.incomeWallet,
      asset: assets.income,
      amount,
    }),
  );

/** Money that was credited and is gone again, or never was: it leaves the order and the treasury (order_in / treasury). */
export const uncredit = (order: Order, assets: OrderAssets, gone: bigint): Posting[] =>
  positive(gone, (amount) =>
    transfer('credit_corrected', account('order_in', order.id), account('treasury', order.incomeWallet), {
      wallet: order.incomeWallet,
      asset: assets.income,
      amount,
    }),
  );

/** A surplus that is gone again (suspense / treasury). */
export const releaseSurplus = (order: Order, assets: OrderAssets, surplus: { amount: bigint; provider: string }): Posting => ({
  ...returnSurplus(order, assets, surplus),
  kind: 'surplus_corrected',
});

/** Money taken back after it was paid out or back: our loss (expense / treasury). */
export const bookLoss = (order: Order, assets: OrderAssets, lost: bigint): Posting[] =>
  positive(lost, (amount) =>
    transfer('payment_reversed', account('expense', 'reversed'), account('treasury', order.incomeWallet), {
      wallet: order.incomeWallet,
      asset: assets.income,
      amount,
    }),
  );

/** The same money comes after all (treasury / expense). */
export const recoverLoss = (order: Order, assets: OrderAssets, recovered: bigint): Posting[] =>
  positive(recovered, (amount) =>
    transfer('payment_recovered', account('treasury', order.incomeWallet), account('expense', 'reversed'), {
      wallet: order.incomeWallet,
      asset: assets.income,
      amount,
    }),
  );

/** All that leaves the books because it was taken back, as it was counted. */
export const takenBack = (order: Order, assets: OrderAssets, { gone, released, lost, recovered }: TakenBack): Posting[] => [
  ...released.map((share) => releaseSurplus(order, assets, share)),
  ...bookLoss(order, assets, lost),
  ...recoverLoss(order, assets, recovered),
  ...uncredit(order, assets, gone),
];

/** A surplus given back to its customer (suspense / treasury). */
export const returnSurplus = (order: Order, assets: OrderAssets, surplus: { amount: bigint; provider: string }): Posting =>
  transfer('surplus_returned', account('suspense', surplus.provider), account('treasury', order.incomeWallet), {
    wallet: order.incomeWallet,
    asset: assets.income,
    amount: surplus.amount,
  });

/** The exchange itself: the debt in income money becomes a debt in outcome money (T12: order_in / fx(in); fx(out) / order_out). */
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

/** What was credited and exchanged was a little more or less: the payout stays as agreed (treasury / order_in; order_in / fx). */
export function correctExchanged(order: Order, assets: OrderAssets, difference: bigint): Posting[] {
  const [treasury, debt] = [account('treasury', order.incomeWallet), account('order_in', order.id)];
  const fx = account('fx', assets.income);
  const money = { wallet: order.incomeWallet, asset: assets.income, amount: difference < 0n ? -difference : difference };
  if (difference === 0n) return [];
  return difference > 0n
    ? [transfer('credit_received', treasury, debt, money), transfer('exchange', debt, fx, money)]
    : [transfer('exchange_undone', fx, debt, money), transfer('credit_corrected', debt, treasury, money)];
}

/** T25: the exchange undone at the same rate. */
export const unconvert = (order: Order, assets: OrderAssets): Posting => {
  const done = convert(order, assets, { income: order.creditedAmount, outcome: order.outcomeAmount });
  return { kind: 'exchange_undone', entries: done.entries.map((entry) => ({ ...entry, amount: -entry.amount })) };
};

/** T19: what was promised is on its way (order_out / transit_out). */
export const dispatch = (order: Order, assets: OrderAssets): Posting =>
  transfer('payout', account('order_out', order.id), account('transit_out', order.outcomeWallet), {
    wallet: order.outcomeWallet,
    asset: assets.outcome,
    amount: order.outcomeAmount,
  });

/** T21: a definite failure brings it back. */
export const undispatch = (order: Order, assets: OrderAssets): Posting =>
  transfer('payout_undone', account('transit_out', order.outcomeWallet), account('order_out', order.id), {
    wallet: order.outcomeWallet,
    asset: assets.outcome,
    amount: order.outcomeAmount,
  });

/** T20: it left the treasury for good. */
export const settleTransit = (order: Order, assets: OrderAssets): Posting =>
  transfer('payout_settled', account('transit_out', order.outcomeWallet), account('treasury', order.outcomeWallet), {
    wallet: order.outcomeWallet,
    asset: assets.outcome,
    amount: order.outcomeAmount,
  });

/** What the network took for a payout or refund. */
export const networkFee = (fee: { wallet: string; asset: string; amount: bigint }): Posting[] =>
  positive(fee.amount, (amount) =>
    transfer('network_fee', account('expense', 'network'), account('treasury', fee.wallet), {
      wallet: fee.wallet,
      asset: fee.asset,
      amount,
    }),
  );

/** T26: the debt is paid back (order_in / treasury), less what is kept of it by rule (order_in / income:fee). */
export const payBack = (order: Order, assets: OrderAssets): Posting[] => {
  const money = { wallet: order.incomeWallet, asset: assets.income };
  const debt = account('order_in', order.id);
  return [
    ...positive(refundOf(order), (amount) => transfer('refund', debt, account('treasury', order.incomeWallet), { ...money, amount })),
    ...positive(order.refundFee, (amount) => transfer('refund_fee', debt, account('income', 'fee'), { ...money, amount })),
  ];
};
