import { MINUTE_MS } from '#core/time.ts';
import type { OrderStatus } from './status.ts';

/** States of an order that holds a reserve without a payment (domain 5, "Open orders"). */
export const UNPAID_STATUSES = [
  'awaiting_verification',
  'awaiting_requisites',
  'awaiting_payment',
  'payment_claimed',
  'moderation',
] as const satisfies readonly OrderStatus[];

/** Most unpaid orders of one visitor, counted by session, order keys and e-mail. */
export const MAX_UNPAID_ORDERS = 10;
/** Most unpaid orders of unknown visitors of one IP address, which customers of a mobile network share. It allows 60 new orders an hour. */
export const MAX_UNPAID_OF_ADDRESS = 20;
/** Most unpaid orders of unknown visitors of one network (256 IPv4 addresses or an IPv6 /48). It allows 180 new orders an hour. */
export const MAX_UNPAID_OF_NETWORK = 60;
/** Per cent of a reserve that unpaid orders of one visitor may hold. */
export const VISITOR_SHARE_PERCENT = 30n;
/** If all unpaid orders hold more per cent of a reserve, a new one needs a proof of work. */
export const PROOF_ABOVE_PERCENT = 30n;
/** If they hold more per cent, payment windows become short: the reserve is "under pressure". */
export const SHORT_WINDOW_ABOVE_PERCENT = 45n;
/** If they hold more per cent, only visitors with a completed order get another one. */
export const KNOWN_ONLY_ABOVE_PERCENT = 70n;
/** Per cent of a reserve, or of a pool of requisites, that unpaid orders of one network may hold under pressure. */
export const NETWORK_SHARE_PERCENT = 30n;
/** The longest payment window while a reserve is under pressure. */
export const SHORT_WINDOW_MS = 15 * MINUTE_MS;

/** Unpaid orders of all visitors of this address and network, without the new one. */
export interface UnpaidNearby {
  readonly address: number;
  readonly network: number;
}

/** Whether unknown visitors of this address or network get no more orders, with or without a proof of work. */
export const isNetworkFull = ({ address, network }: UnpaidNearby): boolean =>
  address >= MAX_UNPAID_OF_ADDRESS || network >= MAX_UNPAID_OF_NETWORK;

/** What unpaid orders hold of one reserve, in minor units, the new order included. */
export interface UnpaidHolds {
  /** The reserve available without unpaid orders. */
  readonly total: bigint;
  /** What all unpaid orders hold. */
  readonly unpaidTotal: bigint;
}

export interface ReserveShareFacts extends UnpaidHolds {
  /** What unpaid orders hold that are or may be this visitor's, also by the typed e-mail. The new one is included. */
  readonly possible: bigint;
  /** The part of `possible` that session or order keys prove. The new order is included. */
  readonly proven: bigint;
  /** What unpaid orders from this visitor's network hold, the new one included. Zero if the network is unknown. */
  readonly network: bigint;
  /** What the new order holds. */
  readonly amount: bigint;
  /** Whether the amount is within the direction's own limit for one order. */
  readonly isOrdinary: boolean;
  /** Whether the visitor has a completed order. */
  readonly isKnown: boolean;
  /** The visitor's own share, if it differs from the default, per cent. */
  readonly sharePercent?: bigint;
}

/** What unpaid orders use of a pool of requisites, in thousandths of one requisite, the new order included. */
export type PoolShareFacts = Pick<
  ReserveShareFacts,
  'total' | 'unpaidTotal' | 'proven' | 'network' | 'amount' | 'isKnown' | 'sharePercent'
>;

const isAbove = (part: bigint, total: bigint, percent: bigint): boolean => part * 100n > total * percent;

/**
 * Whether unpaid orders of one network hold too much of a reserve under pressure. Its unknown visitors then get no more, except for the
 * first order.
 */
const isNetworkOverShare = ({
  total,
  unpaidTotal,
  network,
  amount,
}: Pick<ReserveShareFacts, 'total' | 'unpaidTotal' | 'network' | 'amount'>): boolean =>
  network > amount && isAbove(network, total, NETWORK_SHARE_PERCENT) && isAbove(unpaidTotal, total, SHORT_WINDOW_ABOVE_PERCENT);

export type PromiseVerdict = 'promised' | 'proof_needed' | 'share_exceeded' | 'kept_for_known';

/** Whether one more unpaid order may hold a reserve (domain 5, "Open orders"). The more is held, the more proof is needed. */
export function judgeReserveShare(facts: ReserveShareFacts): PromiseVerdict {
  const { total, unpaidTotal, possible, proven, amount, sharePercent = VISITOR_SHARE_PERCENT } = facts;
  // A visitor's first ordinary order is always within the share
  const exceedsShare = (held: bigint): boolean => isAbove(held, total, sharePercent) && !(held <= amount && facts.isOrdinary);
  if (exceedsShare(proven)) return 'share_exceeded';
  if (isNetworkOverShare(facts) && !facts.isKnown) return 'kept_for_known';
  // Orders that only share the typed e-mail may require a proof of work, but never refuse an order
  if (!isAbove(unpaidTotal - amount, total, PROOF_ABOVE_PERCENT)) return exceedsShare(possible) ? 'proof_needed' : 'promised';
  if (isAbove(unpaidTotal, total, KNOWN_ONLY_ABOVE_PERCENT) && !facts.isKnown) return 'kept_for_known';
  return 'proof_needed';
}

/**
 * Whether one more unpaid order may use a requisite of a pool. A visitor's first order is always within the visitor's share, as
 * requisites are few; the share of the network may still refuse it.
 */
export function judgePoolShare(facts: PoolShareFacts): Exclude<PromiseVerdict, 'proof_needed'> {
  const { total, proven, amount, sharePercent = VISITOR_SHARE_PERCENT } = facts;
  if (proven > amount && isAbove(proven, total, sharePercent)) return 'share_exceeded';
  return isNetworkOverShare(facts) && !facts.isKnown ? 'kept_for_known' : 'promised';
}

/** The payment window of an order, ms: the direction's own, or a short one while the reserve is under pressure. */
export const paymentWindowMs = ({ total, unpaidTotal }: UnpaidHolds, ordinaryMs: number): number =>
  isAbove(unpaidTotal, total, SHORT_WINDOW_ABOVE_PERCENT) ? Math.min(ordinaryMs, SHORT_WINDOW_MS) : ordinaryMs;

/**
 * Whether a claim ("I have paid") keeps its hold after the payment window. It needs a cheque, and in moderation a reserve that unpaid
 * orders hardly hold.
 */
export const keepsHold = (
  claim: { readonly status: OrderStatus; readonly hasCheque: boolean },
  { total, unpaidTotal }: UnpaidHolds,
): boolean => claim.hasCheque && (claim.status === 'payment_claimed' || !isAbove(unpaidTotal, total, PROOF_ABOVE_PERCENT));
