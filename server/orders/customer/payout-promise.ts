import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import type { OrderAttributes } from '#contract/orders.ts';
import type { Order } from '#core/order/order.ts';
import {
  BEFORE_MONEY,
  lastPromiseOf,
  type PayoutReview,
  type PayoutWait,
  PROMISED_STATUSES,
  type Promised,
  promisedMinutes,
  promiseOf,
  reviewMs,
} from '#core/order/promise.ts';
import type { OrderStatus } from '#core/order/status.ts';
import { type HeldSlot, SLOT_KINDS } from '#core/slots/slot.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import { findPayoutWaits } from '#server/orders/payout-waits.ts';
import { isPeoplesRail, takenByHand } from '#server/orders/paid-by-people.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { minutesOf, usualMinutesOf } from '#server/rates/measured.ts';
import { needsApproval } from '#server/rates/needs-approval.ts';

const moment = (at: Instant | null): string | null => (at === null ? null : toRfc3339(at));

const presentPromised = (promise: Promised | null): OrderAttributes['payout_promise'] =>
  promise && { at: toRfc3339(promise.at), missed_at: moment(promise.missed) };

/** The minutes of an order: those that it was promised, and what exchanges like it usually take now; null: too few to say. */
interface OrderMinutes {
  readonly promised: number;
  readonly usual: number | null;
}

const isLarge = (deps: Pick<Deps, 'catalogue' | 'limits' | 'quotes'>, order: Order): boolean =>
  needsApproval(deps, orderSides(deps.catalogue, order).outcome, order.outcomeAmount);

/** Until its money is there with the time of an approval. Of an order of before: what an exchange like it is promised in now. */
function minutesOfOrder(deps: Pick<Deps, 'catalogue' | 'limits' | 'quotes'>, order: Order, slot: HeldSlot | null): OrderMinutes {
  const times = deps.quotes.times();
  const { direction } = orderSides(deps.catalogue, order);
  const through = slot && { kind: slot.kind, etaMinutes: slot.minutes };
  const promised = order.promisedMinutes ?? minutesOf(times, direction, through);
  const needsReview = BEFORE_MONEY.includes(order.status) && isLarge(deps, order);
  return { promised: promisedMinutes(promised, needsReview), usual: usualMinutesOf(times, direction, through) };
}

/** Its customer may still decide about it, or waits for what is being checked. */
const BEFORE_PAYOUT: readonly OrderStatus[] = [
  'awaiting_verification',
  'awaiting_requisites',
  'awaiting_payment',
  'payment_claimed',
  'payment_detected',
];

/** A person will have to approve a payout of this amount: told before it is paid for (domain 5, "Promises"). */
const awaitsApproval = (deps: Pick<Deps, 'catalogue' | 'limits' | 'quotes'>, order: Order): boolean =>
  BEFORE_PAYOUT.includes(order.status) && isLarge(deps, order);

/** What an order's slot says of the time; null where it has none. */
export const SlotTime = z.nullable(z.object({ kind: z.enum(SLOT_KINDS), minutes: z.number() }));

const PromiseRow = z.object({ slot: SlotTime });

/** What is read of an order for its promise. */
interface Read {
  readonly slot: HeldSlot | null;
  readonly waits: readonly PayoutWait[];
  readonly review: PayoutReview | null;
  /** Since when a person has it to pay it by hand. */
  readonly takenByHand: Instant | null;
  readonly destinationRequest: 'asked' | 'given' | null;
}

/** What an order was promised in and, once its money is there, by when. */
export interface OrderPromise {
  readonly minutes: OrderMinutes;
  readonly payout: Promised | null;
  /** The last promise, once it has passed and there is no new one. */
  readonly overdueSince: Instant | null;
  /** Its payout is looked at by people now. */
  readonly review: PayoutReview | null;
  /** By when they decide; the time of a check stays the one that was promised, also when it has passed. Null where nobody is asked. */
  readonly lookUntil: Instant | null;
  /** Whether its customer is asked for another destination, or has named one. */
  readonly destinationRequest: 'asked' | 'given' | null;
  /** A person will have to approve it first. */
  readonly awaitsApproval: boolean;
  /** People send it: while it counts as sent and they have not said so, nothing has left. */
  readonly paidByPeople: boolean;
}

export type PromiseDeps = Pick<Deps, 'catalogue' | 'rails' | 'quotes' | 'clock' | 'orderFacts' | 'limits'>;

/** By when people decide about it: a passed time of a check is still told, that of an amount becomes the new promise. */
function lookUntil(review: PayoutReview, payout: Promised | null, now: Instant): Instant | null {
  const until = review.since + reviewMs(review);
  return review.why === 'check' || until > now ? until : (payout?.at ?? null);
}

/** What the payout of an order has waited for; asked only while it is waited for. */
export const findWaits = async (db: Queryable, { id, status }: Pick<Order, 'id' | 'status'>): Promise<readonly PayoutWait[]> =>
  PROMISED_STATUSES.includes(status) ? await findPayoutWaits(db, id) : [];

/** The promise of an order, for its page, its letters and the events of partners. */
export function orderPromise(deps: PromiseDeps, order: Order, read: Read): OrderPromise {
  const { review, takenByHand: taken, destinationRequest } = read;
  const minutes = minutesOfOrder(deps, order, read.slot);
  const now = deps.clock.now();
  // Nothing is promised while its customer is asked for another destination
  const waits = PROMISED_STATUSES.includes(order.status) && destinationRequest !== 'asked' ? read.waits : [];
  const payout = promiseOf(waits, now);
  return {
    minutes,
    payout,
    overdueSince: payout === null ? lastPromiseOf(waits) : null,
    review,
    lookUntil: review && lookUntil(review, payout, now),
    destinationRequest,
    awaitsApproval: awaitsApproval(deps, order),
    paidByPeople: taken !== null || isPeoplesRail(deps, order),
  };
}

/** The same, read for what is written elsewhere than on the page. */
export async function findOrderPromise(deps: PromiseDeps, db: Queryable, order: Order): Promise<OrderPromise> {
  const { id, status } = order;
  const now = deps.clock.now();
  const row = await db.one(
    PromiseRow,
    sql`
    select (select json_build_object('kind', kind, 'minutes', eta_minutes) from slots where slots.id = o.slot_id) as slot
    from orders o where o.id = ${id}`,
  );
  const review = status === 'payout_pending' ? await deps.orderFacts.findReview(db, id, now) : undefined;
  const taken = await takenByHand(deps, db, order);
  const asked = status === 'payout_failed' ? await deps.orderFacts.findDestinationRequest(db, id, now) : undefined;
  return orderPromise(deps, order, {
    slot: row.slot,
    waits: await findWaits(db, order),
    review: review ?? null,
    takenByHand: taken ?? null,
    destinationRequest: asked ?? null,
  });
}

/** It as the wire shows it, to the customer and to a partner's server. */
export const presentOrderPromise = ({
  minutes,
  payout,
  overdueSince: overdue,
  paidByPeople,
}: OrderPromise): Pick<
  OrderAttributes,
  'eta_minutes' | 'median_minutes' | 'payout_promise' | 'payout_overdue_since' | 'paid_by_people'
> => ({
  eta_minutes: minutes.promised,
  median_minutes: minutes.usual,
  payout_promise: presentPromised(payout),
  payout_overdue_since: moment(overdue),
  paid_by_people: paidByPeople,
});

/** What its customer alone is told of people who look at the payout. */
export const presentLook = (promise: OrderPromise): Pick<OrderAttributes, 'payout_look_until' | 'payout_look_why' | 'needs_review'> => ({
  payout_look_until: moment(promise.lookUntil),
  payout_look_why: promise.review?.why ?? null,
  needs_review: promise.awaitsApproval,
});
