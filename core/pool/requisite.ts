import { larger, smaller } from '#core/money/bigint.ts';
import { DAY_MS, MINUTE_MS, MOSCOW_OFFSET_MS, type Instant } from '#core/time.ts';

/**
 * How orders share a requisite, the default first: several with unique amounts, or one at a time where the bank shows no exact amounts
 * (domain 5).
 */
export const POOL_SHARINGS = ['unique_amount', 'single'] as const;
export type PoolSharing = (typeof POOL_SHARINGS)[number];

/** States of a requisite. Only an `active` one is given to new orders; existing orders keep theirs in every state. */
export const POOL_STATES = ['active', 'frozen', 'retired'] as const;
export type PoolState = (typeof POOL_STATES)[number];

/** How long an amount that was expected on a requisite is not used again, as late money may still arrive (domain 5, R23). */
export const LATE_PAYMENT_MS = 8 * DAY_MS;

/** How long a requisite counts as taken before its order has a deadline. */
export const INITIAL_RESERVATION_MS = 20 * MINUTE_MS;

/** Most steps added to the amount of an order to make it unique. */
export const MAX_EXTRA_STEPS = 99n;

/** Rules of a requisite, set by an operator. Amounts are in minor units; null means no limit. */
export interface RequisiteRules {
  readonly sharing: PoolSharing;
  /** Limits of one order. */
  readonly minAmount: bigint | null;
  readonly maxAmount: bigint | null;
  readonly dailyAmount: bigint | null;
  readonly dailyCount: number | null;
  readonly monthlyAmount: bigint | null;
  readonly monthlyCount: number | null;
  /** Minutes since midnight, Moscow time; both null: round the clock. An end before the begin is on the next day. */
  readonly worksFrom: number | null;
  readonly worksUntil: number | null;
  /** Pause after each order, so that the bank sees no stream of transfers. */
  readonly restMinutes: number;
}

interface Usage {
  readonly amount: bigint;
  readonly count: number;
}

/** A requisite with its current use. */
export interface PooledRequisite extends RequisiteRules {
  readonly id: string;
  readonly state: PoolState;
  /** Open orders: the expected amount, and the payment deadline. */
  readonly openOrders: readonly { readonly amount: bigint; readonly until: Instant }[];
  /** Amounts of ended orders for which money may still arrive. */
  readonly lateAmounts: readonly bigint[];
  /** Amounts that were recently expected or received. A second payment of one would look like the next order's. */
  readonly recentAmounts: readonly bigint[];
  /** Received in the current day and month of the bank. */
  readonly today: Usage;
  readonly month: Usage;
  /** When the last order released the requisite; null if never. */
  readonly releasedAt: Instant | null;
  readonly lastGivenAt: Instant | null;
}

/** Starts of the bank's current day and month, and of the next ones. Banks use Moscow time. */
export function bankPeriods(now: Instant): {
  readonly day: Instant;
  readonly nextDay: Instant;
  readonly month: Instant;
  readonly nextMonth: Instant;
} {
  const local = new Date(now + MOSCOW_OFFSET_MS);
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const at = (y: number, m: number, d: number): Instant => Date.UTC(y, m, d) - MOSCOW_OFFSET_MS;
  return { day: at(year, month, day), nextDay: at(year, month, day + 1), month: at(year, month, 1), nextMonth: at(year, month + 1, 1) };
}

/** Why a requisite is not available. */
export const POOL_BLOCKS = ['frozen', 'amount', 'held', 'resting', 'limit_reached', 'out_of_hours', 'no_amount_left'] as const;
export type PoolBlock = (typeof POOL_BLOCKS)[number];

/** Whether a requisite accepts an amount now (`free`), later, or never. `free`: the exact amount to pay, minor units. */
export type RequisiteState =
  | { readonly fit: 'free'; readonly amount: bigint }
  | { readonly fit: 'later'; readonly block: PoolBlock; readonly at: Instant }
  | { readonly fit: 'never'; readonly block: PoolBlock };

/** When the hours of a requisite begin next; null within them. */
function opensAt({ worksFrom, worksUntil }: RequisiteRules, now: Instant): Instant | null {
  if (worksFrom === null || worksUntil === null || worksFrom === worksUntil) return null;
  const { day } = bankPeriods(now);
  const minute = Math.floor((now - day) / MINUTE_MS);
  const isOpen = worksFrom < worksUntil ? minute >= worksFrom && minute < worksUntil : minute >= worksFrom || minute < worksUntil;
  if (isOpen) return null;
  const begin = day + worksFrom * MINUTE_MS;
  return begin > now ? begin : begin + DAY_MS;
}

const openOrdersSum = ({ openOrders }: PooledRequisite): bigint => openOrders.reduce((sum, { amount }) => sum + amount, 0n);

/** When a limit that this amount exceeds is reset; null if it exceeds none. Open orders count for today, as they may be paid today. */
function limitOpensAt(requisite: PooledRequisite, amount: bigint, now: Instant): Instant | null {
  const { today, month, openOrders } = requisite;
  const { nextDay, nextMonth } = bankPeriods(now);
  const additional = openOrdersSum(requisite) + amount;
  const exceeds = (limit: { amount: bigint | null; count: number | null }, usage: Usage): boolean =>
    (limit.amount !== null && usage.amount + additional > limit.amount) ||
    (limit.count !== null && usage.count + openOrders.length + 1 > limit.count);
  if (exceeds({ amount: requisite.monthlyAmount, count: requisite.monthlyCount }, month)) return nextMonth;
  return exceeds({ amount: requisite.dailyAmount, count: requisite.dailyCount }, today) ? nextDay : null;
}

/** Whether a requisite without other orders could accept this amount. */
function canEverAccept(
  { minAmount, maxAmount, dailyAmount, monthlyAmount, dailyCount, monthlyCount }: RequisiteRules,
  amount: bigint,
): boolean {
  if (minAmount !== null && amount < minAmount) return false;
  if (dailyCount === 0 || monthlyCount === 0) return false;
  return [maxAmount, dailyAmount, monthlyAmount].every((max) => max === null || amount <= max);
}

/** When the first open order releases the requisite at the latest. */
const firstReleaseAt = ({ openOrders }: PooledRequisite, now: Instant): Instant =>
  Math.max(
    now,
    openOrders.reduce((first, { until }) => Math.min(first, until), Number.MAX_SAFE_INTEGER),
  );

/** The lowest unused amount at or above `amount`; null if there is none within `MAX_EXTRA_STEPS`. */
function lowestFreeAmount(used: ReadonlySet<bigint>, amount: bigint, step: bigint): bigint | null {
  for (let extra = 0n; extra <= MAX_EXTRA_STEPS; extra += 1n) if (!used.has(amount + extra * step)) return amount + extra * step;
  return null;
}

/** An amount that no other order uses and no late payment may have (R23). If possible it was not received recently either. */
function uniqueAmount({ openOrders, lateAmounts, recentAmounts }: PooledRequisite, amount: bigint, step: bigint): bigint | null {
  const used = [...openOrders.map((order) => order.amount), ...lateAmounts];
  return lowestFreeAmount(new Set([...used, ...recentAmounts]), amount, step) ?? lowestFreeAmount(new Set(used), amount, step);
}

/** What blocks a requisite that serves one order at a time; null if nothing does. */
function blockOfSingle(requisite: PooledRequisite, now: Instant): RequisiteState | null {
  const restMs = requisite.restMinutes * MINUTE_MS;
  if (requisite.openOrders.length > 0) return { fit: 'later', block: 'held', at: firstReleaseAt(requisite, now) + restMs };
  const restedAt = (requisite.releasedAt ?? 0) + restMs;
  return requisite.releasedAt !== null && restedAt > now ? { fit: 'later', block: 'resting', at: restedAt } : null;
}

/**
 * Whether a requisite is free for an amount now, and with which exact amount; else why not and when to retry. `step`: the smallest
 * difference a payer sees.
 */
export function requisiteState(requisite: PooledRequisite, amount: bigint, step: bigint, now: Instant): RequisiteState {
  if (requisite.state !== 'active') return { fit: 'never', block: 'frozen' };
  if (!canEverAccept(requisite, amount)) return { fit: 'never', block: 'amount' };
  const openAt = opensAt(requisite, now);
  if (openAt !== null) return { fit: 'later', block: 'out_of_hours', at: openAt };
  if (requisite.sharing === 'single') {
    const block = blockOfSingle(requisite, now);
    if (block) return block;
  }
  const askedAmount = requisite.sharing === 'single' ? amount : uniqueAmount(requisite, amount, step);
  if (askedAmount === null) return { fit: 'later', block: 'no_amount_left', at: firstReleaseAt(requisite, now) };
  const limitResetAt = limitOpensAt(requisite, askedAmount, now);
  if (limitResetAt === null) return { fit: 'free', amount: askedAmount };
  // Open orders may end unpaid before the limit resets
  const at = requisite.openOrders.length > 0 ? Math.min(limitResetAt, firstReleaseAt(requisite, now)) : limitResetAt;
  return { fit: 'later', block: 'limit_reached', at };
}

/** The largest amount up to `max` that a requisite accepts now, given that it is free for `min`. Minor units. */
export function largestFreeAmount(
  requisite: PooledRequisite,
  { min, max, step }: { readonly min: bigint; readonly max: bigint; readonly step: bigint },
): bigint {
  const { sharing, maxAmount, dailyAmount, monthlyAmount, today, month, openOrders, lateAmounts, recentAmounts } = requisite;
  const openSum = openOrdersSum(requisite);
  const limits = [
    max,
    ...(maxAmount === null ? [] : [maxAmount]),
    ...(dailyAmount === null ? [] : [dailyAmount - today.amount - openSum]),
    ...(monthlyAmount === null ? [] : [monthlyAmount - month.amount - openSum]),
  ];
  const limit = limits.reduce(smaller);
  const used = new Set(sharing === 'single' ? [] : [...openOrders.map((order) => order.amount), ...lateAmounts, ...recentAmounts]);
  let amount = (limit / step) * step;
  while (used.has(amount)) amount -= step;
  return larger(amount, min);
}

export type PoolChoice =
  | { readonly outcome: 'given'; readonly id: string; readonly amount: bigint }
  | { readonly outcome: 'later'; readonly at: Instant }
  | { readonly outcome: 'none'; readonly block: PoolBlock | 'empty' };

/** Orders requisites best first (domain 10): no late payment of this amount, no late payment at all, least used today, longest unused. */
function compareFit(a: PooledRequisite, b: PooledRequisite, amount: bigint): number {
  const lateRank = ({ lateAmounts, sharing }: PooledRequisite): number =>
    sharing !== 'single' || lateAmounts.length === 0 ? 0 : lateAmounts.includes(amount) ? 2 : 1;
  const todayUse = ({ today, openOrders }: PooledRequisite): number => today.count + openOrders.length;
  const byLateRank = lateRank(a) - lateRank(b);
  const byUse = todayUse(a) - todayUse(b);
  const byTime = (a.lastGivenAt ?? 0) - (b.lastGivenAt ?? 0);
  return byLateRank || byUse || byTime || (a.id < b.id ? -1 : 1);
}

/** The requisite of the pool that an order gets, or when the next one is free, or why there is none (T5, T6; R69). */
export function chooseRequisite(
  pool: readonly PooledRequisite[],
  { amount, step, now }: { readonly amount: bigint; readonly step: bigint; readonly now: Instant },
): PoolChoice {
  const candidates = pool.map((requisite) => ({ requisite, state: requisiteState(requisite, amount, step, now) }));
  const free = candidates.flatMap(({ requisite, state }) => (state.fit === 'free' ? [{ requisite, amount: state.amount }] : []));
  const [bestFit] = free.toSorted((a, b) => compareFit(a.requisite, b.requisite, amount));
  if (bestFit) return { outcome: 'given', id: bestFit.requisite.id, amount: bestFit.amount };
  const times = candidates.flatMap(({ state }) => (state.fit === 'later' ? [state.at] : []));
  if (times.length > 0) return { outcome: 'later', at: Math.min(...times) };
  const blocks = candidates.flatMap(({ state }) => (state.fit === 'never' ? [state.block] : []));
  return { outcome: 'none', block: blocks.find((block) => block === 'amount') ?? blocks[0] ?? 'empty' };
}

/** Display state of a requisite: free, or what blocks the smallest order it accepts. */
export function displayState(
  requisite: PooledRequisite,
  step: bigint,
  now: Instant,
): { readonly display: PoolBlock | 'free' | 'retired'; readonly until: Instant | null } {
  if (requisite.state === 'retired') return { display: 'retired', until: null };
  const state = requisiteState(requisite, requisite.minAmount ?? step, step, now);
  if (state.fit === 'free') return { display: 'free', until: null };
  return { display: state.block, until: state.fit === 'later' ? state.at : null };
}
