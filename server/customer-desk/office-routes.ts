import {
  type CustomerRowAttributes,
  officeGetCustomerCard,
  officeListCustomers,
  officeJudgePair,
  officeListTrace,
  officeNoteOnCustomer,
  officeRevealCustomerRequisites,
  officeSetCustomerLimits,
  officeSignOutCustomer,
  officeTakeBackPair,
} from '#contract/office-customer-desk.ts';
import { audiencesOf } from '#core/customer.ts';
import { readQuery } from '#core/search/read-query.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { noteCustomer } from '#server/desk/customer.ts';
import { valueLines } from '#server/orders/readable-requisites.ts';
import { numbersOf } from '#server/orders/terms/number-terms.ts';
import { findOrdersByTerms } from '#server/orders/terms/term-index.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { pageMeta, pageOf } from '#server/platform/http/page-of.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { listTrace, revealRequisites, setLimits, signOut } from './deeds.ts';
import { judgePair, takeBackPair } from './judge-pair.ts';
import { type Asking, readCard } from './read-card.ts';
import { countCustomers, type CustomerRow, customersOfOrders, listCustomers, listOrdersOf } from './store.ts';

const FOUND_MOST = 200;

const presentRow = (row: CustomerRow): CustomerRowAttributes => ({
  email: row.mailbox,
  has_account: row.has_account,
  orders: Number(row.orders),
  completed: Number(row.completed),
  has_limits: row.has_limits,
  last_order_at: row.last_order_at && toRfc3339(row.last_order_at.getTime()),
  known_since: toRfc3339(row.made_at.getTime()),
});

/** Customers by what their orders are found by: requisites whole or by their ends, names, the number of an order. */
async function foundBy(deps: Pick<Deps, 'db' | 'secrets'>, q: string): Promise<string[]> {
  const readings = readQuery(q).readings.filter(({ found }) => found === 'requisites' || found === 'name');
  const numbered = readings.map(({ terms }) => ({ terms: numbersOf(deps, terms), mail: null }));
  const hits = await findOrdersByTerms(deps.db, numbered, FOUND_MOST);
  return [q, ...(await customersOfOrders(deps.db, [q, ...hits.map(({ order_id: id }) => id)]))];
}

async function shownCard(deps: Deps, db: Queryable, id: string, asking: Asking) {
  const attributes = await readCard(deps, db, id, asking);
  return attributes === undefined ? refuse({ code: 'not_found' }) : accept({ data: { type: 'customer_cards' as const, id, attributes } });
}

const readRoutes = (deps: Deps): Route[] => [
  route(officeListCustomers, async (call) => {
    const q = call.query.q?.trim() || undefined;
    const ids = q === undefined ? [] : await foundBy(deps, q);
    const filter = { kind: call.query.kind, mail: q?.toLowerCase(), ids };
    const page = pageOf(call);
    const [{ rows, ends }, total] = await Promise.all([listCustomers(deps.db, filter, page), countCustomers(deps.db, filter, page.most)]);
    return accept({
      data: rows.map((row) => ({ type: 'customer_rows', id: row.id, attributes: presentRow(row) })),
      page: pageMeta(page, total, ends),
    });
  }),
  route(
    officeGetCustomerCard,
    async ({ params: { id }, visitor: operator, locale }) => await shownCard(deps, deps.db, id, { operator, locale }),
  ),
  route(
    officeRevealCustomerRequisites,
    async ({ params: { id, order_id: orderId, side }, visitor: { userId: operatorId }, locale, tx }) => {
      const shown = await revealRequisites(deps, tx, { id, orderId, side, operatorId });
      if (!shown.ok) return shown;
      const { fields, values } = shown.value;
      return accept({ data: { type: 'requisites', id: orderId, attributes: { requisites: valueLines(fields, values, locale) } } });
    },
  ),
];

const deedRoutes = (deps: Deps): Route[] => [
  route(officeSetCustomerLimits, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const { order_usd: orderUsd, day_usd: dayUsd, month_usd: monthUsd, version } = body;
    const about = { id, note: body.note.trim(), operatorId: operator.userId };
    const done = await setLimits(deps, tx, { ...about, version, limits: { orderUsd, dayUsd, monthUsd } });
    return done.ok ? await shownCard(deps, tx, id, { operator, locale }) : done;
  }),
  route(officeNoteOnCustomer, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    if (!audiencesOf(operator.role).includes(body.audience)) return refuse({ code: 'access_denied' });
    // A note stands on an order: on his newest
    const [newest] = await listOrdersOf(tx, id, 1);
    if (newest === undefined) return refuse({ code: 'not_found' });
    const noted = await noteCustomer(deps, tx, { orderId: newest.id, note, audience: body.audience, operatorId: operator.userId });
    return noted.ok ? await shownCard(deps, tx, id, { operator, locale }) : noted;
  }),
  route(officeSignOutCustomer, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const done = await signOut(deps, tx, { id, note: body.note.trim(), operatorId: operator.userId });
    return done.ok ? await shownCard(deps, tx, id, { operator, locale }) : done;
  }),
  route(officeListTrace, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const { trace, order_id: orderId = null, reason, ends_at: ends } = body;
    const endsAt = ends == null ? null : Date.parse(ends);
    const about = { id, note: body.note.trim(), operatorId: operator.userId };
    const done = await listTrace(deps, tx, { ...about, trace, orderId, reason, endsAt });
    return done.ok ? await shownCard(deps, tx, id, { operator, locale }) : done;
  }),
];

const pairRoutes = (deps: Deps): Route[] => [
  route(officeJudgePair, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const { other, verdict, note } = body;
    const done = await judgePair(deps, tx, { id, other: other.trim(), verdict, note: note.trim(), operatorId: operator.userId });
    return done.ok ? await shownCard(deps, tx, id, { operator, locale }) : done;
  }),
  route(officeTakeBackPair, async ({ params: { id, other_id: other }, body, visitor: operator, locale, tx }) => {
    const done = await takeBackPair(deps, tx, { id, other, note: body.note.trim(), operatorId: operator.userId });
    return done.ok ? await shownCard(deps, tx, id, { operator, locale }) : done;
  }),
];

/** The operators' calls about customers: who they are, and what is done about one. */
export const officeCustomerDeskRoutes = (deps: Deps): Route[] => [...readRoutes(deps), ...deedRoutes(deps), ...pairRoutes(deps)];
