import { createHash } from 'node:crypto';
import type { Resource } from '#contract/document.ts';
import { cancelOrder, confirmPayment, createOrder, getOrder, getRequisites, listOrders, orderEvents } from '#contract/public/orders.ts';
import { type OrderAttributes, type RequisitesAttributes } from '#contract/public/order-attributes.ts';
import { formatAmount } from '#core/money/amount.ts';
import { offers } from '#core/order/actions.ts';
import type { Order } from '#core/order/order.ts';
import type { OrderStatus } from '#core/order/status.ts';
import type { Locale } from '#core/locale.ts';
import { accept, refuse } from '#core/result.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { bankQrOf } from '#core/requisites/bank-qr.ts';
import { toRfc3339 } from '#core/time.ts';
import type { RequisitesOffer } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import { presentPaymentSystem } from '#server/payment-systems/present.ts';
import { route, routeAfter, type Route, type SignedIn, type SignedPartner, type Visitor } from '#server/platform/http/route.ts';
import { verifyProof } from '#server/captcha/require-human.ts';
import { callerOf, findOwnOrder, orderTokenOf } from '#server/orders/access.ts';
import { createOrder as create } from '#server/orders/create/create-order.ts';
import * as moves from './customer-moves.ts';
import { createOrderFeed, findFollowedOrder } from './order-feed.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { whileSignedIn } from '#server/sessions/end-sessions.ts';
import { prepareRequisites } from '#server/orders/move/prepare-requisites.ts';
import { presentNewOrder, presentOrder } from './present.ts';
import { orderConditions } from './order-filter.ts';
import { readIncluded, presentOrderDocument, showMoved, withIncluded } from './show-order.ts';
import { networkNotice, offerEntries } from '#server/orders/readable-requisites.ts';
import { readPageRequest } from '#server/platform/http/pagination.ts';
import { findOffer } from '#server/orders/queries.ts';
import { type ListEntry, listOwnOrders, type OrdersOwner } from '#server/orders/store.ts';

/** Identifies a browser by the hash of its key. */
const deviceOf = (guestKey: string | undefined): string | undefined =>
  guestKey === undefined ? undefined : createHash('sha256').update(guestKey).digest('hex');

/** Spec 9: "Orders page size default 20". */
const ORDERS_PER_PAGE = 20;

const ownerOf = (visitor: SignedIn | SignedPartner): OrdersOwner => (visitor.kind === 'partner' ? visitor : visitor.userId);

function createRoute(deps: Deps): Route {
  return routeAfter(
    createOrder,
    // Only orders under pressure need a proof; the token is checked before the transaction
    async (call) => accept(await verifyProof(deps, call.body.captcha_token)),
    async (call) => {
      const created = await create(deps, call.tx, call.body, {
        visitor: call.visitor,
        ip: call.ip,
        header: call.header,
        device: deviceOf(call.guestKey),
        cookies: call.header('cookie'),
        locale: call.locale,
        ownOrderIds: call.guestItemIds,
        proofRefusals: call.prepared.ok ? [] : call.prepared.refusals,
      });
      if (!created.ok) return created;
      const { order } = created.value;
      const data = presentNewOrder(deps, created.value, call.locale);
      const options = { include: call.query.include, locale: call.locale, visitor: call.visitor };
      const document = await withIncluded(deps, call.tx, order, { data, ...options });
      // Signed-in callers need no token; for a partner's order only the customer gets one, by mail
      if (call.visitor.kind === 'user' || call.visitor.kind === 'partner') return accept(document);
      const attributes = { ...document.data.attributes, access_token: orderTokenOf(deps, order.id) };
      return accept({ ...document, data: { ...document.data, attributes } });
    },
  );
}

/** Another list entry of the user (a withdrawal). */
const findOtherEntry = async (deps: Deps, { visitor, params, locale }: { visitor: Visitor; params: { id: string }; locale: Locale }) =>
  visitor.kind === 'user' ? await deps.otherListEntries.find(deps, deps.db, { id: params.id, userId: visitor.userId, locale }) : undefined;

/** The outcome payment system, as an included resource. */
function systemOf({ catalogue }: Deps, { attributes }: Resource<OrderAttributes>, locale: Locale): Resource[] {
  const system = catalogue.paymentSystem(attributes.payment_system_to_id);
  return system ? [presentPaymentSystem(catalogue, system, locale)] : [];
}

/** One page of the list as resources, and the orders among its entries. */
async function presentList(deps: Deps, rows: readonly ListEntry[], locale: Locale) {
  const ids = rows.flatMap(({ id, order }) => (order === undefined ? [id] : []));
  const entriesById = ids.length === 0 ? new Map() : await deps.otherListEntries.present(deps, deps.db, ids, locale);
  const resources = await Promise.all(
    rows.map(async ({ id, order }) => (order === undefined ? entriesById.get(id) : await presentOrder(deps, deps.db, { order, locale }))),
  );
  return {
    data: resources.filter((resource) => resource !== undefined),
    orders: rows.flatMap(({ order }) => (order === undefined ? [] : [order])),
  };
}

function readRoutes(deps: Deps): Route[] {
  const feed = createOrderFeed(deps);
  return [
    route(listOrders, async (call) => {
      const page = readPageRequest(call, ORDERS_PER_PAGE);
      const { query, locale } = call;
      const owner = ownerOf(call.visitor);
      const orderFilter = query.kind === 'withdrawal' ? null : orderConditions(deps, query);
      // A partner's key lists the orders made with it, not the partner's own withdrawals
      const includesOtherEntries = typeof owner === 'string' && query.kind !== 'exchange';
      const list = { filter: orderFilter, others: includesOtherEntries ? deps.otherListEntries.listSql(owner, query) : null };
      const { rows, ends, total } = await listOwnOrders(deps.db, owner, page, list);
      const { data, orders } = await presentList(deps, rows, locale);
      const { included, withLinks } = await readIncluded(deps, deps.db, orders, { include: query.include, locale, visitor: call.visitor });
      return accept({
        data: data.map(withLinks),
        page: { page: page.page, per: page.per, total, ends },
        ...(included.length > 0 ? { included } : {}),
      });
    }),
    route(getOrder, async (call) => {
      const order = await findOwnOrder(deps, deps.db, call.params.id, callerOf(call));
      if (order)
        return accept(
          await presentOrderDocument(deps, deps.db, order, { include: call.query.include, locale: call.locale, visitor: call.visitor }),
        );
      const entry = await findOtherEntry(deps, call);
      if (!entry) return refuse({ code: 'not_found' });
      const included = call.query.include?.includes('outcome_payment_system') === true ? systemOf(deps, entry.resource, call.locale) : [];
      return accept({ data: entry.resource, ...(included.length > 0 ? { included } : {}) });
    }),
    route(orderEvents, async (call) => {
      const locale = call.query.locale ?? call.locale;
      const followed = await findFollowedOrder(deps, call, { id: call.params.id, locale });
      if (followed === undefined) return refuse({ code: 'not_found' });
      const lastEventId = call.header('last-event-id');
      return accept({ events: whileSignedIn(deps, call, (signal) => feed.follow(followed, { lastEventId, locale, signal })) });
    }),
  ];
}

/** The payment QR code of a bank transfer in roubles, to be scanned by the app of any Russian bank; null: a field is missing. */
const transferQr = ({ currency, scale }: PaymentSystem, { fields }: RequisitesOffer, amount: bigint): string | null =>
  currency === 'RUB' && scale === KOPECKS ? bankQrOf(fields, amount) : null;

const KOPECKS = 2;

async function presentRequisites(deps: Deps, order: Order, locale: Locale): Promise<Resource<RequisitesAttributes> | undefined> {
  const offer = await findOffer(deps.db, order.id);
  if (!offer) return undefined;
  const { income } = orderSides(deps.catalogue, order);
  const notice = networkNotice(deps, income, locale);
  // A top-up is paid to the same requisites, while the rate is locked
  const topUp = order.requote?.options.find((option) => option.choice === 'top_up');
  const amountDue = topUp?.missingAmount ?? offer.amount;
  const namesNoAmount = offer.fields.some((field) => field.value === offer.qrPayload);
  // A QR code with the full amount would ask for all of it again
  const qrPayload = topUp === undefined || namesNoAmount ? offer.qrPayload : null;
  return {
    type: 'requisites',
    id: order.id,
    attributes: {
      kind: offer.kind,
      amount: formatAmount(amountDue, income.scale),
      fields: offerEntries(deps, offer, locale),
      network: notice.network,
      network_warning: notice.warning,
      memo: offer.memo,
      qr_payload: qrPayload ?? transferQr(income, offer, amountDue),
      url: offer.url,
      method: offer.method,
      form_fields: offer.formFields,
      expires_at: order.expiresAt === null ? null : toRfc3339(order.expiresAt),
    },
  };
}

const PAYABLE: readonly OrderStatus[] = ['awaiting_payment', 'payment_claimed'];

function requisitesRoute(deps: Deps): Route {
  return route(getRequisites, async (call) => {
    const caller = callerOf(call);
    const requested = await findOwnOrder(deps, deps.db, call.params.id, caller);
    if (!requested) return refuse({ code: 'not_found' });
    const isWaiting = requested.status === 'awaiting_requisites';
    if (isWaiting) await prepareRequisites(deps, requested.id);
    const order = isWaiting ? await findOwnOrder(deps, deps.db, call.params.id, caller) : requested;
    if (order === undefined || !(PAYABLE.includes(order.status) || offers(order, 'top_up'))) {
      return refuse({ code: order?.status === 'awaiting_requisites' ? 'payment_form_unavailable' : 'order_state_conflict' });
    }
    const data = await presentRequisites(deps, order, call.locale);
    return data ? accept({ data }) : refuse({ code: 'payment_form_unavailable' });
  });
}

function customerMoveRoutes(deps: Deps): Route[] {
  return [
    route(cancelOrder, async (call) => {
      const { visitor, params, locale } = call;
      if (visitor.kind === 'user') {
        const cancelled = await deps.otherListEntries.cancel(deps, call.tx, { id: params.id, userId: visitor.userId, locale });
        if (cancelled.ok) return accept({ data: cancelled.value.resource });
        if (cancelled.refusals[0]?.code !== 'not_found') return cancelled;
      }
      const orderCall = { orderId: params.id, caller: callerOf(call) };
      return await showMoved(deps, call, await moves.cancelOrder(deps, call.tx, orderCall));
    }),
    route(confirmPayment, async (call) => {
      const { order_id: orderId, invoice_id: invoiceId, tx_hash: txHash } = call.body;
      return await showMoved(deps, call, await moves.claimPayment(deps, call.tx, { orderId, invoiceId, txHash, caller: callerOf(call) }));
    }),
  ];
}

/** Order endpoints for customers (contract section 3). */
export const orderRoutes = (deps: Deps): Route[] => [
  createRoute(deps),
  ...readRoutes(deps),
  requisitesRoute(deps),
  ...customerMoveRoutes(deps),
];
