import type { PooledRequisite } from '#core/pool/requisite.ts';

/** A free requisite without restrictions, with overrides. */
export const makePooledRequisite = (overrides: Partial<PooledRequisite> = {}): PooledRequisite => ({
  id: 'a',
  state: 'active',
  sharing: 'single',
  minAmount: null,
  maxAmount: null,
  dailyAmount: null,
  dailyCount: null,
  monthlyAmount: null,
  monthlyCount: null,
  worksFrom: null,
  worksUntil: null,
  restMinutes: 0,
  openOrders: [],
  lateAmounts: [],
  recentAmounts: [],
  today: { amount: 0n, count: 0 },
  month: { amount: 0n, count: 0 },
  releasedAt: null,
  lastGivenAt: null,
  ...overrides,
});
