import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '#tests/make/world.ts';

describe('an underpayment that is topped up', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(async () => await world.close());

  it('is credited once and exchanged as agreed: nothing remains, and the books agree', async () => {
    const order = await world.order();
    const missing = order.incomeAmount / 10n;
    const short = await world.deposit(order, { externalId: `${order.id}-first`, amount: order.incomeAmount - missing });
    expect(short.status).toBe('requote');
    await world.deposit(order, { externalId: `${order.id}-rest`, amount: missing });
    await world.drain();
    expect(await world.read(order.id)).toMatchObject({
      status: 'completed',
      outcomeAmount: order.outcomeAmount,
      receivedAmount: order.incomeAmount,
      creditedAmount: order.incomeAmount,
    });
    expect(await world.audit()).toEqual([]);
  });
});
