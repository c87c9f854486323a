import { roundDownToPrecision, roundUpToPrecision, stepOf } from '#core/money/decimals.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Slot } from '#core/slots/slot.ts';
import { incomeFor, largestIncomeWithin, outcomeFor } from './convert.ts';
import type { Band, DirectionPrice } from './direction-price.ts';
import type { MaxReason, MinReason } from './limit-reasons.ts';

/** Range of incomes that a direction accepts now. Minor units. */
export interface IncomeLimits {
  readonly minIncome: bigint;
  readonly maxIncome: bigint;
  readonly minReason: MinReason;
  readonly maxReason: MaxReason;
}

/** Range of amounts that a direction accepts now, and the rule behind each limit (domain 3). Minor units. */
export interface Limits extends IncomeLimits {
  readonly minOutcome: bigint;
  readonly maxOutcome: bigint;
}

/** The outcome amounts that a slot serves. Without a bound the direction's own limit applies. */
export type SlotRange = Pick<Slot, 'kind' | 'outcomeAmount' | 'minOutcomeAmount' | 'maxOutcomeAmount'>;

interface Bound<Reason> {
  readonly amount: bigint;
  readonly reason: Reason;
  /** The amount as a number, for fast comparison only. */
  readonly approximate: number;
}

const bound = <Reason>(limit: bigint, reason: Reason): Bound<Reason> => ({ amount: limit, reason, approximate: Number(limit) });
const higher = <Reason>(a: Bound<Reason>, b: Bound<Reason>): Bound<Reason> => (b.amount > a.amount ? b : a);
const lower = <Reason>(a: Bound<Reason>, b: Bound<Reason>): Bound<Reason> => (b.amount < a.amount ? b : a);

/** A payment system's own limits at its precision. They are cached, as every price needs them. */
interface SystemLimits {
  /** The minimum as income and as outcome. An outcome without a minimum starts at the first amount that fees leave. */
  readonly minIncome: Bound<MinReason>;
  readonly minOutcome: Bound<MinReason>;
  readonly max: Bound<MaxReason>;
  readonly approximateStep: number;
}
const systemLimitsCache = new WeakMap<PaymentSystem, SystemLimits>();

function systemLimits(system: PaymentSystem): SystemLimits {
  const cached = systemLimitsCache.get(system);
  if (cached) return cached;
  const step = stepOf(system);
  const minIncome = bound<MinReason>(roundUpToPrecision(system.minAmount, system), 'payment_system');
  const limits: SystemLimits = {
    minIncome,
    minOutcome: higher(bound<MinReason>(step, 'fees'), minIncome),
    max: bound(roundDownToPrecision(system.maxAmount, system), 'payment_system'),
    approximateStep: Number(step),
  };
  systemLimitsCache.set(system, limits);
  return limits;
}

function minOutcomeBound({ outcome }: DirectionPrice, slot: SlotRange | null): Bound<MinReason> {
  const systemMin = systemLimits(outcome).minOutcome;
  const slotFloor = slot?.outcomeAmount ?? slot?.minOutcomeAmount;
  return slotFloor == null ? systemMin : higher(systemMin, bound(roundUpToPrecision(slotFloor, outcome), 'slot'));
}

function maxOutcomeBound({ outcome }: DirectionPrice, reserve: bigint, slot: SlotRange | null): Bound<MaxReason> {
  const systemMax = systemLimits(outcome).max;
  const slotCap = slot?.outcomeAmount ?? slot?.maxOutcomeAmount;
  const allowed = slotCap == null ? systemMax : lower(systemMax, bound(roundDownToPrecision(slotCap, outcome), 'slot'));
  const available = reserve > 0n ? reserve : 0n;
  return available >= allowed.amount ? allowed : bound(roundDownToPrecision(available, outcome), 'reserve');
}

function minIncomeBound({ income, direction }: DirectionPrice): Bound<MinReason> {
  const systemMin = systemLimits(income).minIncome;
  const min =
    direction.minIncome === null ? systemMin : higher(systemMin, bound(roundUpToPrecision(direction.minIncome, income), 'direction'));
  const { requisitesRange: pool } = income;
  return pool === undefined ? min : higher(min, bound(roundUpToPrecision(pool.min, income), 'requisites'));
}

function maxIncomeBound({ income, direction }: DirectionPrice): Bound<MaxReason> {
  const systemMax = systemLimits(income).max;
  const max =
    direction.maxIncome === null ? systemMax : lower(systemMax, bound(roundDownToPrecision(direction.maxIncome, income), 'direction'));
  const { requisitesRange: pool } = income;
  return pool === undefined ? max : lower(max, bound(roundDownToPrecision(pool.max, income), 'requisites'));
}

/** The smallest income with the largest outcome within the cap. The customer does not pay for a fraction that is not paid out. */
function smallestIncomeFor(price: DirectionPrice, outcomeCap: bigint): bigint {
  const outcome = outcomeFor(price, largestIncomeWithin(price, outcomeCap));
  return outcome > 0n ? incomeFor(price, outcome) : 0n;
}

/** Bounds that the outcome side sets. `isExact`: a slot sells one exact amount. */
interface OutcomeBounds {
  readonly floor: Bound<MinReason>;
  readonly cap: Bound<MaxReason>;
  readonly isExact: boolean;
}

function outcomeBounds(price: DirectionPrice, reserve: bigint, slot: SlotRange | null): OutcomeBounds {
  const [floor, cap] = [minOutcomeBound(price, slot), maxOutcomeBound(price, reserve, slot)];
  return { floor, cap, isExact: slot?.outcomeAmount != null && floor.amount <= cap.amount };
}

/** Relative error allowed for the estimates below. It is larger than their rounding and smaller than the distance between limits. */
const ESTIMATE_MARGIN = 1e-6;

/** Estimated cost of an outcome in the worst and the best band, and how far rounding and band ends may shift a limit. */
interface CostEstimate {
  readonly worst: (outcome: number) => number;
  readonly best: (outcome: number) => number;
  readonly slack: number;
}

/** Floating-point estimates. They only decide which exact calculation can be skipped, and are never an amount. */
function estimateOf({ income, outcome, bands }: DirectionPrice): CostEstimate {
  const costOf = ({ slope, offset, divisor }: Band) => {
    const approximateSlope = Number(slope);
    const [perOutcome, fixed] = [Number(divisor) / approximateSlope, offset === 0n ? 0 : Number(offset) / approximateSlope];
    return { perOutcome, of: (amount: number) => amount * perOutcome + fixed };
  };
  const worst = costOf(bands[0]);
  const best = bands.length === 1 ? worst : costOf(bands.at(-1) ?? bands[0]);
  return {
    worst: worst.of,
    best: best.of,
    slack: 4 * (systemLimits(income).approximateStep + systemLimits(outcome).approximateStep * worst.perOutcome),
  };
}

/** Whether an income is certainly more than an outcome costs, even in the worst band. */
const isCertainlyAbove = ({ worst, slack }: CostEstimate, income: number, outcome: number): boolean =>
  income * (1 - ESTIMATE_MARGIN) > worst(outcome) + slack;

/** Whether an income is certainly less than an outcome costs, even in the best band. */
const isCertainlyBelow = ({ best, slack }: CostEstimate, income: number, outcome: number): boolean =>
  income * (1 + ESTIMATE_MARGIN) + slack < best(outcome);

interface IncomeLimitsResult extends IncomeLimits {
  /** Whether the maximum comes from the outcome side. */
  readonly isMaxFromOutcome: boolean;
}

/** Limits of the income side: its own, and the income that the outcome's limits require. */
function incomeLimitsAt(price: DirectionPrice, { floor, cap, isExact }: OutcomeBounds): IncomeLimitsResult {
  const [sideMin, max] = [minIncomeBound(price), maxIncomeBound(price)];
  const estimate = estimateOf(price);
  const min = isCertainlyAbove(estimate, sideMin.approximate, floor.approximate)
    ? sideMin
    : higher(bound(incomeFor(price, floor.amount), floor.reason), sideMin);
  const minPart = { minIncome: min.amount, minReason: min.reason };
  // An income that fees consume entirely is below every cap, but is not a maximum
  if (!isExact && isCertainlyBelow(estimate, max.approximate, cap.approximate) && isCertainlyAbove(estimate, max.approximate, 0))
    return { ...minPart, maxIncome: max.amount, maxReason: max.reason, isMaxFromOutcome: false };
  const maxFromOutcome = isExact ? incomeFor(price, floor.amount) : smallestIncomeFor(price, cap.amount);
  return maxFromOutcome <= max.amount
    ? { ...minPart, maxIncome: maxFromOutcome, maxReason: cap.reason, isMaxFromOutcome: true }
    : { ...minPart, maxIncome: max.amount, maxReason: max.reason, isMaxFromOutcome: false };
}

/** Limits of the income side without a slot, for the rate file. `reserve`: minor units of the outcome. */
export const incomeLimitsOf = (price: DirectionPrice, reserve: bigint): IncomeLimits =>
  incomeLimitsAt(price, outcomeBounds(price, reserve, null));

// Many quotes of one direction share prices and reserve, so the last result without a slot is cached
const limitsCache = new WeakMap<DirectionPrice, { readonly reserve: bigint; readonly limits: Limits }>();

/**
 * Intersects the limits of payment systems, direction, slot and reserve (minor units of the outcome). A minimum above the maximum means
 * that nothing can be exchanged.
 */
export function limitsOf(price: DirectionPrice, reserve: bigint, slot: SlotRange | null): Limits {
  if (slot) return calculateLimits(price, reserve, slot);
  const cached = limitsCache.get(price);
  if (cached?.reserve === reserve) return cached.limits;
  const limits = calculateLimits(price, reserve, null);
  limitsCache.set(price, { reserve, limits });
  return limits;
}

function calculateLimits(price: DirectionPrice, reserve: bigint, slot: SlotRange | null): Limits {
  const bounds = outcomeBounds(price, reserve, slot);
  const { floor, cap } = bounds;
  const { isMaxFromOutcome, ...income } = incomeLimitsAt(price, bounds);
  // The cap itself may be requested, although its income may be one step above the limit and buy slightly more
  const isCapServed = isMaxFromOutcome && cap.amount > 0n && incomeFor(price, cap.amount) <= maxIncomeBound(price).amount;
  return {
    ...income,
    minOutcome: income.minIncome === incomeFor(price, floor.amount) ? floor.amount : outcomeFor(price, income.minIncome),
    maxOutcome: isCapServed ? cap.amount : outcomeFor(price, income.maxIncome),
  };
}
