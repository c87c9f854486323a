import { col, rowType, sql } from '#server/platform/db/db.ts';
import type { Order } from '#core/order/order.ts';
import { createAcquirerRail } from '#server/adapters/rails/acquirer/rail.ts';
import type { Rail, RailEvents } from '#server/adapters/rails/port.ts';
import { railEvents } from '#server/assemble-rails.ts';
import { createPauseCheck } from '#server/switches/switches.ts';
import type { AcquirerPayment } from './acquirer-books.ts';
import { type AcquirerDialect, FORM_DIALECT } from './acquirer-dialects.ts';
import { createAcquirer, type AcquirerStandIn } from './acquirer.ts';
import { createWorld, type World } from './world.ts';

export const ROUBLES = { payment_system_from_id: 'SBERRUB', payment_system_to_id: 'USDTTRC20' };

/** A shop whose rouble rail is an acquirer with one of the two protocols. */
export interface AcquirerShop {
  readonly world: World;
  readonly standIn: AcquirerStandIn;
  readonly rail: Rail;
  readonly events: RailEvents;
}

export async function openShop(dialect: AcquirerDialect): Promise<AcquirerShop> {
  const standIn = await createAcquirer(dialect);
  const make = (base: Parameters<NonNullable<NonNullable<Parameters<typeof createWorld>[0]>['roublesBy']>['make']>[0]): Rail =>
    createAcquirerRail({
      ...base,
      acquirer: standIn.acquirer,
      callbackUrl: 'http://127.0.0.1:9',
      paymentSystem: (code) => base.catalogue.paymentSystem(code),
      isPaused: createPauseCheck(base),
      pollInterval: () => 1000,
    });
  const world = await createWorld({ roublesBy: { name: `acquirer_${dialect.name}`, make } });
  const rail = world.deps.rails.get(`acquirer_${dialect.name}`);
  if (rail === undefined) throw new Error('no acquirer');
  return { world, standIn, rail, events: railEvents(world.deps) };
}

export async function closeShop({ world, standIn }: AcquirerShop): Promise<void> {
  await standIn.close();
  await world.close();
}

export const bookPayment = (
  { standIn }: AcquirerShop,
  order: Order,
  change: { minor?: bigint; state?: AcquirerPayment['state']; currency?: string } = {},
) => standIn.books.add({ reference: order.id, minor: order.incomeAmount, state: 'paid', ...change });

export const signedCallback = (dialect: AcquirerDialect, payment: AcquirerPayment) => {
  const { headers, body } = dialect.callback(payment);
  return { headers, body: Buffer.from(body) };
};
export const deliverCallback = async ({ rail, events }: AcquirerShop, payment: AcquirerPayment, dialect = FORM_DIALECT) =>
  await rail.callback?.(signedCallback(dialect, payment), events);

/** Polls the acquirer for everything, a moment later. */
export async function pollRail({ world, rail, events }: AcquirerShop): Promise<void> {
  await world.pass(2_000);
  await rail.poll(events);
}

const Count = rowType({ count: col.number });
export const incidentsOf = async ({ world }: AcquirerShop, order: Order): Promise<number> =>
  (
    await world.deps.db.one(
      Count,
      sql`select coalesce(sum(times), 0)::int as count from incidents where kind = 'payment_odd' and subject = ${order.id}`,
    )
  ).count;
