import { written } from '#server/platform/db/row.ts';
import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { Resource } from '#contract/document.ts';
import type { OrderAttributes } from '#contract/orders.ts';
import { formatAmount } from '#core/money/amount.ts';
import { customerActions } from '#core/order/actions.ts';
import { NEWS_DELAY_MS } from '#core/order/news.ts';
import type { Order } from '#core/order/order.ts';
import { ORDER_STATUSES, type OrderStatus } from '#core/order/status.ts';
import type { PayoutReview, PayoutWait } from '#core/order/promise.ts';
import { surplusOf, surplusReturnOf } from '#core/order/surplus.ts';
import { maskEmail } from '#core/requisites/mask-requisites.ts';
import type { HeldSlot } from '#core/slots/slot.ts';
import { toRfc3339, type Instant } from '#core/time.ts';
import type { Locale } from '#core/locale.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Deps } from '#server/deps.ts';
import { presentRefundTerms } from '#server/payment-systems/refund-rule.ts';
import { presentField } from '#server/payment-systems/present.ts';
import { listSurplus, type SurplusLine } from '#server/ledger/list-surplus.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { claimFieldOf } from '#server/orders/claim-field.ts';
import type { CreatedOrder } from '#server/orders/create/create-order.ts';
import { orderSides, type OrderSides } from '#server/orders/order-assets.ts';
import { takenByHand } from '#server/orders/paid-by-people.ts';
import { presentEstimate } from '#server/orders/present-estimate.ts';
import { endingOf } from '#core/order/ending.ts';
import { reasonText } from './reason-text.ts';
import { payersFieldsOf, valueLines } from '#server/orders/readable-requisites.ts';
import { findWaits, orderPromise, presentLook, presentOrderPromise, SlotTime } from './payout-promise.ts';
import { refundFieldsOf } from './refund-fields.ts';
import { toldAttributes } from './told-attributes.ts';

export type PresentDeps = Pick<Deps, 'catalogue' | 'rails' | 'clock' | 'secrets' | 't' | 'orderFacts' | 'quotes' | 'limits'>;

interface Surroundings {
  slot: HeldSlot | null;
  income: Readonly<Record<string, string>>;
  outcome: Readonly<Record<string, string>>;
  /** Whole requisites of the side that this order's money goes to. */
  destination: RequisiteValues;
  timeline: { status: OrderStatus; at: number }[];
  cheque_received: boolean;
  surplus: readonly SurplusLine[];
  /** A return of what came beyond it is decided and not over. */
  is_surplus_queued: boolean;
  /** When requisites will most likely be free; null where none are waited for. */
  promised_at: Instant | null;
  /** All that it could be paid to are other orders' now. */
  are_requisites_taken: boolean;
  destination_request: 'asked' | 'given' | null;
  review: PayoutReview | null;
  /** What its payout has waited for. */
  waits: readonly PayoutWait[];
  /** Since when a person has its payout to pay it by hand. */
  taken_by_hand: Instant | null;
  payout_proofs: OrderAttributes['payout_proofs'];
}

/** Something was paid out: nothing earlier has a paper. */
const HAS_PAID: readonly OrderStatus[] = ['payout_sent', 'completed', 'refund_pending', 'refunded'];

const isGoingBack = (status: OrderStatus): boolean => status === 'refund_pending' || status === 'refunded';

/** Few orders ever had any: only they are asked. */
const hasSurplus = (order: Order): boolean => order.surplusReturned > 0n || surplusOf(order) > 0n;

/** A choice that the system has made within this time was none: nobody was asked, not even by a letter. */
const UNSEEN_CHOICE = `${NEWS_DELAY_MS.requote} milliseconds`;

const SurroundingRow = z.object({
  income: written<RequisiteValues>(),
  outcome: written<RequisiteValues>(),
  sealed: z.instanceof(Buffer),
  slot: SlotTime,
  cheque_received: z.boolean(),
  timeline: z.array(z.object({ status: z.enum(ORDER_STATUSES), at: z.number() })),
});

/** A promise beyond the order's own end would be none: nothing is promised then. */
export const keptPromise = ({ expiresAt }: Order, promisedAt: Instant | undefined): Instant | null =>
  promisedAt !== undefined && (expiresAt === null || promisedAt < expiresAt) ? promisedAt : null;

async function readSurroundings(deps: PresentDeps, db: Queryable, order: Order): Promise<Surroundings> {
  const { id, status } = order;
  const { sealed, ...around } = await db.one(
    SurroundingRow,
    sql`
    select o.income_requisites_masked as income, o.outcome_requisites_masked as outcome,
      case when ${isGoingBack(status)} then o.income_requisites_sealed else o.outcome_requisites_sealed end as sealed,
      (select json_build_object('kind', kind, 'minutes', eta_minutes) from slots where slots.id = o.slot_id) as slot,
      exists (select 1 from cheques c where c.order_id = o.id) as cheque_received,
      (select json_agg(json_build_object('status', e.to_status, 'at', (extract(epoch from e.at) * 1000)::bigint) order by e.version)
       from (select version, to_status, at, lead(move || ' ' || actor) over (order by version) as next, lead(at) over (order by version) as next_at
             from order_events where order_id = o.id) e
       where (e.to_status = 'requote' and e.next = 'accept_requote system' and e.next_at <= e.at + ${UNSEEN_CHOICE}::interval) is not true) as timeline
    from orders o where o.id = ${id}`,
  );
  const surplus = hasSurplus(order) ? await listSurplus(db, id) : [];
  const isQueued = surplusOf(order) > 0n && (await deps.orderFacts.isSurplusReturning(db, id));
  const promisedAt = status === 'awaiting_requisites' ? await deps.orderFacts.findPromise(db, id) : undefined;
  const asked = status === 'payout_failed' ? await deps.orderFacts.findDestinationRequest(db, id, deps.clock.now()) : undefined;
  const review = status === 'payout_pending' ? await deps.orderFacts.findReview(db, id, deps.clock.now()) : undefined;
  const destination = JSON.parse(deps.secrets.unseal(sealed)) as RequisiteValues;
  return {
    ...around,
    surplus,
    is_surplus_queued: isQueued,
    promised_at: keptPromise(order, promisedAt),
    are_requisites_taken: promisedAt !== undefined,
    destination_request: asked ?? null,
    review: review ?? null,
    waits: await findWaits(db, order),
    taken_by_hand: (await takenByHand(deps, db, order)) ?? null,
    payout_proofs: HAS_PAID.includes(status) ? await deps.orderFacts.findShownProofs(db, id) : [],
    destination,
  };
}

function presentDestination(
  { status }: Order,
  { income, outcome }: OrderSides,
  shown: Pick<Surroundings, 'destination'> & { locale: Locale },
) {
  return valueLines(isGoingBack(status) ? payersFieldsOf(income) : outcome.outcomeFields, shown.destination, shown.locale);
}

function attributesOf(deps: PresentDeps, order: Order, shown: { readonly around: Surroundings; readonly locale: Locale }): OrderAttributes {
  const { around, locale } = shown;
  const sides = orderSides(deps.catalogue, order);
  const { income, outcome } = sides;
  const promise = orderPromise(deps, order, {
    slot: around.slot,
    waits: around.waits,
    review: around.review,
    takenByHand: around.taken_by_hand,
    destinationRequest: around.destination_request,
  });
  return {
    ...toldAttributes(deps, order),
    estimate: presentEstimate(deps, order),
    ...presentOrderPromise(promise),
    email_masked: maskEmail(order.email),
    income_requisites_masked: around.income,
    outcome_requisites_masked: around.outcome,
    destination: presentDestination(order, sides, { destination: around.destination, locale }),
    server_time: toRfc3339(deps.clock.now()),
    refund_terms: presentRefundTerms(order.refundRule, income),
    surplus_return: surplusReturnOf(order, around.is_surplus_queued),
    surplus: around.surplus.map(({ kind, amount, at: moment }) => ({
      kind,
      amount: formatAmount(amount, income.scale),
      at: moment.toISOString(),
    })),
    reason: reasonText(deps, order.reason, locale),
    ending: endingOf(order),
    allowed_actions: customerActions(order),
    received_by_people: deps.rails.get(income.rail)?.capabilities.peopleReport === true,
    are_requisites_taken: around.are_requisites_taken,
    requisites_promised_at: around.promised_at === null ? null : toRfc3339(around.promised_at),
    claim_field: claimFieldOf(deps.catalogue, order),
    cheque_received: around.cheque_received,
    refund_fields: refundFieldsOf(deps.catalogue, order).map((field) => presentField(field, locale)),
    destination_request:
      around.destination_request === null
        ? null
        : { state: around.destination_request, fields: outcome.outcomeFields.map((field) => presentField(field, locale)) },
    timeline: around.timeline.map((line) => ({ status: line.status, at: toRfc3339(line.at) })),
    ...presentLook(promise),
    payout_proofs: [...around.payout_proofs],
    withdrawal: null,
  };
}

function resourceOf(
  deps: PresentDeps,
  { order, locale }: { readonly order: Order; readonly locale: Locale },
  around: Surroundings,
): Resource<OrderAttributes> {
  return {
    type: 'orders',
    id: order.id,
    attributes: attributesOf(deps, order, { around, locale }),
    relationships: {
      income_payment_system: { data: { type: 'payment_systems', id: order.incomeCode } },
      outcome_payment_system: { data: { type: 'payment_systems', id: order.outcomeCode } },
    },
    links: { self: `/api/v1/orders/${order.id}` },
  };
}

/** An order as its customer reads it; secrets and internal ids have no way in. */
export async function presentOrder(
  deps: PresentDeps,
  db: Queryable,
  shown: { readonly order: Order; readonly locale: Locale },
): Promise<Resource<OrderAttributes>> {
  return resourceOf(deps, shown, await readSurroundings(deps, db, shown.order));
}

/** The same of an order that was made just now: everything about it is at hand. */
export function presentNewOrder(deps: PresentDeps, created: CreatedOrder, locale: Locale): Resource<OrderAttributes> {
  const { order, slot, incomeMasked: income, outcomeMasked: outcome, outcomeValues: destination } = created;
  const timeline = [{ status: order.status, at: order.createdAt }];
  return resourceOf(
    deps,
    { order, locale },
    {
      slot,
      income,
      outcome,
      destination,
      timeline,
      cheque_received: false,
      surplus: [],
      is_surplus_queued: false,
      promised_at: null,
      are_requisites_taken: false,
      destination_request: null,
      review: null,
      waits: [],
      taken_by_hand: null,
      payout_proofs: [],
    },
  );
}
