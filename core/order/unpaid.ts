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

/** Unpaid orders of one visitor, counted by session, order keys and e-mail. */
export const MAX_UNPAID_ORDERS = 10;
/**
 * Most unpaid orders of unknown visitors of one address (mobile networks share them): 20 of 20 minutes each are 60 new orders an hour, more
 * than its customers make.
 */
export const MAX_UNPAID_OF_ADDRESS = 20;
/** The same of one network, 256 IPv4 addresses or an IPv6 /48: 180 new orders an hour by customers without an exchange. */
export const MAX_UNPAID_OF_NETWORK = 60;
/** Per cent of a reserve that unpaid orders of one visitor may hold. */
export const VISITOR_SHARE_PERCENT = 30n;
/** Per cent of a reserve held by all unpaid orders above which a new one needs a proof of work... */
export const PROOF_ABOVE_PERCENT = 30n;
/** ...above which payment windows become short... */
export const SHORT_WINDOW_ABOVE_PERCENT = 45n;
/** ...and above which only visitors with a completed order get more. */
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

/** What unpaid orders hold of one reserve, in minor units; the new order counts. */
export interface UnpaidHolds {
  /** The reserve available without unpaid orders. */
  readonly total: bigint;
  /** What all unpaid orders hold. */
  readonly unpaidTotal: bigint;
}

export interface ReserveShareFacts extends UnpaidHolds {
  /** What unpaid orders that are or may be this visitor's hold, also by the typed e-mail; the new one included. */
  readonly possible: bigint;
  /** The part of it proven by a session or order keys; the new one included. */
  readonly proven: bigint;
  /** What unpaid orders from this visitor's network hold, the new one included; zero where the network is unknown. */
  readonly network: bigint;
  readonly amount: bigint;
  /** The amount is within the direction's limit for one order, whatever the reserve. */
  readonly isOrdinary: boolean;
  /** The visitor has a completed order. */
  readonly isKnown: boolean;
  /** The visitor's own share, where it differs from the default. */
  readonly sharePercent?: bigint;
}

/** What unpaid orders use of a pool of requisites, in thousandths of one requisite; the new order counts. */
export type PoolShareFacts = Pick<
  ReserveShareFacts,
  'total' | 'unpaidTotal' | 'proven' | 'network' | 'amount' | 'isKnown' | 'sharePercent'
>;

const isAbove = (part: bigint, total: bigint, percent: bigint): boolean => part * 100n > total * percent;

/**
 * Whether unpaid orders of one network hold so much that its unknown visitors get no more: only above its share, under pressure, and never
 * for a first order.
 */
const isNetworkOverShare = ({
  total,
  unpaidTotal,
  network,
  amount,
}: Pick<ReserveShareFacts, 'total' | 'unpaidTotal' | 'network' | 'amount'>): boolean =>
  network > amount && isAbove(network, total, NETWORK_SHARE_PERCENT) && isAbove(unpaidTotal, total, SHORT_WINDOW_ABOVE_PERCENT);

export type PromiseVerdict = 'promised' | 'proof_needed' | 'share_exceeded' | 'kept_for_known';

/**
 * Whether one more unpaid order may hold a reserve (domain 5, "Open orders"). The more is held, the more proof is needed; holds under a
 * typed e-mail only require proof.
 */
export function judgeReserveShare(promise: ReserveShareFacts): PromiseVerdict {
  const { total, unpaidTotal, possible, proven, amount, sharePercent = VISITOR_SHARE_PERCENT } = promise;
  // A visitor's first ordinary order is always within the share
  const exceedsShare = (held: bigint): boolean => isAbove(held, total, sharePercent) && !(held <= amount && promise.isOrdinary);
  if (exceedsShare(proven)) return 'share_exceeded';
  if (isNetworkOverShare(promise) && !promise.isKnown) return 'kept_for_known';
  if (!isAbove(unpaidTotal - amount, total, PROOF_ABOVE_PERCENT)) return exceedsShare(possible) ? 'proof_needed' : 'promised';
  if (isAbove(unpaidTotal, total, KNOWN_ONLY_ABOVE_PERCENT) && !promise.isKnown) return 'kept_for_known';
  return 'proof_needed';
}

/** The same for a pool of requisites. There are few of them: a visitor's first order always gets one while one is free. */
export function judgePoolShare(place: PoolShareFacts): Exclude<PromiseVerdict, 'proof_needed'> {
  const { total, proven, amount, sharePercent = VISITOR_SHARE_PERCENT } = place;
  if (proven > amount && isAbove(proven, total, sharePercent)) return 'share_exceeded';
  return isNetworkOverShare(place) && !place.isKnown ? 'kept_for_known' : 'promised';
}

/** The payment window of an order: the direction's own, or a short one under pressure, ms. */
export const paymentWindowMs = ({ total, unpaidTotal }: UnpaidHolds, ordinaryMs: number): number =>
  isAbove(unpaidTotal, total, SHORT_WINDOW_ABOVE_PERCENT) ? Math.min(ordinaryMs, SHORT_WINDOW_MS) : ordinaryMs;

/**
 * Whether a claim ("I have paid") keeps its hold after the payment window: only with a cheque; under moderation only without pressure on the
 * reserve.
 */
export const keepsHold = (
  claim: { readonly status: OrderStatus; readonly hasCheque: boolean },
  { total, unpaidTotal }: UnpaidHolds,
): boolean => claim.hasCheque && (claim.status === 'payment_claimed' || !isAbove(unpaidTotal, total, PROOF_ABOVE_PERCENT));
