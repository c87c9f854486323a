import * as z from 'zod/mini';
import type { OrderAttributes } from '#contract/public/order-attributes.ts';
import type { Order } from '#core/order/order.ts';
import {
  BEFORE_PAYMENT,
  lastPromiseAt,
  type PayoutReview,
  type PayoutWait,
  PROMISED_STATUSES,
  type CurrentPromise,
  promisedMinutes,
  currentPromise,
  reviewMs,
} from '#core/order/promise.ts';
import type { OrderStatus } from '#core/order/status.ts';
import { type TakenSlot, SLOT_KINDS } from '#core/slots/slot.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { findTakenByHandAt, isPaidByPeople, orderSides } from '#server/orders/order-sides.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import { exchangeTimeOf } from '#server/rates/payout-time.ts';
import { needsApproval } from '#server/rates/present.ts';

const optionalTime = (at: Instant | null): string | null => (at === null ? null : toRfc3339(at));

const presentPromised = (promise: CurrentPromise | null): OrderAttributes['payout_promise'] =>
  promise && { at: toRfc3339(promise.at), missed_at: optionalTime(promise.missed) };

/** Promised minutes of the order, and the usual minutes of such exchanges now; null: too little data. */
interface OrderMinutes {
  readonly promised: number;
  readonly usual: number | null;
}

const isLarge = (deps: Pick<Deps, 'catalogue' | 'limits' | 'quotes'>, order: Order): boolean =>
  needsApproval(deps, orderSides(deps.catalogue, order).outcome, order.outcomeAmount);

/** Until the money arrives, the promise includes an approval. Older orders without a promise get the current one. */
function minutesOfOrder(deps: Pick<Deps, 'catalogue' | 'limits' | 'quotes'>, order: Order, slot: TakenSlot | null): OrderMinutes {
  const { direction } = orderSides(deps.catalogue, order);
  const current = exchangeTimeOf(deps.quotes.times(), direction, slot && { kind: slot.kind, etaMinutes: slot.minutes });
  const promised = order.promisedMinutes ?? current.etaMinutes;
  const needsReview = BEFORE_PAYMENT.includes(order.status) && isLarge(deps, order);
  return { promised: promisedMinutes(promised, needsReview), usual: current.medianMinutes };
}

/** The customer may still decide, or waits for a check. */
const NO_PAYOUT_YET: readonly OrderStatus[] = [
  'awaiting_verification',
  'awaiting_requisites',
  'awaiting_payment',
  'payment_claimed',
  'payment_detected',
];

/** Whether an operator will have to approve a payout of this amount; shown before the customer pays (domain 5, "Promises"). */
const awaitsApproval = (deps: Pick<Deps, 'catalogue' | 'limits' | 'quotes'>, order: Order): boolean =>
  NO_PAYOUT_YET.includes(order.status) && isLarge(deps, order);

/** Kind and minutes of the order's slot; null: no slot. */
export const SlotTime = z.nullable(z.object({ kind: z.enum(SLOT_KINDS), minutes: z.number() }));

const PromiseRow = rowType({ slot: col.json(SlotTime) });

/** What the promise is calculated from. */
interface PromiseFacts {
  readonly slot: TakenSlot | null;
  readonly waits: readonly PayoutWait[];
  readonly review: PayoutReview | null;
  /** When an operator took the payout to pay it by hand. */
  readonly takenByHandAt: Instant | null;
  readonly destinationRequest: 'asked' | 'given' | null;
}

/** The promised minutes of an order and, once its money arrived, the promised time. */
export interface OrderPromise {
  readonly minutes: OrderMinutes;
  readonly payout: CurrentPromise | null;
  /** The last promise when it has passed and no new one followed. */
  readonly overdueSince: Instant | null;
  /** The open review of the payout by operators. */
  readonly review: PayoutReview | null;
  /** When the review ends; for a check the promised time stays, also when it has passed. Null: no review. */
  readonly reviewUntil: Instant | null;
  /** Whether the customer is asked for another destination or has given one. */
  readonly destinationRequest: 'asked' | 'given' | null;
  /** An operator will have to approve the payout first. */
  readonly awaitsApproval: boolean;
  /** Operators send the payout: while it counts as sent and they have not reported it, nothing has left. */
  readonly paidByPeople: boolean;
}

export type PromiseDeps = Pick<Deps, 'catalogue' | 'rails' | 'quotes' | 'clock' | 'orderFacts' | 'limits'>;

/** When the review ends: a passed time of a check is still shown, for an approval the new promise replaces it. */
function reviewDeadline(review: PayoutReview, payout: CurrentPromise | null, now: Instant): Instant | null {
  const until = review.since + reviewMs(review);
  return review.why === 'check' || until > now ? until : (payout?.at ?? null);
}

/** What the payout has waited for; queried only in states that promise a time. */
export const findWaits = async (
  { orderFacts }: Pick<Deps, 'orderFacts'>,
  db: Queryable,
  { id, status }: Pick<Order, 'id' | 'status'>,
): Promise<readonly PayoutWait[]> =>
  PROMISED_STATUSES.includes(status) ? ((await orderFacts.findPayoutWaits(db, [id])).get(id) ?? []) : [];

/** The promise of an order, for its page, e-mails and partners' events. */
export function orderPromise(deps: PromiseDeps, order: Order, facts: PromiseFacts): OrderPromise {
  const { review, takenByHandAt, destinationRequest } = facts;
  const minutes = minutesOfOrder(deps, order, facts.slot);
  const now = deps.clock.now();
  // No promise while the customer is asked for another destination
  const waits = PROMISED_STATUSES.includes(order.status) && destinationRequest !== 'asked' ? facts.waits : [];
  const payout = currentPromise(waits, now);
  return {
    minutes,
    payout,
    overdueSince: payout === null ? lastPromiseAt(waits) : null,
    review,
    reviewUntil: review && reviewDeadline(review, payout, now),
    destinationRequest,
    awaitsApproval: awaitsApproval(deps, order),
    paidByPeople: takenByHandAt !== null || isPaidByPeople(deps, order),
  };
}

/** Reads what the promise is calculated from, then calculates it. The order's page reads the same data in its own statement. */
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
  const takenByHandAt = await findTakenByHandAt(deps, db, order);
  const destinationRequest = status === 'payout_failed' ? await deps.orderFacts.findDestinationRequest(db, id, now) : undefined;
  return orderPromise(deps, order, {
    slot: row.slot,
    waits: await findWaits(deps, db, order),
    review: review ?? null,
    takenByHandAt: takenByHandAt ?? null,
    destinationRequest: destinationRequest ?? null,
  });
}

/** The promise on the wire, for the customer and for partners. */
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
  payout_overdue_since: optionalTime(overdue),
  paid_by_people: paidByPeople,
});

/** The review on the wire, for the customer only. */
export const presentReview = (promise: OrderPromise): Pick<OrderAttributes, 'payout_look_until' | 'payout_look_why' | 'needs_review'> => ({
  payout_look_until: optionalTime(promise.reviewUntil),
  payout_look_why: promise.review?.why ?? null,
  needs_review: promise.awaitsApproval,
});
