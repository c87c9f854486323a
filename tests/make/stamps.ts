import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { isFinal } from '#core/order/status.ts';
import { accept, refuse } from '#core/result.ts';
import type { Noun } from '#server/assemble-noun.ts';
import type { Deps } from '#server/deps.ts';
import { findOwnOrder } from '#server/orders/access.ts';
import { callerOf } from '#server/orders/caller-of.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';

/** A noun to throw away: a stamp for every order that has come to its end. It shows that a new noun touches nothing of `orders`. */
export const STAMPS_TABLE = sql`create table stamps (order_id text primary key references orders (id), status text not null, at timestamptz not null)`;

const StampRow = z.object({ order_id: z.string(), status: z.string(), at: z.date() });
type StampRow = z.output<typeof StampRow>;

const insertStamp = async (tx: Tx, { order_id: id, status, at }: StampRow): Promise<number> =>
  await tx.run(sql`insert into stamps (order_id, status, at) values (${id}, ${status}, ${at})`);
const findStamp = async (db: Queryable, id: string): Promise<StampRow | undefined> =>
  await db.maybe(StampRow, sql`select order_id, status, at from stamps where order_id = ${id}`);
const listStamps = async (db: Queryable): Promise<StampRow[]> =>
  await db.many(StampRow, sql`select order_id, status, at from stamps order by at, order_id`);

const STAMP: Reaction = {
  name: 'stamp',
  onMoved: async (deps, tx, { after: { id, status } }) => {
    if (isFinal(status)) await insertStamp(tx, { order_id: id, status, at: new Date(deps.clock.now()) });
  },
};

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

export const STAMPS: Noun = { reactions: [STAMP], routes };
