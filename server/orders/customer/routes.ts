import { createHash } from 'node:crypto';
import type { Resource } from '#contract/document.ts';
import {
  cancelOrder,
  confirmPayment,
  createOrder,
  getOrder,
  getRequisites,
  listOrders,
  type OrderAttributes,
  orderEvents,
  type RequisitesAttributes,
} from '#contract/orders.ts';
import { formatAmount } from '#core/money/amount.ts';
import { offers } from '#core/order/actions.ts';
import type { Order } from '#core/order/order.ts';
import type { OrderStatus } from '#core/order/status.ts';
import type { Locale } from '#core/locale.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { presentPaymentSystem } from '#server/payment-systems/present.ts';
import { route, routeAfter, type Route, type SignedIn, type SignedPartner, type Visitor } from '#server/platform/http/route.ts';
import { lookAtProof } from '#server/captcha/require-human.ts';
import { findOwnOrder, orderTokenOf } from '#server/orders/access.ts';
import { callerOf } from '#server/orders/caller-of.ts';
import { createOrder as create } from '#server/orders/create/create-order.ts';
import * as moves from './customer-moves.ts';
import { findFollowed } from './find-followed.ts';
import { createOrderFeed } from './order-feed.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import { whileSignedIn } from '#server/sessions/end-sessions.ts';
import { prepareRequisites } from '#server/orders/move/prepare-requisites.ts';
import { presentNewOrder, presentOrder } from './present.ts';
import { wantedOf } from './wanted-orders.ts';
import { bringAlong, show, showMoved, withIncluded } from './show-order.ts';
import { networkNotice, offerLines } from '#server/orders/readable-requisites.ts';
import { pageOf } from '#server/platform/http/page-of.ts';
import { findRequisites, type Listed, listOwnOrders, type OrdersOwner } from '#server/orders/store.ts';

/** What a browser is known by beside an order: of its key nothing but a hash. */
const deviceOf = (guestKey: string | undefined): string | undefined =>
  guestKey === undefined ? undefined : createHash('sha256').update(guestKey).digest('hex');

/** Spec 9: "Orders page size default 20". */
const ORDERS_PER_PAGE = 20;

const ownerOf = (visitor: SignedIn | SignedPartner): OrdersOwner => (visitor.kind === 'partner' ? visitor : visitor.userId);

function creation(deps: Deps): Route {
  return routeAfter(
    createOrder,
    // Only an order under pressure needs a proof: whether its token is right matters then
    async (call) => accept(await lookAtProof(deps, call.body.captcha_token)),
    async (call) => {
      const created = await create(deps, call.tx, call.body, {
        visitor: call.visitor,
        ip: call.ip,
        header: call.header,
        device: deviceOf(call.guestKey),
        cookies: call.header('cookie'),
        locale: call.locale,
        ownOrderIds: call.heldIds,
        proofRefusals: call.prepared.ok ? [] : call.prepared.refusals,
      });
      if (!created.ok) return created;
      const { order } = created.value;
      const data = presentNewOrder(deps, created.value, call.locale);
      const asked = { include: call.query.include, locale: call.locale, visitor: call.visitor };
      const shown = await withIncluded(deps, call.tx, order, { data, ...asked });
      // Whoever asks again by who he is needs no key; of a partner's order the customer alone gets one, by mail
      if (call.visitor.kind === 'user' || call.visitor.kind === 'partner') return accept(shown);
      const attributes = { ...shown.data.attributes, access_token: orderTokenOf(deps, order.id) };
      return accept({ ...shown, data: { ...shown.data, attributes } });
    },
  );
}

/** What is no order and stands among his own. */
const findBeside = async (deps: Deps, { visitor, params, locale }: { visitor: Visitor; params: { id: string }; locale: Locale }) =>
  visitor.kind === 'user' ? await deps.besideOrders.find(deps, deps.db, { id: params.id, userId: visitor.userId, locale }) : undefined;

/** The payment system that it is paid on. */
function systemOf({ catalogue }: Deps, { attributes }: Resource<OrderAttributes>, locale: Locale): Resource[] {
  const system = catalogue.paymentSystem(attributes.payment_system_to_id);
  return system ? [presentPaymentSystem(catalogue, system, locale)] : [];
}

/** A page of his list in its order, and those of it that are orders. */
async function presentList(deps: Deps, rows: readonly Listed[], locale: Locale) {
  const ids = rows.flatMap(({ id, order }) => (order === undefined ? [id] : []));
  const beside = ids.length === 0 ? new Map() : await deps.besideOrders.present(deps, deps.db, ids, locale);
  const shown = await Promise.all(
    rows.map(async ({ id, order }) => (order === undefined ? beside.get(id) : await presentOrder(deps, deps.db, { order, locale }))),
  );
  return { data: shown.filter((one) => one !== undefined), orders: rows.flatMap(({ order }) => (order === undefined ? [] : [order])) };
}

function reading(deps: Deps): Route[] {
  const feed = createOrderFeed(deps);
  return [
    route(listOrders, async (call) => {
      const page = pageOf(call, ORDERS_PER_PAGE);
      const { query, locale } = call;
      const owner = ownerOf(call.visitor);
      const wanted = query.kind === 'withdrawal' ? null : wantedOf(deps, query);
      // A partner's programs see what came by them, not his own earnings
      const isOwn = typeof owner === 'string' && query.kind !== 'exchange';
      const list = { wanted, beside: isOwn ? deps.besideOrders.listed(owner, query) : null };
      const { rows, ends, total } = await listOwnOrders(deps.db, owner, page, list);
      const { data, orders } = await presentList(deps, rows, locale);
      const { included, linked } = await bringAlong(deps, deps.db, orders, { include: query.include, locale, visitor: call.visitor });
      return accept({
        data: data.map(linked),
        page: { page: page.page, per: page.per, total, ends },
        ...(included.length > 0 ? { included } : {}),
      });
    }),
    route(getOrder, async (call) => {
      const order = await findOwnOrder(deps, deps.db, call.params.id, callerOf(call));
      if (order)
        return accept(await show(deps, deps.db, order, { include: call.query.include, locale: call.locale, visitor: call.visitor }));
      const beside = await findBeside(deps, call);
      if (!beside) return refuse({ code: 'not_found' });
      const included = call.query.include?.includes('outcome_payment_system') === true ? systemOf(deps, beside.resource, call.locale) : [];
      return accept({ data: beside.resource, ...(included.length > 0 ? { included } : {}) });
    }),
    route(orderEvents, async (call) => {
      const locale = call.query.locale ?? call.locale;
      const followed = await findFollowed(deps, call, { id: call.params.id, locale });
      if (followed === undefined) return refuse({ code: 'not_found' });
      const lastEventId = call.header('last-event-id');
      return accept({ events: whileSignedIn(deps, call, (signal) => feed.follow(followed, { lastEventId, locale, signal })) });
    }),
  ];
}

async function presentRequisites(deps: Deps, order: Order, locale: Locale): Promise<Resource<RequisitesAttributes> | undefined> {
  const offer = await findRequisites(deps.db, order.id);
  if (!offer) return undefined;
  const { income } = orderSides(deps.catalogue, order);
  const notice = networkNotice(deps, income, locale);
  // What is still missing goes the same way, while the rate is held
  const topUp = order.requote?.options.find((option) => option.choice === 'top_up');
  const namesNoAmount = offer.fields.some((field) => field.value === offer.qrPayload);
  return {
    type: 'requisites',
    id: order.id,
    attributes: {
      kind: offer.kind,
      amount: formatAmount(topUp?.missingAmount ?? offer.amount, income.scale),
      fields: offerLines(deps, offer, locale),
      network: notice.network,
      network_warning: notice.warning,
      memo: offer.memo,
      // A code that carries the whole amount would ask for all of it again
      qr_payload: topUp === undefined || namesNoAmount ? offer.qrPayload : null,
      url: offer.url,
      method: offer.method,
      form_fields: offer.formFields,
      expires_at: order.expiresAt === null ? null : toRfc3339(order.expiresAt),
    },
  };
}

const PAYABLE: readonly OrderStatus[] = ['awaiting_payment', 'payment_claimed'];

function requisites(deps: Deps): Route {
  return route(getRequisites, async (call) => {
    const caller = callerOf(call);
    const found = await findOwnOrder(deps, deps.db, call.params.id, caller);
    if (!found) return refuse({ code: 'not_found' });
    if (found.status === 'awaiting_requisites') await prepareRequisites(deps, found.id);
    const order = await findOwnOrder(deps, deps.db, call.params.id, caller);
    if (order === undefined || !(PAYABLE.includes(order.status) || offers(order, 'top_up'))) {
      return refuse({ code: order?.status === 'awaiting_requisites' ? 'payment_form_unavailable' : 'order_state_conflict' });
    }
    const data = await presentRequisites(deps, order, call.locale);
    return data ? accept({ data }) : refuse({ code: 'payment_form_unavailable' });
  });
}

function customerMoves(deps: Deps): Route[] {
  return [
    route(cancelOrder, async (call) => {
      const { visitor, params, locale } = call;
      if (visitor.kind === 'user') {
        const beside = await deps.besideOrders.cancel(deps, call.tx, { id: params.id, userId: visitor.userId, locale });
        if (beside.ok) return accept({ data: beside.value.resource });
        if (beside.refusals[0]?.code !== 'not_found') return beside;
      }
      const addressed = { orderId: params.id, caller: callerOf(call) };
      return await showMoved(deps, call, await moves.cancelOrder(deps, call.tx, addressed));
    }),
    route(confirmPayment, async (call) => {
      const { order_id: orderId, invoice_id: invoiceId, tx_hash: txHash } = call.body;
      return await showMoved(deps, call, await moves.claimPayment(deps, call.tx, { orderId, invoiceId, txHash, caller: callerOf(call) }));
    }),
  ];
}

/** Everything a customer can do with orders (contract section 3). */
export const orderRoutes = (deps: Deps): Route[] => [creation(deps), ...reading(deps), requisites(deps), ...customerMoves(deps)];
