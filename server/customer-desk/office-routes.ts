import {
  type CustomerRowAttributes,
  officeGetCustomerCard,
  officeCustomersCsv,
  officeListCustomers,
  officeJudgePair,
  officeListTrace,
  officeNoteOnCustomer,
  officeRevealCustomerRequisites,
  officeSetCustomerLimits,
  officeSignOutCustomer,
  officeTakeBackPair,
} from '#contract/office/customers/customer-desk.ts';
import { audiencesOf } from '#core/customer/customer.ts';
import { readQuery } from '#core/search/read-query.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { csvFile } from '#server/audit-log/csv-file.ts';
import { addCustomerNote } from '#server/desk/customer.ts';
import { valueEntries } from '#server/orders/readable-requisites.ts';
import { numbersOf } from '#server/orders/terms/order-terms.ts';
import { findOrdersByTerms } from '#server/orders/terms/term-index.ts';
import type { DayRange } from '#server/platform/db/day-range.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { blacklistTrace, revealRequisites, setLimits, signOut } from './customer-actions.ts';
import { judgePair, withdrawVerdict } from './judge-pair.ts';
import { type CardReader, readCard } from './read-card.ts';
import { countCustomers, type CustomerFilter, type CustomerRow, customersOfOrders, listCustomers, listOrdersOf } from './store.ts';

const MAX_MATCHES = 200;

const presentRow = (row: CustomerRow): CustomerRowAttributes => ({
  email: row.mailbox,
  has_account: row.has_account,
  orders: row.orders,
  completed: row.completed,
  has_limits: row.has_limits,
  last_order_at: row.last_order_at && toRfc3339(row.last_order_at.getTime()),
  known_since: toRfc3339(row.made_at.getTime()),
});

/** Ids of customers whose orders match the query: full requisites or their ends, names, order number. */
async function findCustomerIds(deps: Pick<Deps, 'db' | 'secrets'>, q: string): Promise<string[]> {
  const readings = readQuery(q).readings.filter(({ foundIn: found }) => found === 'requisites' || found === 'name');
  const numbered = readings.map(({ terms }) => ({ terms: numbersOf(deps, terms), mail: null }));
  const hits = await findOrdersByTerms(deps.db, numbered, MAX_MATCHES);
  return [q, ...(await customersOfOrders(deps.db, [q, ...hits.map(({ order_id: id }) => id)]))];
}

async function cardResponse(deps: Deps, db: Queryable, id: string, reader: CardReader) {
  const attributes = await readCard(deps, db, id, reader);
  return attributes === undefined ? refuse({ code: 'not_found' }) : accept({ data: { type: 'customer_cards' as const, id, attributes } });
}

interface CustomersQuery extends DayRange {
  readonly q?: string | undefined;
  readonly kind?: CustomerFilter['kind'];
}

async function filterOf(deps: Pick<Deps, 'db' | 'secrets'>, { kind, from, to, ...query }: CustomersQuery): Promise<CustomerFilter> {
  const q = query.q?.trim() || undefined;
  const ids = q === undefined ? [] : await findCustomerIds(deps, q);
  return { kind, mail: q?.toLowerCase(), ids, days: { from, to } };
}

const CSV_COLUMNS = [
  'email',
  'has_account',
  'orders',
  'completed',
  'has_limits',
  'last_order_at',
  'known_since',
] as const satisfies readonly (keyof CustomerRowAttributes)[];

const csvRoute = (deps: Deps): Route =>
  route(officeCustomersCsv, async (call) => {
    const filter = await filterOf(deps, call.query);
    return await csvFile(deps, call, {
      name: 'customers',
      columns: CSV_COLUMNS,
      // The time of the last order changes meanwhile
      read: (part) => listCustomers(deps.db, filter, { ...part, sort: ['-known_since'] }),
      cellsOf: (row) => {
        const customer = presentRow(row);
        return CSV_COLUMNS.map((column) => customer[column]);
      },
    });
  });

const readRoutes = (deps: Deps): Route[] => [
  csvRoute(deps),
  route(officeListCustomers, async (call) => {
    const filter = await filterOf(deps, call.query);
    const page = readPageRequest(call);
    const [{ rows, ends }, total] = await Promise.all([
      listCustomers(deps.db, filter, page),
      countCustomers(deps.db, filter, page.maxCounted),
    ]);
    return accept({
      data: rows.map((row) => ({ type: 'customer_rows', id: row.id, attributes: presentRow(row) })),
      page: pageInfo(page, total, ends),
    });
  }),
  route(
    officeGetCustomerCard,
    async ({ params: { id }, visitor: operator, locale }) => await cardResponse(deps, deps.db, id, { operator, locale }),
  ),
  route(
    officeRevealCustomerRequisites,
    async ({ params: { id, order_id: orderId, side }, visitor: { userId: operatorId }, locale, tx }) => {
      const revealed = await revealRequisites(deps, tx, { id, orderId, side, operatorId });
      if (!revealed.ok) return revealed;
      const { fields, values } = revealed.value;
      return accept({ data: { type: 'requisites', id: orderId, attributes: { requisites: valueEntries(fields, values, locale) } } });
    },
  ),
];

const actionRoutes = (deps: Deps): Route[] => [
  route(officeSetCustomerLimits, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const { order_usd: orderUsd, day_usd: dayUsd, month_usd: monthUsd, version } = body;
    const input = { id, note: body.note.trim(), operatorId: operator.userId };
    const result = await setLimits(deps, tx, { ...input, version, limits: { orderUsd, dayUsd, monthUsd } });
    return result.ok ? await cardResponse(deps, tx, id, { operator, locale }) : result;
  }),
  route(officeNoteOnCustomer, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    if (!audiencesOf(operator.role).includes(body.audience)) return refuse({ code: 'access_denied' });
    // A note belongs to an order: the newest one
    const [newest] = await listOrdersOf(tx, id, 1);
    if (newest === undefined) return refuse({ code: 'not_found' });
    const added = await addCustomerNote(deps, tx, { orderId: newest.id, note, audience: body.audience, operatorId: operator.userId });
    return added.ok ? await cardResponse(deps, tx, id, { operator, locale }) : added;
  }),
  route(officeSignOutCustomer, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const result = await signOut(deps, tx, { id, note: body.note.trim(), operatorId: operator.userId });
    return result.ok ? await cardResponse(deps, tx, id, { operator, locale }) : result;
  }),
  route(officeListTrace, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const { trace, order_id: orderId = null, reason, ends_at: ends } = body;
    const endsAt = ends == null ? null : Date.parse(ends);
    const input = { id, note: body.note.trim(), operatorId: operator.userId };
    const result = await blacklistTrace(deps, tx, { ...input, trace, orderId, reason, endsAt });
    return result.ok ? await cardResponse(deps, tx, id, { operator, locale }) : result;
  }),
];

const pairRoutes = (deps: Deps): Route[] => [
  route(officeJudgePair, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const { other, verdict, note } = body;
    const result = await judgePair(deps, tx, { id, other: other.trim(), verdict, note: note.trim(), operatorId: operator.userId });
    return result.ok ? await cardResponse(deps, tx, id, { operator, locale }) : result;
  }),
  route(officeTakeBackPair, async ({ params: { id, other_id: other }, body, visitor: operator, locale, tx }) => {
    const result = await withdrawVerdict(deps, tx, { id, other, note: body.note.trim(), operatorId: operator.userId });
    return result.ok ? await cardResponse(deps, tx, id, { operator, locale }) : result;
  }),
];

/** Office routes about customers: search, card and actions. */
export const officeCustomerDeskRoutes = (deps: Deps): Route[] => [...readRoutes(deps), ...actionRoutes(deps), ...pairRoutes(deps)];
