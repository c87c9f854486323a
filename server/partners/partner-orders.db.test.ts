import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { DEFAULT_QUOTAS, type Quotas } from '#core/partner/partner.ts';
import { partnerSharesOf } from '#server/earnings/purse-earnings.ts';
import { createOrder } from '#server/orders/create/create-order.ts';
import { prepareRequisites } from '#server/orders/move/prepare-requisites.ts';
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
  return { kind: 'partner', userId, keyId: 'pk_live_0', mode: 'live', scopes: ['orders:write'], quotas: { ...DEFAULT_QUOTAS, ...quotas } };
}

class Refused extends Error {}

/** The refusal's code; undefined: the order was created. */
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

describe('orders of a partner are limited', () => {
  it('by their number unpaid at once, for any customer, counted one by one', async () => {
    const visitor = await partner({ openOrders: 2, reservePercent: 100 });
    const responses = await Promise.all(['one', 'two', 'three', 'four'].map(async (name) => await ask(visitor, `${name}@customers.test`)));
    expect(responses.filter((code) => code === undefined)).toHaveLength(2);
    expect(responses.filter((code) => code === 'too_many_open_orders')).toHaveLength(2);
    // A partner's calls do not count against the customer
    expect(await ask(await partner({ reservePercent: 100 }), 'one@customers.test')).toBeUndefined();
  });

  it('by their part of one reserve, beyond the first ordinary order', async () => {
    const visitor = await partner({ reservePercent: 6 });
    expect(await ask(visitor, 'five@customers.test')).toBeUndefined();
    expect(await ask(visitor, 'six@customers.test')).toBe('too_many_open_orders');
  });

  it('by their number within a day', async () => {
    const visitor = await partner({ ordersPerDay: 1, reservePercent: 100 });
    expect(await ask(visitor, 'seven@customers.test')).toBeUndefined();
    expect(await ask(visitor, 'eight@customers.test')).toBe('too_many_requests');
    await world.deps.db.run(sql`update partner_orders set created_at = created_at - interval '25 hours' where user_id = ${visitor.userId}`);
    expect(await ask(visitor, 'eight@customers.test')).toBeUndefined();
  });
});

describe('the share of a partner', () => {
  const program = async (visitor: SignedPartner) => {
    const form = await world.form({ email: `buyer-${visitor.userId.slice(0, 8)}@customers.test` });
    const made = await world.deps.db.tx(async (tx) => await createOrder(world.deps, tx, form, { visitor, ip: '127.0.0.1', locale: 'ru' }));
    if (!made.ok) throw new Error(made.refusals[0]?.code);
    await prepareRequisites(world.deps, made.value.order.id);
    return await world.read(made.value.order.id);
  };
  const shareOf = async ({ userId }: SignedPartner, orderId: string) =>
    (await partnerSharesOf(world.deps.db, userId, [orderId])).get(orderId);

  it('is the one in force when the order was created, posted once when the order is completed', async () => {
    const [visitor, other] = [await partner({ reservePercent: 100 }), await partner({ reservePercent: 100 })];
    const { db } = world.deps;
    const setShare = async (ppm: number) => {
      await db.run(sql`insert into partners (user_id, created_at) values (${visitor.userId}, now()) on conflict do nothing`);
      await db.run(sql`
        insert into partner_shares (id, user_id, since, share_ppm, set_by, reason, created_at)
        values (gen_random_uuid(), ${visitor.userId}, ${new Date(world.deps.clock.now() - 1)}, ${ppm}, ${visitor.userId}, 'agreed',
          clock_timestamp())`);
    };
    await setShare(400_000);
    const [agreed, everybodys] = [await program(visitor), await program(other)];
    // A later change does not affect the order
    await setShare(0);
    for (const order of [agreed, everybodys]) await world.deposit(order);
    await world.drain();
    expect((await world.read(agreed.id)).status).toBe('completed');
    const [ours, theirs] = [await shareOf(visitor, agreed.id), await shareOf(other, everybodys.id)];
    expect(theirs?.cents).toBeGreaterThan(0n);
    // Two fifths of the same exchange are twice one fifth, to the cent
    expect([2n * (theirs?.cents ?? 0n), 2n * (theirs?.cents ?? 0n) + 1n]).toContain(ours?.cents);
    const after = await program(visitor);
    await world.deposit(after);
    await world.drain();
    expect(await shareOf(visitor, after.id)).toBeUndefined();
    expect(await world.audit()).toEqual([]);
  });

  it('is not posted in the sandbox', async () => {
    const visitor = { ...(await partner({ reservePercent: 100 })), mode: 'sandbox' as const };
    const order = await program(visitor);
    await world.deposit(order);
    await world.drain();
    expect(await shareOf(visitor, order.id)).toBeUndefined();
  });
});
