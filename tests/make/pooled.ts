import type { PooledRequisite } from '#core/pool/requisite.ts';

/** A requisite that is free for anything, but for what is given. */
export const pooled = (given: Partial<PooledRequisite> = {}): PooledRequisite => ({
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
  held: [],
  late: [],
  recent: [],
  today: { amount: 0n, count: 0 },
  month: { amount: 0n, count: 0 },
  freedAt: null,
  lastGivenAt: null,
  ...given,
});
