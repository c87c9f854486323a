import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '#core/order/order.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { createOrder } from '#server/orders/create/create-order.ts';
import { cancelOrder } from '#server/orders/customer/customer-moves.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { applyTouch, NO_ACTOR } from './apply-move.ts';
import type { Reaction } from './reaction.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => await world.close());

/** The product's reactions, and another one after them. */
const depsWith = (reaction: Reaction) => ({ ...world.deps, reactions: [...world.deps.reactions, reaction] });

async function cancel(deps: World['deps'], order: Order): Promise<void> {
  const caller = { visitor: { kind: 'guest' }, orderToken: orderTokenOf(deps, order.id) } as const;
  await deps.db.tx(async (tx) => await cancelOrder(deps, tx, { orderId: order.id, caller }));
}
const broken = async () => await Promise.reject(new Error('no ink'));

describe('a reaction', () => {
  it('gets every move, the first one included, with the order before and after', async () => {
    const received: unknown[] = [];
    const deps = depsWith({
      name: 'listen',
      phase: 'publish',
      onMoved: async (_deps, _tx, { move, by, before, after }) => void received.push([move, by, before?.status ?? 'new', after.status]),
    });
    const form = await world.form();
    const creator = { visitor: { kind: 'guest' }, ip: '127.0.0.1', locale: 'ru' } as const;
    const created = await deps.db.tx(async (tx) => await createOrder(deps, tx, form, creator));
    if (!created.ok) throw new Error('refused');
    await cancel(deps, created.value.order);
    expect(received).toEqual([
      ['create', 'customer', 'new', 'awaiting_requisites'],
      ['cancel', 'customer', 'awaiting_requisites', 'cancelled'],
    ]);
  });

  it('gets the current order where an earlier one has moved it', async () => {
    const received: unknown[] = [];
    const onMoved: Reaction['onMoved'] = async (_deps, _tx, { after, order }) => void received.push([after.status, order.status]);
    const order = await world.order();
    const { reactions } = world.deps;
    Object.assign(world.deps, { reactions: [...reactions, { name: 'listen', phase: 'publish', onMoved }] });
    await world.deposit(order);
    expect(received).toContainEqual(['paid', 'payout_pending']);
  });

  it('that throws rolls the move back with everything before it', async () => {
    const order = await world.order();
    await expect(cancel(depsWith({ name: 'break', phase: 'publish', onMoved: broken }), order)).rejects.toThrow('no ink');
    expect(await world.read(order.id)).toEqual(order);
  });

  it('that may fail is rolled back alone and logged, and the move stays', async () => {
    const errors: unknown[] = [];
    const order = await world.order();
    const log = { ...world.deps.log, error: (fields: unknown, event: string) => void errors.push([event, fields]) };
    const deps = { ...depsWith({ name: 'break', phase: 'publish', onMoved: broken, mayFail: true }), log };
    await cancel(deps, order);
    expect((await world.read(order.id)).status).toBe('cancelled');
    expect(errors).toMatchObject([['reaction_failed', { reaction: 'break', order_id: order.id }]]);
  });

  it('that may fail is rolled back completely, also after a nested failure', async () => {
    const order = await world.order();
    const touchAndFail: Reaction['onMoved'] = async (deps, tx, { order: now }) => {
      await applyTouch(deps, tx, { order: now, touch: { touch: 'change_beside', by: 'system' }, by: NO_ACTOR });
      throw new Error('no ink either');
    };
    await cancel(depsWith({ name: 'break', phase: 'publish', onMoved: touchAndFail, onTouched: broken, mayFail: true }), order);
    expect(await world.read(order.id)).toMatchObject({ status: 'cancelled', version: order.version + 1 });
  });
});
