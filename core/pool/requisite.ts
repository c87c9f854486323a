import { DAY_MS, HOUR_MS, MINUTE_MS, type Instant } from '#core/time.ts';

/** How orders share one requisite, the default first: several that differ by their amounts, or one at a time where the bank shows no exact amounts (domain 5). */
export const POOL_SHARINGS = ['unique_amount', 'single'] as const;
export type PoolSharing = (typeof POOL_SHARINGS)[number];

/** Whether it may be given to new orders. What orders already hold stays theirs in every state. */
export const POOL_STATES = ['active', 'frozen', 'retired'] as const;
export type PoolState = (typeof POOL_STATES)[number];

/** Banks count their days and months by Moscow's clock, which has stood at UTC+3 since 2014. */
const BANK_OFFSET_MS = 3 * HOUR_MS;

/** How long an amount that was asked for on a requisite is not asked for again: money may still arrive (domain 5, R23). */
export const LATE_MONEY_MS = 8 * DAY_MS;

/** Until its order has told how long it may be paid, a requisite counts as taken for this long. */
export const FIRST_HOLD_MS = 20 * MINUTE_MS;

/** How many steps above its own amount an order may be asked for, so that it is the only one of that amount. */
export const MOST_EXTRA_STEPS = 99n;

/** What an operator sets of a requisite; amounts in minor units, null where there is no limit. */
export interface RequisiteRules {
  readonly sharing: PoolSharing;
  /** Of one order. */
  readonly minAmount: bigint | null;
  readonly maxAmount: bigint | null;
  readonly dailyAmount: bigint | null;
  readonly dailyCount: number | null;
  readonly monthlyAmount: bigint | null;
  readonly monthlyCount: number | null;
  /** Minutes since midnight by Moscow; both null: round the clock. An end before the begin is after midnight. */
  readonly worksFrom: number | null;
  readonly worksUntil: number | null;
  /** Rest after each order, so that its bank sees no stream of transfers. */
  readonly restMinutes: number;
}

interface Used {
  readonly amount: bigint;
  readonly count: number;
}

/** A requisite with all that is known of its use. */
export interface PooledRequisite extends RequisiteRules {
  readonly id: string;
  readonly state: PoolState;
  /** Open orders: what each was asked for, and until when it may be paid. */
  readonly held: readonly { readonly amount: bigint; readonly until: Instant }[];
  /** Amounts of ended orders for which money may still arrive. */
  readonly late: readonly bigint[];
  /** Amounts that were asked for and received of late: a second payment of one would look like the next order's. */
  readonly recent: readonly bigint[];
  /** Received since the bank's day and month began. */
  readonly today: Used;
  readonly month: Used;
  /** When the last order let it go; null: never. */
  readonly freedAt: Instant | null;
  readonly lastGivenAt: Instant | null;
}

/** Begins of the bank's present day and month, and of the next ones. */
export function bankPeriods(now: Instant): {
  readonly day: Instant;
  readonly nextDay: Instant;
  readonly month: Instant;
  readonly nextMonth: Instant;
} {
  const local = new Date(now + BANK_OFFSET_MS);
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const at = (y: number, m: number, d: number): Instant => Date.UTC(y, m, d) - BANK_OFFSET_MS;
  return { day: at(year, month, day), nextDay: at(year, month, day + 1), month: at(year, month, 1), nextMonth: at(year, month + 1, 1) };
}

/** Why a requisite is not given; `never` where waiting does not help. */
export const POOL_BLOCKS = ['frozen', 'amount', 'held', 'resting', 'limit_reached', 'out_of_hours', 'no_amount_left'] as const;
export type PoolBlock = (typeof POOL_BLOCKS)[number];

export type Judged =
  | { readonly fit: 'free'; readonly amount: bigint }
  | { readonly fit: 'later'; readonly block: PoolBlock; readonly at: Instant }
  | { readonly fit: 'never'; readonly block: PoolBlock };

/** When its hours begin next; null while they last. */
function opensAt({ worksFrom, worksUntil }: RequisiteRules, now: Instant): Instant | null {
  if (worksFrom === null || worksUntil === null || worksFrom === worksUntil) return null;
  const { day } = bankPeriods(now);
  const minute = Math.floor((now - day) / MINUTE_MS);
  const isOpen = worksFrom < worksUntil ? minute >= worksFrom && minute < worksUntil : minute >= worksFrom || minute < worksUntil;
  if (isOpen) return null;
  const begin = day + worksFrom * MINUTE_MS;
  return begin > now ? begin : begin + DAY_MS;
}

const heldSum = ({ held }: PooledRequisite): bigint => held.reduce((sum, one) => sum + one.amount, 0n);

/** When a limit that this amount would pass begins anew; null where it passes none. What is held counts for today: it may be paid today. */
function limitOpensAt(requisite: PooledRequisite, amount: bigint, now: Instant): Instant | null {
  const { today, month, held } = requisite;
  const { nextDay, nextMonth } = bankPeriods(now);
  const more = heldSum(requisite) + amount;
  const passes = (limit: { amount: bigint | null; count: number | null }, used: Used): boolean =>
    (limit.amount !== null && used.amount + more > limit.amount) || (limit.count !== null && used.count + held.length + 1 > limit.count);
  if (passes({ amount: requisite.monthlyAmount, count: requisite.monthlyCount }, month)) return nextMonth;
  return passes({ amount: requisite.dailyAmount, count: requisite.dailyCount }, today) ? nextDay : null;
}

/** Whether this amount could ever be taken, whatever else is open. */
function everFits({ minAmount, maxAmount, dailyAmount, monthlyAmount, dailyCount, monthlyCount }: RequisiteRules, amount: bigint): boolean {
  if (minAmount !== null && amount < minAmount) return false;
  if (dailyCount === 0 || monthlyCount === 0) return false;
  return [maxAmount, dailyAmount, monthlyAmount].every((most) => most === null || amount <= most);
}

const firstEnd = ({ held }: PooledRequisite, now: Instant): Instant =>
  Math.max(
    now,
    held.reduce((first, { until }) => Math.min(first, until), Number.MAX_SAFE_INTEGER),
  );

/** The least amount from here on that is not taken. */
function leastFree(taken: ReadonlySet<bigint>, amount: bigint, step: bigint): bigint | null {
  for (let extra = 0n; extra <= MOST_EXTRA_STEPS; extra += 1n) if (!taken.has(amount + extra * step)) return amount + extra * step;
  return null;
}

/** An amount that nobody else was asked for on this requisite and nobody may still pay late (R23); where it can be, none that was just received. */
function ownAmount({ held, late, recent }: PooledRequisite, amount: bigint, step: bigint): bigint | null {
  const taken = [...held.map((one) => one.amount), ...late];
  return leastFree(new Set([...taken, ...recent]), amount, step) ?? leastFree(new Set(taken), amount, step);
}

function judgeSingle(requisite: PooledRequisite, now: Instant): Judged | null {
  const rest = requisite.restMinutes * MINUTE_MS;
  if (requisite.held.length > 0) return { fit: 'later', block: 'held', at: firstEnd(requisite, now) + rest };
  const restedAt = (requisite.freedAt ?? 0) + rest;
  return requisite.freedAt !== null && restedAt > now ? { fit: 'later', block: 'resting', at: restedAt } : null;
}

/**
 * Whether a requisite can be given for an amount now, and with which amount exactly; else why not and when it may be asked again.
 * `step`: the least difference between two amounts that a payer sees.
 */
export function judgeRequisite(requisite: PooledRequisite, amount: bigint, step: bigint, now: Instant): Judged {
  if (requisite.state !== 'active') return { fit: 'never', block: 'frozen' };
  if (!everFits(requisite, amount)) return { fit: 'never', block: 'amount' };
  const opens = opensAt(requisite, now);
  if (opens !== null) return { fit: 'later', block: 'out_of_hours', at: opens };
  if (requisite.sharing === 'single') {
    const taken = judgeSingle(requisite, now);
    if (taken) return taken;
  }
  const own = requisite.sharing === 'single' ? amount : ownAmount(requisite, amount, step);
  if (own === null) return { fit: 'later', block: 'no_amount_left', at: firstEnd(requisite, now) };
  const renewed = limitOpensAt(requisite, own, now);
  if (renewed === null) return { fit: 'free', amount: own };
  // What is held may come to nothing before the limit begins anew
  const at = requisite.held.length > 0 ? Math.min(renewed, firstEnd(requisite, now)) : renewed;
  return { fit: 'later', block: 'limit_reached', at };
}

/** The largest amount up to `most` that a requisite takes now, of one that is free for `least`. Both in minor units. */
export function largestFree(
  requisite: PooledRequisite,
  { least, most, step }: { readonly least: bigint; readonly most: bigint; readonly step: bigint },
): bigint {
  const { sharing, maxAmount, dailyAmount, monthlyAmount, today, month, held, late, recent } = requisite;
  const open = heldSum(requisite);
  const limits = [
    most,
    ...(maxAmount === null ? [] : [maxAmount]),
    ...(dailyAmount === null ? [] : [dailyAmount - today.amount - open]),
    ...(monthlyAmount === null ? [] : [monthlyAmount - month.amount - open]),
  ];
  const limit = limits.reduce((lowest, one) => (one < lowest ? one : lowest));
  const taken = new Set(sharing === 'single' ? [] : [...held.map((one) => one.amount), ...late, ...recent]);
  let amount = (limit / step) * step;
  while (taken.has(amount)) amount -= step;
  return amount < least ? least : amount;
}

export type Chosen =
  | { readonly outcome: 'given'; readonly id: string; readonly amount: bigint }
  | { readonly outcome: 'later'; readonly at: Instant }
  | { readonly outcome: 'none'; readonly block: PoolBlock | 'empty' };

/** Less is better: no late money of this very amount, then none at all, then the least used today, then the longest unused (domain 10). */
function compareFit(a: PooledRequisite, b: PooledRequisite, amount: bigint): number {
  const lateness = ({ late, sharing }: PooledRequisite): number =>
    sharing !== 'single' || late.length === 0 ? 0 : late.includes(amount) ? 2 : 1;
  const used = ({ today, held }: PooledRequisite): number => today.count + held.length;
  const byLateness = lateness(a) - lateness(b);
  const byUse = used(a) - used(b);
  const byTime = (a.lastGivenAt ?? 0) - (b.lastGivenAt ?? 0);
  return byLateness || byUse || byTime || (a.id < b.id ? -1 : 1);
}

/** Which requisite of the pool an order gets, when the next one is free, or why there will be none (T5, T6; R69). */
export function chooseRequisite(
  pool: readonly PooledRequisite[],
  { amount, step, now }: { readonly amount: bigint; readonly step: bigint; readonly now: Instant },
): Chosen {
  const judged = pool.map((requisite) => ({ requisite, judged: judgeRequisite(requisite, amount, step, now) }));
  const free = judged.flatMap(({ requisite, judged: one }) => (one.fit === 'free' ? [{ requisite, amount: one.amount }] : []));
  const [best] = free.toSorted((a, b) => compareFit(a.requisite, b.requisite, amount));
  if (best) return { outcome: 'given', id: best.requisite.id, amount: best.amount };
  const times = judged.flatMap(({ judged: one }) => (one.fit === 'later' ? [one.at] : []));
  if (times.length > 0) return { outcome: 'later', at: Math.min(...times) };
  const blocks = judged.flatMap(({ judged: one }) => (one.fit === 'never' ? [one.block] : []));
  return { outcome: 'none', block: blocks.find((block) => block === 'amount') ?? blocks[0] ?? 'empty' };
}

/** What the list of requisites says of each: free, or what stands against the least order it takes. */
export function showState(
  requisite: PooledRequisite,
  step: bigint,
  now: Instant,
): { readonly shown: PoolBlock | 'free' | 'retired'; readonly until: Instant | null } {
  if (requisite.state === 'retired') return { shown: 'retired', until: null };
  const judged = judgeRequisite(requisite, requisite.minAmount ?? step, step, now);
  if (judged.fit === 'free') return { shown: 'free', until: null };
  return { shown: judged.block, until: judged.fit === 'later' ? judged.at : null };
}
