import {
  officeAddNote,
  officeClaimOrder,
  officeGetOrder,
  officeListOrders,
  officeMoveOrder,
  officeOrderEvents,
  officeReleaseOrder,
  officeReturnSurplus,
} from '#contract/office-orders.ts';
import { officeTakeOverOrder } from '#contract/office-take-over.ts';
import { type Attention, ATTENTIONS, attentionsOf } from '#core/attention.ts';
import { isOperatorMove, may, mayMove, OPERATOR_MOVES } from '#core/access.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { pageMeta, pageOf } from '#server/platform/http/page-of.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { addNote } from './add-note.ts';
import { applyOperatorMove } from './apply-operator-move.ts';
import { returnSurplus } from './return-surplus.ts';
import { officeOrderAfter } from './order-detail.ts';
import { untilSignedOut } from '#server/sessions/end-sessions.ts';
import { officeEvents } from './desk-events.ts';
import { claimLease, takeOverLease, releaseLease } from '#server/leases/lease.ts';
import { findById } from '#server/orders/find-order.ts';
import { findPerson } from '#server/users/find-person.ts';
import { presentRow } from './present.ts';
import { worthOf } from './worth.ts';
import { countOfficeOrders, listOfficeOrders, type OrderFilter, reckoningFromText, reckoningToText } from './store.ts';

/** What this role can act on. */
const waitingFor = (attentions: readonly Attention[]): OrderFilter => ({
  view: 'needs_person',
  attentions,
  status: undefined,
  statusGroup: undefined,
  q: undefined,
  partnerId: undefined,
});

const listOrdersRoute = (deps: Deps): Route =>
  route(officeListOrders, async (call) => {
    const operator = call.visitor;
    const { query, locale, from } = call;
    const q = query.q?.trim().toLowerCase();
    const own = attentionsOf(operator.role);
    const filter: OrderFilter = {
      view: query.view ?? 'all',
      // Who decides nothing looks over everybody's shoulder
      attentions: own.length === 0 ? ATTENTIONS : own,
      status: query.status,
      statusGroup: query.status_group,
      q: q === '' ? undefined : q,
      partnerId: query.partner,
    };
    const page = pageOf(call);
    const now = deps.clock.now();
    const reckoning = from?.asOf ? reckoningFromText(from.asOf) : { now, worth: worthOf(deps) };
    // The first view's rows are what is counted: counted once
    const isWaiting =
      filter.view === 'needs_person' && own.length > 0 && !(query.status ?? query.status_group ?? filter.q ?? query.partner);
    const waiting = countOfficeOrders(deps.db, waitingFor(own));
    const [part, total, needsPerson, partner] = await Promise.all([
      listOfficeOrders(deps.db, filter, { ...page, reckoning }),
      isWaiting ? waiting : countOfficeOrders(deps.db, filter, page.most),
      waiting,
      query.partner === undefined || !may(operator.role, 'read_partners') ? undefined : findPerson(deps.db, query.partner),
    ]);
    const ends = filter.view === 'all' ? part.ends : { ...part.ends, asOf: reckoningToText(reckoning) };
    const view = { deps, locale, operatorId: operator.userId, mayHandlePayouts: may(operator.role, 'handle_payouts'), now };
    return accept({
      data: part.rows.map((row) => ({ type: 'orders', id: row.id, attributes: presentRow(view, row) })),
      page: filter.view === 'needs_person' ? { page: page.page, per: page.per, total, ends } : pageMeta(page, total, ends),
      meta: {
        needs_person: needsPerson,
        server_time: toRfc3339(now),
        partner: partner?.role === 'customer' ? (partner.fullName ?? partner.email) : null,
      },
    });
  });

const getOrderRoute = (deps: Deps): Route =>
  route(officeGetOrder, async ({ params, visitor: operator, locale }) => {
    return await officeOrderAfter(deps, deps.db, { id: params.id, locale, operator: operator });
  });

const moveRoute = (deps: Deps): Route =>
  route(officeMoveOrder, async ({ params, body, visitor: operator, locale, tx }) => {
    if (!isOperatorMove(body.move)) return refuse({ code: 'order_state_conflict' });
    if (!mayMove(operator.role, body.move)) return refuse({ code: 'access_denied' });
    const note = body.note?.trim() ?? '';
    if (note === '' && OPERATOR_MOVES[body.move].note === 'required') return refuse({ code: 'required', field: 'note' });
    const moved = await applyOperatorMove(deps, tx, {
      orderId: params.id,
      move: body.move,
      version: body.version,
      operator: { id: operator.userId },
      note: note === '' ? undefined : note,
      refundAmount: body.refund_amount ?? undefined,
    });
    if (!moved.ok) return moved;
    return await officeOrderAfter(deps, tx, { id: params.id, locale, operator: operator });
  });

const surplusRoute = (deps: Deps): Route =>
  route(officeReturnSurplus, async ({ params, body, visitor: operator, locale, tx }) => {
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    const returned = await returnSurplus(deps, tx, { orderId: params.id, version: body.version, note, operatorId: operator.userId });
    if (!returned.ok) return returned;
    return await officeOrderAfter(deps, tx, { id: params.id, locale, operator: operator });
  });

const noteRoute = (deps: Deps): Route =>
  route(officeAddNote, async ({ params, body, visitor: operator, locale, tx }) => {
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    const added = await addNote(deps, tx, { orderId: params.id, note, operatorId: operator.userId });
    if (!added.ok) return added;
    return await officeOrderAfter(deps, tx, { id: params.id, locale, operator: operator });
  });

const leaseRoutes = (deps: Deps): Route[] => [
  route(officeClaimOrder, async ({ params, visitor: operator, tx }) => {
    if (!(await findById(tx, params.id))) return refuse({ code: 'not_found' });
    const subject = { kind: 'order', id: params.id } as const;
    const lease = await claimLease(deps, tx, { subject, operatorId: operator.userId });
    return lease.ok ? accept({ data: { type: 'leases', id: params.id, attributes: lease.value } }) : lease;
  }),
  route(officeTakeOverOrder, async ({ params, body: { holder, note }, visitor: operator, tx }) => {
    if (!(await findById(tx, params.id))) return refuse({ code: 'not_found' });
    const subject = { kind: 'order', id: params.id } as const;
    const lease = await takeOverLease(deps, tx, { subject, operatorId: operator.userId, holder, note });
    return lease.ok ? accept({ data: { type: 'leases', id: params.id, attributes: lease.value } }) : lease;
  }),
  route(officeReleaseOrder, async ({ params, visitor: operator, tx }) => {
    if (!(await findById(tx, params.id))) return refuse({ code: 'not_found' });
    await releaseLease(deps, tx, { subject: { kind: 'order', id: params.id }, operatorId: operator.userId });
    return accept({});
  }),
];

const eventsRoute = (deps: Deps): Route =>
  route(officeOrderEvents, async ({ visitor, signal }) => accept({ events: officeEvents(deps, untilSignedOut(deps, visitor, signal)) }));

/** The operators' calls about orders: queue, detail, leases, moves, live hints. */
export const officeOrderRoutes = (deps: Deps): Route[] => [
  listOrdersRoute(deps),
  eventsRoute(deps),
  getOrderRoute(deps),
  ...leaseRoutes(deps),
  moveRoute(deps),
  surplusRoute(deps),
  noteRoute(deps),
];
