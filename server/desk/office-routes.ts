import {
  officeAddNote,
  officeClaimOrder,
  officeGetOrder,
  officeListOrders,
  officeMoveOrder,
  officeOrderEvents,
  officeOrdersCsv,
  officeReleaseOrder,
  officeReturnSurplus,
} from '#contract/office/orders/orders.ts';
import { officeTakeOverOrder } from '#contract/office/orders/take-over.ts';
import { isOperatorMove, may, mayMove, OPERATOR_MOVES } from '#core/access/access.ts';
import { pow10 } from '#core/money/decimals.ts';
import { divide, fraction, toSignificant } from '#core/money/fraction.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { type Attention, ATTENTIONS, attentionsOf } from '#core/staff/attention.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { claimLease, LEASE_CHANNELS, releaseLease, takeOverLease } from '#server/leases/lease.ts';
import { csvFile } from '#server/audit-log/csv-file.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { findOrder } from '#server/orders/queries.ts';
import type { DayRange } from '#server/platform/db/day-range.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { untilSignedOut } from '#server/sessions/end-sessions.ts';
import { findPerson } from '#server/users/queries.ts';
import { applyOperatorMove } from './apply-operator-move.ts';
import { officeEvents } from './desk-events.ts';
import { officeOrderResponse } from './order-detail.ts';
import { presentRow } from './present.ts';
import { returnSurplus } from './return-surplus.ts';
import { countOfficeOrders, listOfficeOrders, type OrderFilter, rankingFromText, rankingToText, type UnitPrices } from './store.ts';

const DIGITS = 12;

/**
 * USD prices of one minor unit of each payment system, for ranking the queue; systems without a
 * price are left out.
 */
export function unitPrices({ catalogue, quotes }: Pick<Deps, 'catalogue' | 'quotes'>): UnitPrices {
  const priced = catalogue.paymentSystems().flatMap(({ code, scale }) => {
    const usd = quotes.usdOf(code);
    return usd === undefined ? [] : [{ code, usd: toSignificant(divide(usd, fraction(pow10(scale), 1n)), DIGITS) }];
  });
  return { codes: priced.map(({ code }) => code), usd: priced.map(({ usd }) => usd) };
}

interface NewNote {
  readonly orderId: string;
  readonly note: string;
  readonly operatorId: string;
}

/**
 * Adds an operator's note to the audit log of an order; the order itself does not change. Refuses
 * `not_found`.
 */
async function addNote(deps: Pick<Deps, 'random' | 'live' | 'secrets'>, tx: Tx, input: NewNote): Promise<Result<null, 'not_found'>> {
  if (!(await findOrder(tx, input.orderId))) return refuse({ code: 'not_found' });
  await recordAudit(deps, tx, {
    actorId: input.operatorId,
    action: 'order.note',
    subjectType: 'order',
    subjectId: input.orderId,
    detail: { note: input.note },
  });
  // Notifies the office channel only: customers' pages listen to another one
  await deps.live.notify(tx, LEASE_CHANNELS.order, input.orderId);
  return accept(null);
}

/** The orders that need a person of this role. */
const needsPersonFilter = (attentions: readonly Attention[]): OrderFilter => ({
  view: 'needs_person',
  attentions,
  status: undefined,
  statusGroup: undefined,
  q: undefined,
  partnerId: undefined,
  days: {},
});

interface OrdersQuery extends DayRange {
  readonly status?: OrderFilter['status'];
  readonly status_group?: OrderFilter['statusGroup'];
  readonly partner?: string | undefined;
  readonly q?: string | undefined;
}

const filterOf = (query: OrdersQuery, { view, attentions }: Pick<OrderFilter, 'view' | 'attentions'>): OrderFilter => ({
  view,
  attentions,
  status: query.status,
  statusGroup: query.status_group,
  q: query.q?.trim().toLowerCase() || undefined,
  partnerId: query.partner,
  days: { from: query.from, to: query.to },
});

const CSV_COLUMNS = [
  'order',
  'created_at',
  'status',
  'status_changed_at',
  'ending',
  'email',
  'income_payment_system_id',
  'income_amount',
  'received_amount',
  'income_currency_iso_code',
  'outcome_payment_system_id',
  'outcome_amount',
  'outcome_currency_iso_code',
];

const csvOrdersRoute = (deps: Deps): Route =>
  route(officeOrdersCsv, async (call) => {
    const now = deps.clock.now();
    const filter = filterOf(call.query, { view: 'all', attentions: [] });
    const view = { deps, locale: call.locale, operatorId: call.visitor.userId, mayHandlePayouts: false, now };
    return await csvFile(deps, call, {
      name: 'orders',
      columns: CSV_COLUMNS,
      read: (part) => listOfficeOrders(deps.db, filter, { ...part, ranking: { now, worth: { codes: [], usd: [] } } }),
      cellsOf: (row) => {
        const order = presentRow(view, row);
        const { income, outcome } = order;
        const head = [row.id, order.created_at, order.status, order.status_changed_at, order.ending, order.email];
        const paid = [income.id, order.income_amount, order.received_amount, income.currency_iso_code];
        return [...head, ...paid, outcome.id, order.outcome_amount, outcome.currency_iso_code];
      },
    });
  });

const listOrdersRoute = (deps: Deps): Route =>
  route(officeListOrders, async (call) => {
    const operator = call.visitor;
    const { query, locale, from } = call;
    const roleAttentions = attentionsOf(operator.role);
    // A role that decides nothing sees the orders of all roles
    const attentions = roleAttentions.length === 0 ? ATTENTIONS : roleAttentions;
    const filter = filterOf(query, { view: query.view ?? 'all', attentions });
    const page = readPageRequest(call);
    const now = deps.clock.now();
    const ranking = from?.asOf ? rankingFromText(from.asOf) : { now, worth: unitPrices(deps) };
    // The unfiltered first view has the same total as `needsPerson`: count once
    const isSameTotal =
      filter.view === 'needs_person' &&
      roleAttentions.length > 0 &&
      !(query.status ?? query.status_group ?? filter.q ?? query.partner ?? query.from ?? query.to);
    const needsPersonTotal = countOfficeOrders(deps.db, needsPersonFilter(roleAttentions));
    const [part, total, needsPerson, partner] = await Promise.all([
      listOfficeOrders(deps.db, filter, { ...page, ranking }),
      isSameTotal ? needsPersonTotal : countOfficeOrders(deps.db, filter, page.maxCounted),
      needsPersonTotal,
      query.partner === undefined || !may(operator.role, 'read_partners') ? undefined : findPerson(deps.db, query.partner),
    ]);
    const ends = filter.view === 'all' ? part.ends : { ...part.ends, asOf: rankingToText(ranking) };
    const view = { deps, locale, operatorId: operator.userId, mayHandlePayouts: may(operator.role, 'handle_payouts'), now };
    return accept({
      data: part.rows.map((row) => ({ type: 'orders', id: row.id, attributes: presentRow(view, row) })),
      page: filter.view === 'needs_person' ? { page: page.page, per: page.per, total, ends } : pageInfo(page, total, ends),
      meta: {
        needs_person: needsPerson,
        server_time: toRfc3339(now),
        partner: partner?.role === 'customer' ? (partner.fullName ?? partner.email) : null,
      },
    });
  });

const getOrderRoute = (deps: Deps): Route =>
  route(officeGetOrder, async ({ params, visitor: operator, locale }) => {
    return await officeOrderResponse(deps, deps.db, { id: params.id, locale, operator });
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
    return await officeOrderResponse(deps, tx, { id: params.id, locale, operator });
  });

const surplusRoute = (deps: Deps): Route =>
  route(officeReturnSurplus, async ({ params, body, visitor: operator, locale, tx }) => {
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    const returned = await returnSurplus(deps, tx, { orderId: params.id, version: body.version, note, operatorId: operator.userId });
    if (!returned.ok) return returned;
    return await officeOrderResponse(deps, tx, { id: params.id, locale, operator });
  });

const noteRoute = (deps: Deps): Route =>
  route(officeAddNote, async ({ params, body, visitor: operator, locale, tx }) => {
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    const added = await addNote(deps, tx, { orderId: params.id, note, operatorId: operator.userId });
    if (!added.ok) return added;
    return await officeOrderResponse(deps, tx, { id: params.id, locale, operator });
  });

const leaseRoutes = (deps: Deps): Route[] => [
  route(officeClaimOrder, async ({ params, visitor: operator, tx }) => {
    if (!(await findOrder(tx, params.id))) return refuse({ code: 'not_found' });
    const subject = { kind: 'order', id: params.id } as const;
    const lease = await claimLease(deps, tx, { subject, operatorId: operator.userId });
    return lease.ok ? accept({ data: { type: 'leases', id: params.id, attributes: lease.value } }) : lease;
  }),
  route(officeTakeOverOrder, async ({ params, body: { holder, note }, visitor: operator, tx }) => {
    if (!(await findOrder(tx, params.id))) return refuse({ code: 'not_found' });
    const subject = { kind: 'order', id: params.id } as const;
    const lease = await takeOverLease(deps, tx, { subject, operatorId: operator.userId, holder, note });
    return lease.ok ? accept({ data: { type: 'leases', id: params.id, attributes: lease.value } }) : lease;
  }),
  route(officeReleaseOrder, async ({ params, visitor: operator, tx }) => {
    if (!(await findOrder(tx, params.id))) return refuse({ code: 'not_found' });
    await releaseLease(deps, tx, { subject: { kind: 'order', id: params.id }, operatorId: operator.userId });
    return accept({});
  }),
];

const eventsRoute = (deps: Deps): Route =>
  route(officeOrderEvents, async ({ visitor, signal }) => accept({ events: officeEvents(deps, untilSignedOut(deps, visitor, signal)) }));

/** Office routes about orders: queue, detail, leases, moves, live hints. */
export const officeOrderRoutes = (deps: Deps): Route[] => [
  listOrdersRoute(deps),
  csvOrdersRoute(deps),
  eventsRoute(deps),
  getOrderRoute(deps),
  ...leaseRoutes(deps),
  moveRoute(deps),
  surplusRoute(deps),
  noteRoute(deps),
];
