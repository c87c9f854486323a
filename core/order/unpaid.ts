import { MINUTE_MS } from '#core/time.ts';
import type { OrderStatus } from './status.ts';

/** States of an order that promises a reserve while nothing was seen for it (domain 5, "Open orders"). */
export const UNPAID_STATUSES = [
  'awaiting_verification',
  'awaiting_requisites',
  'awaiting_payment',
  'payment_claimed',
  'moderation',
] as const satisfies readonly OrderStatus[];

/** What one visitor may keep unpaid, counted by his own key: session, keys of his orders, e-mail. */
export const MAX_UNPAID_ORDERS = 10;
/**
 * What strangers of one address may keep unpaid together. An operator of mobile networks puts hundreds of customers behind an IPv4
 * address. An order is unpaid for 20 minutes: 20 of them are 60 new orders an hour, more than customers of one address make.
 */
export const MAX_UNPAID_OF_ADDRESS = 20;
/** The same of one network, 256 addresses of IPv4 or a /48 of IPv6: 180 new orders an hour of customers who never exchanged before. */
export const MAX_UNPAID_OF_NETWORK = 60;
/** The part of a reserve that unpaid orders of one visitor may hold. */
export const VISITOR_SHARE_PERCENT = 30n;
/** How much of a reserve unpaid orders of all visitors may hold before the next one asks for a proof of work... */
export const PROOF_ABOVE_PERCENT = 30n;
/** ...before windows to pay become short... */
export const SHORT_WINDOW_ABOVE_PERCENT = 45n;
/** ...and before the rest is kept for visitors who have completed an order. */
export const KNOWN_ONLY_ABOVE_PERCENT = 70n;
/** The part of a reserve, or of the requisites of a pool, that unpaid orders of one network may hold while it is under pressure. */
export const NETWORK_SHARE_PERCENT = 30n;
/** The payment window while a reserve is under pressure, at most. */
export const PRESSED_WINDOW_MS = 15 * MINUTE_MS;

/** Unpaid orders of all visitors from where this one calls, without the one that is asked for. */
export interface UnpaidNearby {
  readonly address: number;
  readonly network: number;
}

/** Whether strangers get no more orders from where they call, however much work they do. */
export const isNetworkFull = ({ address, network }: UnpaidNearby): boolean =>
  address >= MAX_UNPAID_OF_ADDRESS || network >= MAX_UNPAID_OF_NETWORK;

/** What unpaid orders hold of one reserve, in minor units; the order in question counts. */
export interface UnpaidHolds {
  /** All that could be promised if no unpaid order held any. */
  readonly whole: bigint;
  /** What unpaid orders of all visitors hold. */
  readonly all: bigint;
}

export interface AskedPromise extends UnpaidHolds {
  /** What unpaid orders hold that are or may be this visitor's, also by the e-mail he typed; this one included. */
  readonly own: bigint;
  /** What of it he has shown a key of: a session, the keys of his orders; this one included. */
  readonly his: bigint;
  /** What unpaid orders from this visitor's network hold, this one included; zero where no network is known. */
  readonly network: bigint;
  readonly amount: bigint;
  /** It is no more than the direction gives for one order, whatever its reserve. */
  readonly isOrdinary: boolean;
  /** He has completed an order before. */
  readonly isKnown: boolean;
  /** The part of a reserve that is his, where it is another than everybody's. */
  readonly sharePercent?: bigint;
}

/** What unpaid orders hold of the requisites of a pool, in parts of one requisite; the order in question counts. */
export type AskedPlace = Pick<AskedPromise, 'whole' | 'all' | 'his' | 'network' | 'amount' | 'isKnown' | 'sharePercent'>;

const isAbove = (part: bigint, whole: bigint, percent: bigint): boolean => part * 100n > whole * percent;

/**
 * Whether unpaid orders of one network hold so much of what is short that strangers of that network get no more of it. Never for a
 * network alone, since thousands of phones share one: only beyond its part, under pressure, and not for its first order.
 */
const isCrowded = ({ whole, all, network, amount }: Pick<AskedPromise, 'whole' | 'all' | 'network' | 'amount'>): boolean =>
  network > amount && isAbove(network, whole, NETWORK_SHARE_PERCENT) && isAbove(all, whole, SHORT_WINDOW_ABOVE_PERCENT);

export type PromiseVerdict = 'promised' | 'proof_needed' | 'share_exceeded' | 'kept_for_known';

/**
 * Whether a reserve may be promised to one more unpaid order (domain 5, "Open orders"). A visitor's first order, up to the
 * direction's ordinary maximum, is always within his share: the limits he was shown promise it. The longer strangers keep a
 * reserve without paying, the more the next one has to bring; a quiet reserve asks nothing of anybody. An e-mail is typed by
 * whoever likes: what is held in its name alone costs a proof and refuses nobody.
 */
export function judgePromise(promise: AskedPromise): PromiseVerdict {
  const { whole, all, own, his, amount, sharePercent = VISITOR_SHARE_PERCENT } = promise;
  const isTooMuch = (held: bigint): boolean => isAbove(held, whole, sharePercent) && !(held <= amount && promise.isOrdinary);
  if (isTooMuch(his)) return 'share_exceeded';
  if (isCrowded(promise) && !promise.isKnown) return 'kept_for_known';
  if (!isAbove(all - amount, whole, PROOF_ABOVE_PERCENT)) return isTooMuch(own) ? 'proof_needed' : 'promised';
  if (isAbove(all, whole, KNOWN_ONLY_ABOVE_PERCENT) && !promise.isKnown) return 'kept_for_known';
  return 'proof_needed';
}

/** The same for the requisites of a pool. They are fewer than reserves are large: a visitor's first order always has one while one is free. */
export function judgePlace(place: AskedPlace): Exclude<PromiseVerdict, 'proof_needed'> {
  const { whole, his, amount, sharePercent = VISITOR_SHARE_PERCENT } = place;
  if (his > amount && isAbove(his, whole, sharePercent)) return 'share_exceeded';
  return isCrowded(place) && !place.isKnown ? 'kept_for_known' : 'promised';
}

/** The time to pay an order that unpaid holds leave it: the direction's own, or a short one under pressure. */
export const paymentWindowUnder = ({ whole, all }: UnpaidHolds, ordinaryMs: number): number =>
  isAbove(all, whole, SHORT_WINDOW_ABOVE_PERCENT) ? Math.min(ordinaryMs, PRESSED_WINDOW_MS) : ordinaryMs;

/**
 * Whether a claim ("I have paid") goes on holding its reserve once the time to pay is over and nothing was seen. Words alone hold
 * nothing; a cheque holds it while the claim is looked for, and under moderation only where the reserve is not under pressure.
 */
export const keepsHold = (claim: { readonly status: OrderStatus; readonly hasCheque: boolean }, { whole, all }: UnpaidHolds): boolean =>
  claim.hasCheque && (claim.status === 'payment_claimed' || !isAbove(all, whole, PROOF_ABOVE_PERCENT));
