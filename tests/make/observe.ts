import { sql } from '#server/platform/db/db.ts';
import type { Order } from '#core/order/order.ts';
import { recordObservation, type ObservationInput } from '#server/deposits/record-observation.ts';
import { assignLease } from './lease.ts';
import type { World } from './world.ts';

/** Takes orders and records observations as an operator. */
export interface ObservingOperator {
  readonly id: string;
  /** Takes the order's lease and records an observation at its current version. */
  see(order: Pick<Order, 'id'>, change?: Partial<ObservationInput>): Promise<Awaited<ReturnType<typeof recordObservation>>>;
}

export async function createObserver(world: World): Promise<ObservingOperator> {
  const id = world.deps.random.uuid();
  await world.deps.db.run(sql`insert into users (id, email, role) values (${id}, ${`${id}@example.org`}, 'cashier')`);
  return {
    id,
    async see(order, change = {}) {
      await assignLease(world, order.id, id);
      const { version } = await world.read(order.id);
      const input: ObservationInput = {
        orderId: order.id,
        version,
        amount: '100',
        reference: `bank ${order.id}`,
        seenAt: undefined,
        note: 'seen in the bank',
        beyondRail: false,
        isAnother: false,
        operatorId: id,
        ...change,
      };
      return await world.deps.db.tx(async (tx) => await recordObservation(world.deps, tx, input));
    },
  };
}
