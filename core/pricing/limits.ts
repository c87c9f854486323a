import { roundDownToPrecision, roundUpToPrecision, stepOf } from '#core/money/decimals.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Slot } from '#core/slots/slot.ts';
import { incomeFor, largestIncomeWithin, outcomeFor } from './convert.ts';
import type { Band, DirectionPrice } from './direction-price.ts';
import type { MaxReason, MinReason } from './limit-reasons.ts';

/** Between which incomes a direction may be used now. Minor units. */
export interface IncomeLimits {
  readonly minIncome: bigint;
  readonly maxIncome: bigint;
  readonly minReason: MinReason;
  readonly maxReason: MaxReason;
}

/** Between which amounts a direction may be used now, and which rule sets each limit (domain 3). Minor units. */
export interface Limits extends IncomeLimits {
  readonly minOutcome: bigint;
  readonly maxOutcome: bigint;
}

/** The outcome amounts a slot serves; null where the slot leaves that end to the direction. */
export type SlotRange = Pick<Slot, 'kind' | 'outcomeAmount' | 'minOutcomeAmount' | 'maxOutcomeAmount'>;

interface Bound<Reason> {
  readonly amount: bigint;
  readonly reason: Reason;
  /** The amount as a number, to compare at a glance and never to count with. */
  readonly about: number;
}

const bound = <Reason>(limit: bigint, reason: Reason): Bound<Reason> => ({ amount: limit, reason, about: Number(limit) });
const higher = <Reason>(a: Bound<Reason>, b: Bound<Reason>): Bound<Reason> => (b.amount > a.amount ? b : a);
const lower = <Reason>(a: Bound<Reason>, b: Bound<Reason>): Bound<Reason> => (b.amount < a.amount ? b : a);

/** A payment system's own limits in amounts that it can show; kept, because every price asks. */
interface Own {
  /** Of an income, and of an outcome: without a minimum of its own, that is the first amount that the fees leave anything of. */
  readonly leastIncome: Bound<MinReason>;
  readonly leastOutcome: Bound<MinReason>;
  readonly most: Bound<MaxReason>;
  readonly aboutStep: number;
}
const owns = new WeakMap<PaymentSystem, Own>();

function ownOf(system: PaymentSystem): Own {
  const kept = owns.get(system);
  if (kept) return kept;
  const step = stepOf(system);
  const leastIncome = bound<MinReason>(roundUpToPrecision(system.minAmount, system), 'payment_system');
  const made: Own = {
    leastIncome,
    leastOutcome: higher(bound<MinReason>(step, 'fees'), leastIncome),
    most: bound(roundDownToPrecision(system.maxAmount, system), 'payment_system'),
    aboutStep: Number(step),
  };
  owns.set(system, made);
  return made;
}

function leastOutcome({ outcome }: DirectionPrice, slot: SlotRange | null): Bound<MinReason> {
  const own = ownOf(outcome).leastOutcome;
  const slotFloor = slot?.outcomeAmount ?? slot?.minOutcomeAmount;
  return slotFloor == null ? own : higher(own, bound(roundUpToPrecision(slotFloor, outcome), 'slot'));
}

function mostOutcome({ outcome }: DirectionPrice, reserve: bigint, slot: SlotRange | null): Bound<MaxReason> {
  const own = ownOf(outcome).most;
  const slotCap = slot?.outcomeAmount ?? slot?.maxOutcomeAmount;
  const asked = slotCap == null ? own : lower(own, bound(roundDownToPrecision(slotCap, outcome), 'slot'));
  const promised = reserve > 0n ? reserve : 0n;
  return promised >= asked.amount ? asked : bound(roundDownToPrecision(promised, outcome), 'reserve');
}

function leastIncome({ income, direction }: DirectionPrice): Bound<MinReason> {
  const own = ownOf(income).leastIncome;
  const least = direction.minIncome === null ? own : higher(own, bound(roundUpToPrecision(direction.minIncome, income), 'direction'));
  const { requisitesTake: pool } = income;
  return pool === undefined ? least : higher(least, bound(roundUpToPrecision(pool.least, income), 'requisites'));
}

function mostIncome({ income, direction }: DirectionPrice): Bound<MaxReason> {
  const own = ownOf(income).most;
  const most = direction.maxIncome === null ? own : lower(own, bound(roundDownToPrecision(direction.maxIncome, income), 'direction'));
  const { requisitesTake: pool } = income;
  return pool === undefined ? most : lower(most, bound(roundDownToPrecision(pool.most, income), 'requisites'));
}

/** The least income that gives the most the cap allows: nobody is invited to pay for dust that he would not get. */
function incomeWithin(price: DirectionPrice, outcomeCap: bigint): bigint {
  const outcome = outcomeFor(price, largestIncomeWithin(price, outcomeCap));
  return outcome > 0n ? incomeFor(price, outcome) : 0n;
}

/** What the outcome side asks of the income side. `isExact`: a slot sells its one amount, for what that costs. */
interface Asked {
  readonly floor: Bound<MinReason>;
  readonly cap: Bound<MaxReason>;
  readonly isExact: boolean;
}

function askedBy(price: DirectionPrice, reserve: bigint, slot: SlotRange | null): Asked {
  const [floor, cap] = [leastOutcome(price, slot), mostOutcome(price, reserve, slot)];
  return { floor, cap, isExact: slot?.outcomeAmount != null && floor.amount <= cap.amount };
}

/** Far wider than all roundings of what is estimated below, and far narrower than limits lie apart. */
const CLEARLY = 1e-6;

/** About what an outcome costs in the worst band and in the best, and how far rounding and the ends of bands can shift a limit: a few steps of either side. */
interface Estimate {
  readonly worst: (outcome: number) => number;
  readonly best: (outcome: number) => number;
  readonly slack: number;
}

/** Numbers that decide only which of two exact answers need not be worked out: never an amount. */
function estimateOf({ income, outcome, bands }: DirectionPrice): Estimate {
  const costs = ({ slope, offset, divisor }: Band) => {
    const about = Number(slope);
    const [perOutcome, fixed] = [Number(divisor) / about, offset === 0n ? 0 : Number(offset) / about];
    return { perOutcome, of: (amount: number) => amount * perOutcome + fixed };
  };
  const worst = costs(bands[0]);
  const best = bands.length === 1 ? worst : costs(bands.at(-1) ?? bands[0]);
  return { worst: worst.of, best: best.of, slack: 4 * (ownOf(income).aboutStep + ownOf(outcome).aboutStep * worst.perOutcome) };
}

/** Whether an income is surely more than what an outcome costs, even in the worst band. */
const isClearlyAbove = ({ worst, slack }: Estimate, income: number, outcome: number): boolean =>
  income * (1 - CLEARLY) > worst(outcome) + slack;

/** Whether an income is surely less than what an outcome costs, even in the best band. */
const isClearlyBelow = ({ best, slack }: Estimate, income: number, outcome: number): boolean =>
  income * (1 + CLEARLY) + slack < best(outcome);

interface FoundLimits extends IncomeLimits {
  /** Whether the maximum is what the outcome side bears. */
  readonly isOfOutcome: boolean;
}

/** The limits of the income side: what stands on it, and what the other side's limits cost. */
function incomeLimitsAt(price: DirectionPrice, { floor, cap, isExact }: Asked): FoundLimits {
  const [least, most] = [leastIncome(price), mostIncome(price)];
  const estimate = estimateOf(price);
  const min = isClearlyAbove(estimate, least.about, floor.about)
    ? least
    : higher(bound(incomeFor(price, floor.amount), floor.reason), least);
  const own = { minIncome: min.amount, minReason: min.reason };
  // An income that fees eat whole is below every cap, and no maximum
  if (!isExact && isClearlyBelow(estimate, most.about, cap.about) && isClearlyAbove(estimate, most.about, 0))
    return { ...own, maxIncome: most.amount, maxReason: most.reason, isOfOutcome: false };
  const borne = isExact ? incomeFor(price, floor.amount) : incomeWithin(price, cap.amount);
  return borne <= most.amount
    ? { ...own, maxIncome: borne, maxReason: cap.reason, isOfOutcome: true }
    : { ...own, maxIncome: most.amount, maxReason: most.reason, isOfOutcome: false };
}

/** The income side's limits without a slot: all that the rate file asks. */
export const incomeLimitsOf = (price: DirectionPrice, reserve: bigint): IncomeLimits =>
  incomeLimitsAt(price, askedBy(price, reserve, null));

// Many quotes of one direction share prices and reserve: what was found last is kept, without a slot the only case worth it.
const found = new WeakMap<DirectionPrice, { readonly reserve: bigint; readonly limits: Limits }>();

/**
 * Intersects the payment systems' limits, the direction's, the slot's and the reserve. Minimum above maximum means that nothing fits now.
 * An income within its limits yields an outcome within its own; an outcome within its limits costs an income within its own, or at the very
 * maximum up to one step of the income more.
 */
export function limitsOf(price: DirectionPrice, reserve: bigint, slot: SlotRange | null): Limits {
  if (slot) return findLimits(price, reserve, slot);
  const before = found.get(price);
  if (before?.reserve === reserve) return before.limits;
  const limits = findLimits(price, reserve, null);
  found.set(price, { reserve, limits });
  return limits;
}

function findLimits(price: DirectionPrice, reserve: bigint, slot: SlotRange | null): Limits {
  const asked = askedBy(price, reserve, slot);
  const { floor, cap } = asked;
  const { isOfOutcome, ...income } = incomeLimitsAt(price, asked);
  // The cap itself may be asked for, although the income that yields it may buy a little more than the cap.
  const isCapServed = isOfOutcome && cap.amount > 0n && incomeFor(price, cap.amount) <= mostIncome(price).amount;
  return {
    ...income,
    minOutcome: income.minIncome === incomeFor(price, floor.amount) ? floor.amount : outcomeFor(price, income.minIncome),
    maxOutcome: isCapServed ? cap.amount : outcomeFor(price, income.maxIncome),
  };
}
