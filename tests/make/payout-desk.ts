import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import type { Order } from '#core/order/order.ts';
import { officeApprovalRoutes } from '#server/approvals/office-routes.ts';
import { APPROVAL_EXECUTORS } from '#tests/make/registries.ts';
import { requestRefund } from '#server/deposits/request-refund.ts';
import { officeOrderRoutes } from '#server/desk/office-routes.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { officePayoutRoutes } from '#server/desk/payout-routes.ts';
import { createOffice, type Office, type Person } from './office.ts';
import { createWorld, type World } from './world.ts';

export const ORDERS = '/api/office/v1/orders';
export const EVIDENCE = { reference: 'bank-4711', note: 'told by the bank' };

/** A world with two cashiers for payouts. */
export interface PayoutDesk {
  readonly world: World;
  readonly office: Office;
  readonly cashier: Person;
  readonly other: Person;
  /** An order as operators see it. */
  detail(id: string, person?: Person): Promise<OfficeOrderAttributes>;
  close(): Promise<void>;
}

export async function createPayoutDesk(): Promise<PayoutDesk> {
  const world = await createWorld();
  const office = await createOffice(world, [
    ...officeOrderRoutes(world.deps),
    ...officePayoutRoutes(world.deps),
    ...officeApprovalRoutes(world.deps, APPROVAL_EXECUTORS),
  ]);
  const cashier = await office.person('cashier', 'first');
  const other = await office.person('cashier', 'second');
  return {
    world,
    office,
    cashier,
    other,
    detail: async (id, person = cashier) => (await person.send<OfficeOrderAttributes>('GET', `${ORDERS}/${id}`)).one.attributes,
    async close() {
      await office.close();
      await world.close();
    },
  };
}

/** An order whose payout has failed. */
export async function failedPayout(world: World): Promise<Order> {
  const order = await world.order();
  world.rail.script.push({ outcome: 'failed', reason: 'closed account' });
  await world.deposit(order);
  await world.drain();
  return await world.read(order.id);
}

/** An order paid with half its amount, whose refund has failed. */
export async function failedRefund(world: World): Promise<Order> {
  const order = await world.order();
  await world.deposit(order, { amount: 50_000_000n });
  world.rail.script.push({ outcome: 'failed', reason: 'closed wallet' });
  const caller = { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, order.id) } as const;
  await world.deps.db.tx((tx) => requestRefund(world.deps, tx, { orderId: order.id, caller, requisites: {}, noMemo: false }));
  await world.drain();
  return await world.read(order.id);
}
