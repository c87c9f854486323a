import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import type { Order } from '#core/order/order.ts';
import { createAcquirerRail } from '#server/adapters/rails/acquirer/rail.ts';
import type { Rail, RailEvents } from '#server/adapters/rails/port.ts';
import { railEvents } from '#server/assemble-rails.ts';
import type { BookedPayment } from './acquirer-books.ts';
import { type Dialect, FORM_DIALECT } from './acquirer-dialects.ts';
import { createAcquirer, type StandIn } from './acquirer.ts';
import { createWorld, type World } from './world.ts';

export const ROUBLES = { payment_system_from_id: 'SBERRUB', payment_system_to_id: 'USDTTRC20' };

/** One shop whose roubles come by an acquirer that has manners, or by one that has fewer. */
export interface Shop {
  readonly world: World;
  readonly standIn: StandIn;
  readonly rail: Rail;
  readonly events: RailEvents;
}

export async function openShop(dialect: Dialect): Promise<Shop> {
  const standIn = await createAcquirer(dialect);
  const make = (base: Parameters<NonNullable<NonNullable<Parameters<typeof createWorld>[0]>['roublesBy']>['make']>[0]): Rail =>
    createAcquirerRail({
      ...base,
      acquirer: standIn.acquirer,
      callbackUrl: 'http://127.0.0.1:9',
      paymentSystem: (code) => base.catalogue.paymentSystem(code),
      pace: () => 1000,
    });
  const world = await createWorld({ roublesBy: { name: `acquirer_${dialect.name}`, make } });
  const rail = world.deps.rails.get(`acquirer_${dialect.name}`);
  if (rail === undefined) throw new Error('no acquirer');
  return { world, standIn, rail, events: railEvents(world.deps) };
}

export async function closeShop({ world, standIn }: Shop): Promise<void> {
  await standIn.close();
  await world.close();
}

export const booked = (
  { standIn }: Shop,
  order: Order,
  change: { minor?: bigint; state?: BookedPayment['state']; currency?: string } = {},
) => standIn.books.add({ reference: order.id, minor: order.incomeAmount, state: 'paid', ...change });

export const called = (dialect: Dialect, payment: BookedPayment) => {
  const { headers, body } = dialect.callback(payment);
  return { headers, body: Buffer.from(body) };
};
export const callBack = async ({ rail, events }: Shop, payment: BookedPayment, dialect = FORM_DIALECT) =>
  await rail.callback?.(called(dialect, payment), events);

/** The acquirer is asked about everything, a moment later. */
export async function ask({ world, rail, events }: Shop): Promise<void> {
  await world.pass(2_000);
  await rail.poll(events);
}

const Count = z.object({ count: z.number() });
export const incidentsOf = async ({ world }: Shop, order: Order): Promise<number> =>
  (
    await world.deps.db.one(
      Count,
      sql`select coalesce(sum(times), 0)::int as count from incidents where kind = 'payment_odd' and subject = ${order.id}`,
    )
  ).count;
