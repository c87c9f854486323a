import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sql from 'sql-template-tag';
import { QUOTAS, type Quotas } from '#core/partner.ts';
import { createOrder } from '#server/orders/create/create-order.ts';
import type { SignedPartner } from '#server/platform/http/route.ts';
import { makeAccount } from '#tests/make/partner.ts';
import { createWorld, type World } from '#tests/make/world.ts';

/** Roubles for 20 orders of 100 USDT and a little more, in kopecks. */
const RESERVE = 18_500_000n;

let world: World;
beforeAll(async () => {
  world = await createWorld({ reserve: RESERVE });
});
afterAll(async () => await world.close());

const settled = () => ({ ...world.deps, settings: { ...world.deps.settings, rateLimits: 'on' as const } });

async function partner(quotas: Partial<Quotas>): Promise<SignedPartner> {
  const { userId } = await makeAccount(world.deps.db, 'quotas');
  return { kind: 'partner', userId, keyId: 'pk_live_0', mode: 'live', scopes: ['orders:write'], quotas: { ...QUOTAS, ...quotas } };
}

class Refused extends Error {}

/** The code of the refusal; undefined: the order was made. */
async function ask(visitor: SignedPartner, email: string): Promise<string | undefined> {
  const form = await world.form({ email });
  let code: string | undefined;
  await world.deps.db
    .tx(async (tx) => {
      const made = await createOrder(settled(), tx, form, { visitor, ip: '127.0.0.1', locale: 'ru' });
      if (made.ok) return;
      code = made.refusals[0]?.code;
      throw new Refused();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
    });
  return code;
}

describe('orders of a partner count against him', () => {
  it('so many unpaid at once, whomever they are for, counted one by one', async () => {
    const visitor = await partner({ openOrders: 2, reservePercent: 100 });
    const asked = await Promise.all(['one', 'two', 'three', 'four'].map(async (name) => await ask(visitor, `${name}@customers.test`)));
    expect(asked.filter((code) => code === undefined)).toHaveLength(2);
    expect(asked.filter((code) => code === 'too_many_open_orders')).toHaveLength(2);
    // The customer himself is not counted for what his partner does
    expect(await ask(await partner({ reservePercent: 100 }), 'one@customers.test')).toBeUndefined();
  });

  it('so much of one reserve, beyond the first ordinary order', async () => {
    const visitor = await partner({ reservePercent: 6 });
    expect(await ask(visitor, 'five@customers.test')).toBeUndefined();
    expect(await ask(visitor, 'six@customers.test')).toBe('too_many_open_orders');
  });

  it('so many within a day', async () => {
    const visitor = await partner({ ordersPerDay: 1, reservePercent: 100 });
    expect(await ask(visitor, 'seven@customers.test')).toBeUndefined();
    expect(await ask(visitor, 'eight@customers.test')).toBe('too_many_requests');
    await world.deps.db.run(sql`update partner_orders set created_at = created_at - interval '25 hours' where user_id = ${visitor.userId}`);
    expect(await ask(visitor, 'eight@customers.test')).toBeUndefined();
  });
});
