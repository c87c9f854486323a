import type { Instant } from '#core/time.ts';
import type { AmountRange } from '#core/payment-system/payment-system.ts';
import { judgeRequisite, largestFree, type PoolBlock, type PooledRequisite } from './requisite.ts';

/** Blocks that the shop has chosen: nobody is called for them alone. */
const CHOSEN: readonly PoolBlock[] = ['out_of_hours', 'resting'];
/** Blocks that orders cause. */
const BY_ORDERS: readonly PoolBlock[] = ['held', 'limit_reached', 'no_amount_left'];

/** What a payment system takes of one order, in minor units, and the step of its amounts. */
interface OrderRange extends AmountRange {
  readonly step: bigint;
  readonly now: Instant;
}

const leastOf = ({ minAmount }: PooledRequisite, least: bigint): bigint => (minAmount !== null && minAmount > least ? minAmount : least);

/**
 * Between which amounts orders find a requisite now: the least and the largest that some free one accepts, within what the payment system takes
 * (domain 5, R73). Between them some amounts may find none. Null: the pool is empty.
 */
export function rangeOf(pool: readonly PooledRequisite[], { least, most, step, now }: OrderRange): AmountRange | null {
  const ranges = pool.flatMap((one) => {
    const from = leastOf(one, least);
    if (from > most || judgeRequisite(one, from, step, now).fit !== 'free') return [];
    return [{ least: from, most: largestFree(one, { least: from, most, step }) }];
  });
  const [first, ...rest] = ranges;
  if (first === undefined) return null;
  return rest.reduce(
    (all, one) => ({ least: one.least < all.least ? one.least : all.least, most: one.most > all.most ? one.most : all.most }),
    first,
  );
}

/** Why new orders of a payment system would find no requisite. */
export interface PoolClosing {
  /** When the next may be free; null: nobody knows. */
  readonly opensAt: Instant | null;
  readonly blocks: readonly PoolBlock[];
  /** Whether people are called: it is not only closed for the night, or for a pause between orders. */
  readonly calls: boolean;
}

/**
 * Whether the pool is empty for the least order that its payment system takes (domain 5, R73); null: a requisite is free.
 * `least`: the system's minimum in minor units.
 */
export function closingOf(
  pool: readonly PooledRequisite[],
  { least, step, now }: { readonly least: bigint; readonly step: bigint; readonly now: Instant },
): PoolClosing | null {
  const judged = pool.map((one) => judgeRequisite(one, leastOf(one, least), step, now));
  if (judged.some(({ fit }) => fit === 'free')) return null;
  const times = judged.flatMap((one) => (one.fit === 'later' ? [one.at] : []));
  const blocks = judged.flatMap((one) => (one.fit === 'free' ? [] : [one.block]));
  return {
    opensAt: times.length === 0 ? null : Math.min(...times),
    blocks,
    calls: blocks.some((block) => BY_ORDERS.includes(block)) || !blocks.some((block) => CHOSEN.includes(block)),
  };
}
