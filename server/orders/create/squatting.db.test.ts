import { as } from '#tests/make/rows.ts';
import { sql } from '#server/platform/db/db.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '#core/order/order.ts';
import type { Refusal } from '#core/refusal.ts';
import { MAX_UNPAID_OF_ADDRESS, MAX_UNPAID_OF_NETWORK, MAX_UNPAID_ORDERS, SHORT_WINDOW_MS } from '#core/order/unpaid.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import type { Visitor } from '#server/platform/http/route.ts';
import { makeChallenge } from '#server/captcha/captcha.ts';
import { solveChallenge } from '#tests/make/solve-captcha.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import type { OrderForm } from './check-order-form.ts';
import { createOrder } from './create-order.ts';
import { claimPayment } from '#server/orders/customer/customer-moves.ts';
import { expireOrders } from '#server/deadlines/order-deadlines.job.ts';
import { prepareRequisites } from '#server/orders/move/prepare-requisites.ts';
import { releaseUnprovenClaims } from './unpaid-holds.ts';

/** Roubles for 20 orders of 100 USDT and a little more, in kopecks. */
const RESERVE = 18_500_000n;

let world: World;
let guests = 0;
beforeEach(async () => {
  world = await createWorld({ reserve: RESERVE });
});
afterEach(async () => await world.close());

const deps = () => ({ ...world.deps, settings: { ...world.deps.settings, rateLimits: 'on' as const } });

/** Each call returns another network. */
const otherAddress = () => `10.${guests >> 8}.${guests & 255}.1`;

/** A guest's order, or the refusal's code with its meta. Each call is a new guest unless given otherwise. */
async function tryOrder(
  change: Partial<OrderForm> = {},
  ownOrderIds: readonly string[] = [],
  from?: string,
  visitor: Visitor = { kind: 'guest' },
) {
  guests += 1;
  const form = await world.form({ email: `guest-${guests}@example.org`, ...change });
  const refused = new Error('refused');
  let answer: { order?: Order } & Partial<Pick<Refusal, 'code' | 'message' | 'params' | 'meta'>> = {};
  await world.deps.db
    .tx(async (tx) => {
      const made = await createOrder(deps(), tx, form, { visitor, ip: from ?? otherAddress(), locale: 'ru', ownOrderIds });
      answer = made.ok ? { order: made.value.order } : { ...made.refusals[0] };
      if (!made.ok) throw refused;
    })
    .catch((error: unknown) => {
      if (error !== refused) throw error;
    });
  if (answer.order === undefined) return answer;
  await prepareRequisites(deps(), answer.order.id);
  return { order: await world.read(answer.order.id) };
}

const solve = () => solveChallenge(makeChallenge(world.deps));

/** New guests one after the other until one is refused; with proofs of work on request. */
async function fillReserve(withProof: boolean): Promise<{ made: Order[]; code: string | undefined }> {
  const made: Order[] = [];
  for (;;) {
    const { order, code } = await tryOrder(withProof ? { captcha_token: solve() } : {});
    if (order === undefined) return { made, code };
    made.push(order);
  }
}

const readHeld = async (): Promise<bigint> =>
  BigInt((await world.deps.db.one(as<{ held: string }>(), sql`select held::text from reserves where wallet = 'SBERRUB'`)).held);

describe('open orders', () => {
  it('are limited to ten per visitor by proven keys, whatever is claimed, and never by address', async () => {
    const email = 'one@example.org';
    const first: Order[] = [];
    await world.close();
    world = await createWorld();
    for (let i = 0; i < MAX_UNPAID_ORDERS; i += 1) {
      const { order } = await tryOrder({ email });
      if (order === undefined) throw new Error('refused');
      first.push(order);
      const caller = { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, order.id) } as const;
      await world.deps.db.tx((tx) => claimPayment(world.deps, tx, { orderId: order.id, caller, invoiceId: undefined, txHash: 'x' }));
    }
    const ids = first.map(({ id }) => id);
    // An e-mail address alone reveals nothing about its orders. A solved captcha lets the owner order despite a stranger's orders
    expect(await tryOrder({ email: 'ONE@example.org' })).toEqual({ code: 'captcha_required', field: 'captcha_token' });
    expect((await tryOrder({ email: 'ONE@example.org', captcha_token: 'e30=' })).code).toBe('wrong_captcha');
    const token = solve();
    expect((await tryOrder({ email: 'ONE@example.org', captcha_token: token })).order).toBeDefined();
    expect((await tryOrder({ email: 'ONE@example.org', captcha_token: token })).code).toBe('wrong_captcha');
    // Same cookies, another e-mail: refused even with a solved captcha, and the requester's own open orders are listed
    const refused = await tryOrder({ email: 'other@example.org', captcha_token: solve() }, ids);
    expect(refused.code).toBe('too_many_open_orders');
    const listed = refused.meta?.['orders'] as { id: string; status: string; income_amount: string }[];
    expect(listed.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(listed[0]).toMatchObject({ status: 'payment_claimed', income_amount: '100', payment_system_from_id: 'USDTTRC20' });
    expect((await tryOrder()).order).toBeDefined();
  });

  it('count while operators look for their payment, also after losing the hold', async () => {
    const here = '203.0.113.7';
    await world.close();
    world = await createWorld({ reserve: 100_000_000_000n });
    /** Orders created and claimed before the limits were turned on. */
    const claimed = async (email: string): Promise<string> => {
      const form = await world.form({ email });
      const creator = { visitor: { kind: 'guest' }, ip: here, locale: 'ru' } as const;
      const made = await world.deps.db.tx(async (tx) => await createOrder(world.deps, tx, form, creator));
      if (!made.ok) throw new Error('refused');
      const { id } = made.value.order;
      await prepareRequisites(world.deps, id);
      const caller = { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, id) } as const;
      await world.deps.db.tx((tx) => claimPayment(world.deps, tx, { orderId: id, caller, invoiceId: undefined, txHash: 'x' }));
      return id;
    };
    const ids: string[] = [];
    for (let i = 0; i < MAX_UNPAID_ORDERS; i += 1) ids.push(await claimed('one@example.org'));
    const standing = async () => {
      const orders = await Promise.all(ids.map(async (id) => await world.read(id)));
      return new Set(orders.map(({ status, hold }) => `${status} ${hold === null ? 'without' : 'with'} a hold`));
    };
    for (const [ms, stand] of [
      [20 * MINUTE_MS, 'payment_claimed without a hold'],
      [HOUR_MS, 'moderation without a hold'],
    ] as const) {
      await world.pass(ms);
      await releaseUnprovenClaims(world.deps);
      await expireOrders(world.deps);
      expect(await standing()).toEqual(new Set([stand]));
      const refused = await tryOrder({ captcha_token: solve() }, ids);
      expect(refused.code, stand).toBe('too_many_open_orders');
      expect(refused.meta?.['orders']).toHaveLength(MAX_UNPAID_ORDERS);
      expect((await tryOrder({ email: 'one@example.org' })).code, stand).toBe('captcha_required');
    }
    for (let i = ids.length; i < MAX_UNPAID_OF_ADDRESS; i += 1) ids.push(await claimed(`other-${i}@example.org`));
    await world.pass(2 * HOUR_MS);
    await releaseUnprovenClaims(world.deps);
    await expireOrders(world.deps);
    expect(await standing()).toEqual(new Set(['moderation without a hold']));
    // No order ends at a known time, so the refusal gives the length of the short window
    const minutes = SHORT_WINDOW_MS / MINUTE_MS;
    expect(await tryOrder({ captcha_token: solve() }, [], here)).toMatchObject({
      code: 'too_many_requests',
      message: 'network_full',
      params: { minutes },
    });
    const [first = ''] = ids;
    const order = await world.read(first);
    await world.deposit(order);
    await world.drain();
    expect((await tryOrder({ captcha_token: solve() }, [], here)).order).toBeDefined();
  }, 60_000);

  it('of one visitor hold at most 30 % of a reserve; the first may reach the limits', async () => {
    const email = 'one@example.org';
    const made: string[] = [];
    for (let i = 0; i < 6; i += 1) {
      const { order } = await tryOrder({ email }, made);
      if (order === undefined) throw new Error('refused');
      made.push(order.id);
    }
    const refused = await tryOrder({ email: 'other@example.org', captcha_token: solve() }, made);
    expect(refused.code).toBe('too_many_open_orders');
    const listed = refused.meta?.['orders'] as { id: string }[];
    expect(listed.map(({ id }) => id).sort()).toEqual(made.toSorted());
  });

  it('under an e-mail typed by someone else cost its owner one proof of work, also for a reserve', async () => {
    const email = 'victim@example.org';
    for (let i = 0; i < 6; i += 1) expect((await tryOrder({ email })).order).toBeDefined();
    expect((await tryOrder({ email })).code).toBe('captcha_required');
    await world.close();
    world = await createWorld();
    for (let i = 0; i < MAX_UNPAID_ORDERS; i += 1) expect((await tryOrder({ email })).order).toBeDefined();
    expect((await tryOrder({ email })).code).toBe('captcha_required');
    const { order } = await tryOrder({ email, captcha_token: solve() });
    if (order === undefined) throw new Error('refused');
    await world.deposit(order);
    await world.drain();
    expect((await world.read(order.id)).status).toBe('completed');
  });
});

describe('a network', () => {
  const HERE = '203.0.113.7';
  const fromHere = async (change: Partial<OrderForm> = {}) => await tryOrder(change, [], HERE);

  it('needs proofs of work from its second open order on, and none once the first is paid', async () => {
    const { order } = await fromHere();
    if (order === undefined) throw new Error('refused');
    expect((await fromHere()).code).toBe('captcha_required');
    // From any address of the network: 256 of them are one subscriber's
    expect((await tryOrder({}, [], '203.0.113.200')).code).toBe('captcha_required');
    expect((await tryOrder({}, [], '203.0.11.7')).order).toBeDefined();
    expect((await tryOrder()).order).toBeDefined();
    await world.deposit(order);
    await world.drain();
    const parallel = await Promise.all(Array.from({ length: 8 }, async () => await fromHere()));
    expect(parallel.filter(({ order: made }) => made !== undefined)).toHaveLength(1);
    expect(new Set(parallel.map(({ code }) => code))).toEqual(new Set([undefined, 'captcha_required']));
    expect((await fromHere({ captcha_token: solve() })).order).toBeDefined();
  });

  it('has at most 20 unpaid orders per address and 60 in all, however large the reserve; known customers are exempt', async () => {
    await world.close();
    world = await createWorld({ reserve: 100_000_000_000n });
    await world.deposit(await world.order({ email: 'regular@example.org' }));
    await world.drain();
    /** Guests from before the limits were turned on. */
    const fill = async (many: number) => {
      for (let i = 0; i < many; i += 1) {
        const form = await world.form({ email: `early-${(guests += 1)}@example.org` });
        const creator = { visitor: { kind: 'guest' }, ip: i % 3 === 0 ? '203.0.113.8' : `203.0.113.${100 + i}`, locale: 'ru' } as const;
        const made = await world.deps.db.tx(async (tx) => await createOrder(world.deps, tx, form, creator));
        if (made.ok) await prepareRequisites(world.deps, made.value.order.id);
      }
    };
    /** New guests of these addresses in turn, a proof each, until one is refused. */
    const flood = async (addresses: readonly string[]) => {
      for (let made = 0; ; made += 1) {
        const { order, ...refusal } = await tryOrder({ captcha_token: solve() }, [], addresses[made % addresses.length]);
        if (order === undefined) return { made, ...refusal };
      }
    };
    const full = { code: 'too_many_requests', message: 'network_full', params: { minutes: 20, seconds: 1200 } };
    expect(await flood([HERE])).toMatchObject({ made: MAX_UNPAID_OF_ADDRESS, ...full });
    await fill(MAX_UNPAID_OF_NETWORK - MAX_UNPAID_OF_ADDRESS - 3);
    expect(await flood(['203.0.113.8', '203.0.113.9', '203.0.113.10'])).toMatchObject({ made: 3, ...full });
    expect((await tryOrder()).order).toBeDefined();
    // Known customers by their e-mail (at most ten open orders), and the owner of a verified e-mail
    for (let i = 0; i < MAX_UNPAID_ORDERS; i += 1)
      expect((await fromHere({ email: 'Regular@example.org', captcha_token: solve() })).order).toBeDefined();
    expect((await fromHere({ email: 'regular@example.org', captcha_token: solve() })).code).toBe('too_many_requests');
    const userId = crypto.randomUUID();
    await world.deps.db.run(sql`insert into users (id, email, role) values (${userId}, 'proven@example.org', 'customer')`);
    const user = { kind: 'user', userId, sessionId: 's', role: 'customer', email: 'proven@example.org' } as const;
    const asUser = async (hasVerifiedEmail: boolean) => await tryOrder({ captcha_token: solve() }, [], HERE, { ...user, hasVerifiedEmail });
    expect([(await asUser(false)).code, (await asUser(true)).order !== undefined]).toEqual(['too_many_requests', true]);
    // The unpaid orders expire, and orders are accepted again
    await world.pass(20 * MINUTE_MS);
    await expireOrders(world.deps);
    expect((await fromHere()).order).toBeDefined();
  }, 60_000);

  it('whose strangers solve proofs holds less than half of a reserve; known customers and other networks continue', async () => {
    await world.deposit(await world.order({ email: 'regular@example.org' }));
    await world.drain();
    let made = 0;
    let refused: Awaited<ReturnType<typeof tryOrder>> = {};
    for (;;) {
      // Each order comes from another address of the network
      refused = await tryOrder({ captcha_token: solve() }, [], `203.0.113.${made + 1}`);
      if (refused.order === undefined) break;
      made += 1;
    }
    expect(refused.code).toBe('has_no_reserves');
    expect((await readHeld()) * 100n).toBeLessThanOrEqual(RESERVE * 50n);
    expect((await tryOrder({ captcha_token: solve() })).order).toBeDefined();
    expect((await fromHere({ email: 'regular@example.org', captcha_token: solve() })).order).toBeDefined();
  }, 30_000);
});

describe('a reserve', () => {
  it('requires proofs of strangers, then shortens their time to pay, then keeps the rest for known customers', async () => {
    await world.deposit(await world.order({ email: 'Regular@example.org' }));
    await world.drain();
    const free = await fillReserve(false);
    expect(free.code).toBe('captcha_required');
    expect((await readHeld()) * 100n).toBeLessThan(RESERVE * 40n);
    expect((await tryOrder({ captcha_token: 'e30=' })).code).toBe('wrong_captcha');
    const token = solve();
    expect((await tryOrder({ captcha_token: token })).order).toBeDefined();
    expect((await tryOrder({ captcha_token: token })).code).toBe('wrong_captcha');
    const worked = await fillReserve(true);
    expect(worked.code).toBe('has_no_reserves');
    expect((await readHeld()) * 100n).toBeLessThanOrEqual(RESERVE * 70n);
    const windows = [...free.made, ...worked.made].map((order) => (order.expiresAt ?? 0) - order.createdAt);
    expect(windows[0]).toBe(20 * MINUTE_MS);
    expect(windows.at(-1)).toBe(SHORT_WINDOW_MS);
    // A returning customer needs only a captcha, and their payment completes the order
    const regular = await tryOrder({ email: 'regular@example.org', captcha_token: solve() });
    if (regular.order === undefined) throw new Error(`refused: ${regular.code}`);
    await world.deposit(regular.order);
    await world.drain();
    expect((await world.read(regular.order.id)).status).toBe('completed');
    // The unpaid orders expire and release the whole reserve
    await world.pass(20 * MINUTE_MS);
    await expireOrders(world.deps);
    expect(await readHeld()).toBe(0n);
    expect((await tryOrder()).order).toBeDefined();
    expect(await world.audit()).toEqual([]);
  }, 30_000);

  it('counts concurrent strangers one by one', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, async () => await tryOrder()));
    expect(answers.filter(({ code }) => code === 'captcha_required').length).toBeGreaterThanOrEqual(20 - 7);
    expect((await readHeld()) * 100n).toBeLessThan(RESERVE * 40n);
  });

  it('is not held by claims without evidence after the time to pay; a cheque keeps it, and arriving money is exchanged', async () => {
    const [words, cheque] = [await tryOrder(), await tryOrder()].map(({ order }) => order);
    if (words === undefined || cheque === undefined) throw new Error('refused');
    for (const { id } of [words, cheque]) {
      const caller = { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, id) } as const;
      await world.deps.db.tx((tx) => claimPayment(world.deps, tx, { orderId: id, caller, invoiceId: undefined, txHash: 'x' }));
    }
    await world.deps.db.run(sql`
      insert into cheques (id, order_id, sha256, file_key, size, created_at)
        values (gen_random_uuid(), ${cheque.id}, '\\x00', 'a', 1, now())`);
    await releaseUnprovenClaims(world.deps);
    expect(await readHeld()).toBe(words.outcomeAmount + cheque.outcomeAmount);
    await world.pass(20 * MINUTE_MS);
    await releaseUnprovenClaims(world.deps);
    expect(await readHeld()).toBe(cheque.outcomeAmount);
    expect((await world.read(words.id)).status).toBe('payment_claimed');
    // Under moderation the proof of payment keeps the reservation while no other customer waits for it
    await world.pass(HOUR_MS);
    await expireOrders(world.deps);
    await releaseUnprovenClaims(world.deps);
    expect((await world.read(cheque.id)).status).toBe('moderation');
    expect(await readHeld()).toBe(cheque.outcomeAmount);
    await fillReserve(false);
    await releaseUnprovenClaims(world.deps);
    expect((await world.read(cheque.id)).hold).toBeNull();
    await world.deposit(words);
    await world.drain();
    expect(['completed', 'requote']).toContain((await world.read(words.id)).status);
    expect(await world.audit()).toEqual([]);
  });
});
