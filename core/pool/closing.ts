import { larger, smaller } from '#core/money/bigint.ts';
import type { Instant } from '#core/time.ts';
import type { AmountRange } from '#core/payment-system/payment-system.ts';
import { requisiteState, largestFreeAmount, type PoolBlock, type PooledRequisite } from './requisite.ts';

/** Blocks that the shop has configured. They alone raise no alarm. */
const CONFIGURED_BLOCKS: readonly PoolBlock[] = ['out_of_hours', 'resting'];
/** Blocks caused by orders. */
const ORDER_BLOCKS: readonly PoolBlock[] = ['held', 'limit_reached', 'no_amount_left'];

/** Limits of a payment system for one order, minor units, and the step of its amounts. */
interface OrderRange extends AmountRange {
  readonly step: bigint;
  readonly now: Instant;
}

const minimumOf = ({ minAmount }: PooledRequisite, min: bigint): bigint => (minAmount === null ? min : larger(minAmount, min));

/**
 * The range of amounts for which a requisite is free now, within the payment system's limits (domain 5, R73). Null if the pool is empty.
 */
export function acceptedRange(pool: readonly PooledRequisite[], { min, max, step, now }: OrderRange): AmountRange | null {
  const ranges = pool.flatMap((requisite) => {
    const lowest = minimumOf(requisite, min);
    if (lowest > max || requisiteState(requisite, lowest, step, now).fit !== 'free') return [];
    return [{ min: lowest, max: largestFreeAmount(requisite, { min: lowest, max, step }) }];
  });
  // The ranges are merged into one, so some amounts within it may still find no requisite
  const [first, ...others] = ranges;
  if (first === undefined) return null;
  return others.reduce((merged, range) => ({ min: smaller(merged.min, range.min), max: larger(merged.max, range.max) }), first);
}

/** Why new orders of a payment system find no requisite. */
export interface PoolOutage {
  /** When the next may be free; null: unknown. */
  readonly opensAt: Instant | null;
  readonly blocks: readonly PoolBlock[];
  /** Whether an alarm is raised. None is raised if only closed hours or pauses between orders block the pool. */
  readonly raisesAlarm: boolean;
}

/**
 * Why no requisite is free for the smallest order of a payment system (domain 5, R73); null if one is. `min`: the system's minimum, minor
 * units.
 */
export function poolOutage(
  pool: readonly PooledRequisite[],
  { min, step, now }: { readonly min: bigint; readonly step: bigint; readonly now: Instant },
): PoolOutage | null {
  const states = pool.map((requisite) => requisiteState(requisite, minimumOf(requisite, min), step, now));
  if (states.some(({ fit }) => fit === 'free')) return null;
  const times = states.flatMap((state) => (state.fit === 'later' ? [state.at] : []));
  const blocks = states.flatMap((state) => (state.fit === 'free' ? [] : [state.block]));
  return {
    opensAt: times.length === 0 ? null : Math.min(...times),
    blocks,
    raisesAlarm: blocks.some((block) => ORDER_BLOCKS.includes(block)) || !blocks.some((block) => CONFIGURED_BLOCKS.includes(block)),
  };
}
