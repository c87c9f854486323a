import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PoolRequisiteAttributes } from '#contract/office/money/pool.ts';
import { HOUR_MS, MINUTE_MS, toRfc3339 } from '#core/time.ts';
import { recordObservation } from '#server/deposits/record-observation.ts';
import { createIncidentTracker } from '#server/incidents/incident-tracker.ts';
import { claimLease } from '#server/leases/lease.ts';
import { createOrder } from '#server/orders/create/create-order.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { makeChallenge } from '#server/captcha/captcha.ts';
import { createRates } from '#server/rates/create-rates.ts';
import { createRateFiles } from '#server/rates/rate-files.ts';
import { switchedCatalogue, withClosings } from '#server/switches/switched-catalogue.ts';
import { statementsOf } from '#tests/make/count-statements.ts';
import { createManualWorld, type ManualWorld } from '#tests/make/manual-world.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { addToPool } from '#tests/make/pool.ts';
import { as } from '#tests/make/rows.ts';
import { solveChallenge } from '#tests/make/solve-captcha.ts';
import { type ClosedSystems, loadClosedSystems } from './closed-systems.ts';
import { officePoolRoutes } from './office-routes.ts';
import { watchPools } from './jobs.ts';

const POOL = '/api/office/v1/pool_requisites';
const PAIR = { payment_system_from_id: 'SBERRUB', payment_system_to_id: 'USDTTRC20' } as const;

let world: ManualWorld;
let office: Office;
let treasurer: Person;
let closings: ClosedSystems;
beforeEach(async () => {
  world = await createManualWorld();
  closings = loadClosedSystems(world.deps);
  office = await createOffice(world, officePoolRoutes(world.deps));
  treasurer = await office.person('treasurer', 'treasurer');
});
afterEach(async () => {
  expect(await world.audit()).toEqual([]);
  await office.close();
  await world.close();
});

const fillPool = async (count: number, rules: Parameters<typeof addToPool>[2] extends infer R ? Partial<R> : never = {}) => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push(await addToPool(world.deps, world.roubles, { ...rules, values: { account: `4000000000${n}` } }));
  return ids;
};
/** Creates an order like the API: rolled back on a refusal. */
const tryOrder = async (deps = world.deps, ip = '127.0.0.1', email = 'guest@example.org') => {
  const form = await world.form({ ...PAIR, email, captcha_token: solveChallenge(makeChallenge(world.deps)) });
  const rolledBack = new Error('refused');
  let answer: Awaited<ReturnType<typeof createOrder>> | undefined;
  await world.deps.db
    .tx(async (tx) => {
      answer = await createOrder(deps, tx, form, { visitor: { kind: 'guest' }, ip, locale: 'ru' });
      if (!answer.ok) throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  if (answer === undefined) throw new Error('no answer');
  return answer;
};
const observePayment = async (orderId: string, amount: string) => {
  const cashier = await office.person('cashier');
  const { version } = await world.read(orderId);
  const word = { orderId, version, amount, reference: 'bank-1', seenAt: undefined, note: 'seen', beyondRail: false, isAnother: false };
  await world.deps.db.tx(async (tx) => {
    await claimLease(world.deps, tx, { subject: { kind: 'order', id: orderId }, operatorId: cashier.id });
    expect(await recordObservation(world.deps, tx, { ...word, operatorId: cashier.id })).toMatchObject({ ok: true });
  });
  await world.drain();
};
const isOpen = async () => {
  await closings.refresh();
  return closings.off().length === 0;
};
const alarms = async () => {
  await closings.refresh();
  await watchPools(world.deps, closings, createIncidentTracker(world.deps));
  return await world.deps.db.many(
    as<{ subject: string; detail: Record<string, string>; closed_at: Date | null }>(),
    sql`select subject, detail, closed_at from incidents where kind = 'pool_empty' order by first_at`,
  );
};

describe('a pool that is empty', () => {
  test('of a hundred concurrent orders seven get the seven cards, the others the opening time (R69)', async () => {
    await fillPool(7, { sharing: 'single' });
    const answers = await Promise.all(Array.from({ length: 100 }, async () => await tryOrder()));
    const made = answers.filter(({ ok }) => ok);
    expect(made).toHaveLength(7);
    const cards = await world.deps.db.many(AnyRow, sql`select distinct requisite_id from pool_reservations where state = 'held'`);
    expect(cards).toHaveLength(7);
    const until = world.deps.clock.now() + 20 * MINUTE_MS;
    for (const answer of answers)
      if (!answer.ok)
        expect(answer.refusals[0]).toEqual({
          code: 'direction_unavailable',
          field: 'payment_system_from_id',
          message: 'direction_closed_until',
          params: { left: '20:00', seconds: 1200 },
          meta: { until: toRfc3339(until), reason: 'requisites' },
        });
    // Refused orders leave no rows that would expire later
    expect(await world.deps.db.many(AnyRow, sql`select 1 as x from orders`)).toHaveLength(7);
    expect(await isOpen()).toBe(false);
  });

  test('closes its directions in the list, quotes and rate file, shows when they open, and reopens automatically', async () => {
    await fillPool(1, { sharing: 'single' });
    const catalogue = switchedCatalogue(world.deps.catalogue, withClosings(world.switches, closings), world.deps.clock);
    const form = await world.form(PAIR);
    const shop = { ...world.deps, catalogue, switches: withClosings(world.switches, closings) };
    const isListed = () =>
      (JSON.parse(createRateFiles(shop).file('json').bytes.toString()) as { rates: { from: string }[] }).rates.some(
        ({ from }) => from === 'SBERRUB',
      );
    expect([await isOpen(), isListed(), catalogue.paymentSystem('SBERRUB')?.incomeEnabled]).toEqual([true, true, true]);
    await world.order(PAIR);
    expect([await isOpen(), isListed(), catalogue.paymentSystem('SBERRUB')?.incomeEnabled]).toEqual([false, false, false]);
    // Payouts continue
    expect(catalogue.paymentSystem('SBERRUB')?.outcomeEnabled).toBe(true);
    const refused = await world.deps.db.tx(
      async (tx) => await createOrder(shop, tx, form, { visitor: { kind: 'guest' }, ip: '127.0.0.1', locale: 'ru' }),
    );
    const until = toRfc3339(world.deps.clock.now() + 20 * MINUTE_MS);
    expect(refused.ok ? null : refused.refusals[0]).toMatchObject({
      code: 'direction_unavailable',
      message: 'direction_closed_until',
      meta: { until, reason: 'requisites' },
    });
    // The time alone reopens it, without any request
    await world.pass(20 * MINUTE_MS);
    expect([closings.off(), isListed()]).toEqual([[], true]);
  });

  test('raises an alarm with the orders that hold it, until a requisite is free', async () => {
    await fillPool(2, { sharing: 'single' });
    const [first, second] = [await world.order(PAIR), await world.order(PAIR)];
    expect(await alarms()).toMatchObject([{ subject: 'SBERRUB', closed_at: null, detail: { orders: '2' } }]);
    // The alarm stays open with the current orders
    await addToPool(world.deps, world.roubles, { sharing: 'single', values: { account: '40000000009' } });
    const third = await world.order(PAIR);
    expect(await alarms()).toMatchObject([{ subject: 'SBERRUB', closed_at: null, detail: { orders: '3' } }]);
    const [{ detail } = { detail: {} }] = await alarms();
    expect((detail as Record<string, string>)['held_by']?.split(', ').toSorted()).toEqual([first.id, second.id, third.id].toSorted());
    await world.pass(20 * MINUTE_MS);
    expect((await alarms())[0]?.closed_at).not.toBeNull();
  });

  test('raises no alarm while closed by its hours, and an alarm at once without requisites', async () => {
    const hour = Math.floor(((world.deps.clock.now() + 3 * HOUR_MS) % (24 * HOUR_MS)) / HOUR_MS);
    expect(await alarms()).toMatchObject([{ detail: { orders: '0' } }]);
    await fillPool(1, { sharing: 'unique_amount', worksFrom: ((hour + 2) % 24) * 60, worksUntil: ((hour + 3) % 24) * 60 });
    expect(await isOpen()).toBe(false);
    expect((await alarms())[0]?.closed_at).not.toBeNull();
  });
});

describe('a pool that takes only some amounts', () => {
  test('narrows the limits of its directions in quotes, orders and the rate file, with the reason, and widens them again', async () => {
    await fillPool(1, { sharing: 'single', minAmount: 200_000n, maxAmount: 500_000n });
    const catalogue = switchedCatalogue(world.deps.catalogue, withClosings(world.switches, closings), world.deps.clock);
    const rates = createRates({ ...world.deps, catalogue });
    await rates.start();
    const shop = { ...world.deps, catalogue, quotes: rates.quotes, switches: withClosings(world.switches, closings) };
    const files = createRateFiles(shop);
    const tryOrder = async (amount: bigint) =>
      await rates.quotes.calculation(world.deps.db, {
        incomeCode: 'SBERRUB',
        outcomeCode: 'USDTTRC20',
        side: 'income',
        amount,
        slotId: null,
        slots: 'none',
      });
    const limits = async () => {
      await closings.refresh();
      const calculated = await tryOrder(300_000n);
      if (!calculated.ok) throw new Error(calculated.refusals[0]?.code);
      const { minIncome, maxIncome, minReason, maxReason } = calculated.value.limits;
      const [line] = (JSON.parse(files.file('json').bytes.toString()) as { rates: Record<string, string>[] }).rates.filter(
        ({ from }) => from === 'SBERRUB',
      );
      return { minIncome, maxIncome, minReason, maxReason, file: [line?.['frommin'], line?.['frommax']] };
    };
    const free = { minReason: 'requisites', maxReason: 'requisites', file: ['2000', '5000'] };
    expect(await limits()).toEqual({ minIncome: 200_000n, maxIncome: 500_000n, ...free });
    expect(await tryOrder(900_000n)).toMatchObject({
      ok: false,
      refusals: [{ code: 'amount_above_maximum', meta: { max_income_amount: '5000', limit_reasons: { max: 'requisites' } } }],
    });
    expect(await tryOrder(150_000n)).toMatchObject({ ok: false, refusals: [{ code: 'amount_below_minimum' }] });
    await world.deps.db.run(sql`update pool_requisites set max_amount = 800000`);
    expect(await limits()).toMatchObject({ maxIncome: 800_000n, file: ['2000', '8000'] });
    await world.deps.db.run(sql`update pool_requisites set min_amount = null, max_amount = null`);
    const { minReason, maxReason } = await limits();
    expect([minReason, maxReason]).not.toContain('requisites');
    // Read from memory, like every quote
    expect(await statementsOf(async () => await tryOrder(300_000n))).toEqual([]);
    rates.stop();
  });
});

describe('one network', () => {
  test('holds less than half of a pool despite proofs of work; others and its known customer still get a requisite', async () => {
    await fillPool(7, { sharing: 'single' });
    const known = await world.order({ ...PAIR, email: 'regular@example.org' });
    await observePayment(known.id, '9000');
    expect((await world.read(known.id)).status).toBe('completed');
    const guarded = { ...world.deps, settings: { ...world.deps.settings, rateLimits: 'on' as const } };
    const visit = async (n: number) => await tryOrder(guarded, `203.0.113.${n}`, `stranger-${n}@example.org`);
    const parallel = await Promise.all(Array.from({ length: 20 }, async (_, n) => await visit(n)));
    expect(parallel.filter(({ ok }) => ok)).toHaveLength(3);
    expect(new Set(parallel.flatMap((one) => (one.ok ? [] : [`${one.refusals[0]?.code} ${one.refusals[0]?.message}`])))).toEqual(
      new Set(['direction_unavailable requisites_kept']),
    );
    expect((await tryOrder(guarded, '198.51.100.1', 'other@example.org')).ok).toBe(true);
    expect((await tryOrder(guarded, '203.0.113.99', 'regular@example.org')).ok).toBe(true);
  });
});

describe('an operator', () => {
  test('releases a requisite with a reason, once: of two concurrent calls one succeeds and the other is refused', async () => {
    await fillPool(1, { sharing: 'single' });
    const order = await world.order(PAIR);
    const [row] = (await treasurer.send<PoolRequisiteAttributes>('GET', POOL)).rows;
    const release = async (reason: string) => await treasurer.send('POST', `${POOL}/${row?.id}/release`, { order_id: order.id, reason });
    expect((await release(' ')).error).toMatchObject({ code: 'required', source: { pointer: '/data/attributes/reason' } });
    const answers = await Promise.all([release('the customer does not answer'), release('the customer does not answer')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await isOpen()).toBe(true);
    const written = await world.deps.db.many(
      as<{ detail: unknown }>(),
      sql`select detail from audit_log where action = 'pool.release' and subject_id = ${order.id}`,
    );
    // The text is stored apart from the chained row
    expect(written).toEqual([{ detail: { requisite: row?.id, words_digest: expect.any(String) } }]);
    // The former order keeps its requisite; the next order gets the same card
    expect((await world.read(order.id)).status).toBe('awaiting_payment');
    expect((await tryOrder()).ok).toBe(true);
    const cashier = await office.person('cashier');
    expect((await cashier.send('POST', `${POOL}/${row?.id}/release`, { order_id: order.id, reason: 'x' })).status).toBe(403);
  });
});
