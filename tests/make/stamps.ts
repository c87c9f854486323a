import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { isFinal } from '#core/order/status.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Module } from '#server/module.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import { callerOf, findOwnOrder, orderLinkOf } from '#server/orders/access.ts';
import { findOrderNews } from '#server/orders/queries.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';

/** A disposable module: a stamp and a mail for every finished order, and a job. Shows that a new module changes no other. */
export const STAMPS_TABLE = sql`create table stamps (order_id text primary key references orders (id), status text not null, at timestamptz not null, is_counted boolean not null default false)`;

const StampRow = rowType({ order_id: col.text, status: col.text, at: col.timestamp });
type StampRow = RowOf<typeof StampRow>;

const insertStamp = async (tx: Tx, { order_id: id, status, at }: StampRow): Promise<number> =>
  await tx.run(sql`insert into stamps (order_id, status, at) values (${id}, ${status}, ${at})`);
const findStamp = async (db: Queryable, id: string): Promise<StampRow | undefined> =>
  await db.maybe(StampRow, sql`select order_id, status, at from stamps where order_id = ${id}`);
const listStamps = async (db: Queryable): Promise<StampRow[]> =>
  await db.many(StampRow, sql`select order_id, status, at from stamps order by at, order_id`);

const STAMP_EMAIL = 'stamp';

const STAMP: Reaction = {
  name: 'stamp',
  phase: 'advance',
  onMoved: async (deps, tx, { after: { id, status, email, version } }) => {
    if (!isFinal(status)) return;
    const now = deps.clock.now();
    await insertStamp(tx, { order_id: id, status, at: new Date(now) });
    await queueNews(tx, {
      kind: STAMP_EMAIL,
      subject: id,
      recipient: email,
      version,
      topic: status,
      isPaid: true,
      changedAt: now,
      dueAt: now,
    });
  },
};

const stampEmailKind = (deps: Deps): EmailKind => ({
  mergedTexts: () => ({ subject: 'Stamps', heading: 'Stamps', lead: 'Your orders were stamped.' }),
  async compose({ subject }) {
    const news = await findOrderNews(deps.db, subject);
    if (news === undefined) return undefined;
    const { order } = news;
    const url = orderLinkOf(deps, order);
    const texts = { subject: `Stamp ${order.id}`, heading: 'Stamp', lead: 'Your order was stamped.' };
    const line = { label: order.id, value: order.status, url };
    return { to: order.email, locale: order.locale, email: { ...texts, lines: [], button: null }, line, footer: 'A test.' };
  },
});

const attributes = z.object({ status: z.string(), at: z.string() });
const present = ({ order_id: id, status, at }: StampRow) => ({ type: 'stamps', id, attributes: { status, at: at.toISOString() } }) as const;

export const getStamp = endpoint({
  name: 'getStamp',
  summary: 'The stamp of an order that has come to its end',
  method: 'GET',
  path: '/api/v1/orders/{id}/stamp',
  action: 'exchange',
  params: z.object({ id: z.string() }),
  reply: { kind: 'resource', type: 'stamps', attributes, status: 200 },
  refusals: ['not_found'],
});

export const officeListStamps = endpoint({
  name: 'officeListStamps',
  summary: 'Every stamp',
  method: 'GET',
  path: '/api/v1/office/stamps',
  action: 'read_orders',
  reply: { kind: 'collection', type: 'stamps', attributes },
  refusals: [],
});

const routes = (deps: Deps): Route[] => [
  route(getStamp, async (call) => {
    const order = await findOwnOrder(deps, deps.db, call.params.id, callerOf(call));
    const stamp = order && (await findStamp(deps.db, order.id));
    return stamp ? accept({ data: present(stamp) }) : refuse({ code: 'not_found' });
  }),
  route(officeListStamps, async () => accept({ data: (await listStamps(deps.db)).map(present) })),
];

export const STAMPS: Module = {
  name: 'stamps',
  tables: ['stamps'],
  reactions: [STAMP],
  routes,
  emails: (deps) => ({ [STAMP_EMAIL]: stampEmailKind(deps) }),
  jobs: (deps) =>
    deps.queue.every(
      'count-stamps',
      200,
      async () => void (await deps.db.run(sql`update stamps set is_counted = true where not is_counted`)),
    ),
};
