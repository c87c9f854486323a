import type { Order } from '#core/order/order.ts';
import type { OrderStatus } from '#core/order/status.ts';
import type { Quote } from '#core/order/quote.ts';

export const NOW = Date.UTC(2026, 0, 15, 12);

/** A quote of 100 USDT (6 decimals) for 9 000 RUB (2 decimals), with overrides. */
export const makeQuote = (change: Partial<Quote> = {}): Quote => ({
  incomeCode: 'USDTTRC20',
  outcomeCode: 'SBERRUB',
  incomeAmount: 100_000_000n,
  outcomeAmount: 900_000n,
  rate: { num: 90n, den: 1n },
  rateType: 'fixed',
  referenceRate: { num: 91n, den: 1n },
  fees: [],
  slotId: null,
  snapshotId: '00000000-0000-4000-8000-000000000001',
  isDemo: true,
  createdAt: NOW,
  expiresAt: NOW + 30_000,
  ...change,
});

/** An order in a state, with overrides. */
export const makeOrder = (status: OrderStatus, change: Partial<Order> = {}): Order => ({
  id: 'order1',
  status,
  version: 3,
  userId: null,
  email: 'guest@example.org',
  locale: 'ru',
  incomeCode: 'USDTTRC20',
  outcomeCode: 'SBERRUB',
  incomeWallet: 'USDTTRC20',
  outcomeWallet: 'SBERRUB',
  incomeAmount: 100_000_000n,
  outcomeAmount: 900_000n,
  askedAmount: change.incomeAmount ?? 100_000_000n,
  quote: makeQuote(),
  rateType: 'fixed',
  slotId: null,
  hold: { id: 'hold1', amount: 900_000n },
  requisitesReference: 'ref1',
  confirmations: null,
  requiredConfirmations: 1,
  receivedAmount: 0n,
  creditedAmount: 0n,
  surplusReturned: 0n,
  refundRule: null,
  promisedMinutes: null,
  refundFee: 0n,
  incomeTxHash: null,
  outcomeTxHash: null,
  claim: null,
  requote: null,
  firstAgreement: null,
  reason: null,
  createdAt: NOW,
  statusChangedAt: NOW,
  expiresAt: NOW + 60_000,
  // Final orders have no locked rate
  rateLockedUntil: status === 'cancelled' || status === 'payment_failed' ? null : NOW + 60_000,
  firstSeenAt: null,
  hasRefundDestination: true,
  ...change,
});

export const ASSETS = { income: 'USDT.TRC20', outcome: 'RUB' } as const;
