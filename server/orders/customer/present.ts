import * as z from 'zod/mini';
import type { Resource } from '#contract/document.ts';
import type { OrderAttributes } from '#contract/public/order-attributes.ts';
import { formatAmount } from '#core/money/amount.ts';
import { customerActions } from '#core/order/actions.ts';
import { MAIL_DELAY_MS } from '#core/mail/order-mails.ts';
import type { Order } from '#core/order/order.ts';
import { ORDER_STATUSES, type OrderStatus } from '#core/order/status.ts';
import type { PayoutReview, PayoutWait } from '#core/order/promise.ts';
import { surplusOf, surplusReturnState } from '#core/order/surplus.ts';
import { maskEmail } from '#core/requisites/mask-requisites.ts';
import type { TakenSlot } from '#core/slots/slot.ts';
import { toRfc3339, type Instant } from '#core/time.ts';
import type { Locale } from '#core/locale.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Deps } from '#server/deps.ts';
import { presentRefundTerms } from '#server/payment-systems/refund-rule.ts';
import { presentField } from '#server/payment-systems/present.ts';
import { listSurplus, type SurplusEntry } from '#server/ledger/queries.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import { claimFieldOf, findTakenByHandAt, orderSides, type OrderSides } from '#server/orders/order-sides.ts';
import type { CreatedOrder } from '#server/orders/create/create-order.ts';
import { presentEstimate } from '#server/orders/payment-terms.ts';
import { endingOf } from '#core/order/ending.ts';
import { reasonText, sharedAttributes } from './shared-attributes.ts';
import { payersFieldsOf, refundFieldsOf, valueEntries } from '#server/orders/readable-requisites.ts';
import { findWaits, orderPromise, presentReview, presentOrderPromise, SlotTime } from './payout-promise.ts';

export type PresentDeps = Pick<Deps, 'catalogue' | 'rails' | 'clock' | 'secrets' | 't' | 'orderFacts' | 'quotes' | 'limits'>;

interface OrderDetails {
  slot: TakenSlot | null;
  income: Readonly<Record<string, string>>;
  outcome: Readonly<Record<string, string>>;
  /** Unmasked requisites of the side that the money goes to. */
  destination: RequisiteValues;
  timeline: { status: OrderStatus; at: number }[];
  cheque_received: boolean;
  surplus: readonly SurplusEntry[];
  /** A return of surplus money is decided and not finished. */
  is_surplus_queued: boolean;
  /** When requisites will probably be free; null: the order waits for none. */
  promised_at: Instant | null;
  /** All possible requisites are used by other orders now. */
  are_requisites_taken: boolean;
  destination_request: 'asked' | 'given' | null;
  review: PayoutReview | null;
  /** What the payout has waited for. */
  waits: readonly PayoutWait[];
  /** When an operator took the payout to pay it by hand. */
  taken_by_hand: Instant | null;
  payout_proofs: OrderAttributes['payout_proofs'];
}

/** Only after a payment was sent can there be a proof of payment. */
const HAS_PAID: readonly OrderStatus[] = ['payout_sent', 'completed', 'refund_pending', 'refunded'];

const isRefunding = (status: OrderStatus): boolean => status === 'refund_pending' || status === 'refunded';

/** Few orders have a surplus: only those are queried. */
const hasSurplus = (order: Order): boolean => order.surplusReturned > 0n || surplusOf(order) > 0n;

/** A choice that the system resolved within this time was never offered to the customer, not even by e-mail. */
const UNSEEN_CHOICE = `${MAIL_DELAY_MS.requote} milliseconds`;

const DetailsRow = rowType({
  income: col.textRecord,
  outcome: col.textRecord,
  sealed: col.bytes,
  slot: col.json(SlotTime),
  cheque_received: col.bool,
  timeline: col.json(z.array(z.object({ status: z.enum(ORDER_STATUSES), at: z.number() }))),
});

/** A promise later than the order's expiry is not shown. */
export const promiseBeforeExpiry = ({ expiresAt }: Order, promisedAt: Instant | undefined): Instant | null =>
  promisedAt !== undefined && (expiresAt === null || promisedAt < expiresAt) ? promisedAt : null;

/** Reads what only the order's page shows. The timeline leaves out a choice that the system resolved before it was offered. */
async function readDetails(deps: PresentDeps, db: Queryable, order: Order): Promise<OrderDetails> {
  const { id, status } = order;
  const { sealed, ...details } = await db.one(
    DetailsRow,
    sql`
    select o.income_requisites_masked as income, o.outcome_requisites_masked as outcome,
      case when ${isRefunding(status)} then o.income_requisites_sealed else o.outcome_requisites_sealed end as sealed,
      (select json_build_object('kind', kind, 'minutes', eta_minutes) from slots where slots.id = o.slot_id) as slot,
      ${deps.orderFacts.hasCheque(sql`o.id`)} as cheque_received,
      (select json_agg(json_build_object('status', e.to_status, 'at', (extract(epoch from e.at) * 1000)::bigint) order by e.version)
       from (select version, to_status, at, lead(move || ' ' || actor) over (order by version) as next,
       lead(at) over (order by version) as next_at
             from order_events where order_id = o.id) e
       where (e.to_status = 'requote' and e.next = 'accept_requote system'
       and e.next_at <= e.at + ${UNSEEN_CHOICE}::interval) is not true) as timeline
    from orders o where o.id = ${id}`,
  );
  const surplus = hasSurplus(order) ? await listSurplus(db, id) : [];
  const isQueued = surplusOf(order) > 0n && (await deps.orderFacts.isSurplusReturning(db, id));
  const promisedAt = status === 'awaiting_requisites' ? await deps.orderFacts.findRequisitesPromise(db, id) : undefined;
  const destinationRequest =
    status === 'payout_failed' ? await deps.orderFacts.findDestinationRequest(db, id, deps.clock.now()) : undefined;
  const review = status === 'payout_pending' ? await deps.orderFacts.findReview(db, id, deps.clock.now()) : undefined;
  const destination = JSON.parse(deps.secrets.unseal(sealed)) as RequisiteValues;
  return {
    ...details,
    surplus,
    is_surplus_queued: isQueued,
    promised_at: promiseBeforeExpiry(order, promisedAt),
    are_requisites_taken: promisedAt !== undefined,
    destination_request: destinationRequest ?? null,
    review: review ?? null,
    waits: await findWaits(deps, db, order),
    taken_by_hand: (await findTakenByHandAt(deps, db, order)) ?? null,
    payout_proofs: HAS_PAID.includes(status) ? await deps.orderFacts.findCustomerProofs(db, id) : [],
    destination,
  };
}

function presentDestination(
  { status }: Order,
  { income, outcome }: OrderSides,
  view: Pick<OrderDetails, 'destination'> & { locale: Locale },
) {
  return valueEntries(isRefunding(status) ? payersFieldsOf(income) : outcome.outcomeFields, view.destination, view.locale);
}

function attributesOf(deps: PresentDeps, order: Order, view: { readonly details: OrderDetails; readonly locale: Locale }): OrderAttributes {
  const { details, locale } = view;
  const sides = orderSides(deps.catalogue, order);
  const { income, outcome } = sides;
  const promise = orderPromise(deps, order, {
    slot: details.slot,
    waits: details.waits,
    review: details.review,
    takenByHandAt: details.taken_by_hand,
    destinationRequest: details.destination_request,
  });
  return {
    ...sharedAttributes(deps, order),
    estimate: presentEstimate(deps, order),
    ...presentOrderPromise(promise),
    email_masked: maskEmail(order.email),
    income_requisites_masked: details.income,
    outcome_requisites_masked: details.outcome,
    destination: presentDestination(order, sides, { destination: details.destination, locale }),
    server_time: toRfc3339(deps.clock.now()),
    refund_terms: presentRefundTerms(order.refundRule, income),
    surplus_return: surplusReturnState(order, details.is_surplus_queued),
    surplus: details.surplus.map(({ kind, amount, at }) => ({
      kind,
      amount: formatAmount(amount, income.scale),
      at: at.toISOString(),
    })),
    reason: reasonText(deps, order.reason, locale),
    ending: endingOf(order),
    allowed_actions: customerActions(order),
    received_by_people: deps.rails.get(income.rail)?.capabilities.isManual === true,
    are_requisites_taken: details.are_requisites_taken,
    requisites_promised_at: details.promised_at === null ? null : toRfc3339(details.promised_at),
    claim_field: claimFieldOf(deps.catalogue, order),
    cheque_received: details.cheque_received,
    refund_fields: refundFieldsOf(deps.catalogue, order).map((field) => presentField(field, locale)),
    destination_request:
      details.destination_request === null
        ? null
        : { state: details.destination_request, fields: outcome.outcomeFields.map((field) => presentField(field, locale)) },
    timeline: details.timeline.map((entry) => ({ status: entry.status, at: toRfc3339(entry.at) })),
    ...presentReview(promise),
    payout_proofs: [...details.payout_proofs],
    withdrawal: null,
  };
}

function resourceOf(
  deps: PresentDeps,
  { order, locale }: { readonly order: Order; readonly locale: Locale },
  details: OrderDetails,
): Resource<OrderAttributes> {
  return {
    type: 'orders',
    id: order.id,
    attributes: attributesOf(deps, order, { details, locale }),
    relationships: {
      income_payment_system: { data: { type: 'payment_systems', id: order.incomeCode } },
      outcome_payment_system: { data: { type: 'payment_systems', id: order.outcomeCode } },
    },
    links: { self: `/api/v1/orders/${order.id}` },
  };
}

/** An order as the customer sees it; secrets and internal ids are left out by type. */
export async function presentOrder(
  deps: PresentDeps,
  db: Queryable,
  view: { readonly order: Order; readonly locale: Locale },
): Promise<Resource<OrderAttributes>> {
  return resourceOf(deps, view, await readDetails(deps, db, view.order));
}

/** An order that was just created, as the customer sees it. No query. */
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
