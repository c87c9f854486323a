import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#core/time.ts';
import type { Refusal } from '#core/refusal.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import type { OrderForm } from './check-order-form.ts';
import { createOrder } from './create-order.ts';

const GUEST = { visitor: { kind: 'guest' }, ip: '127.0.0.1', locale: 'ru' } as const;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => await world.close());
beforeEach(async () => {
  await world.prices('90');
  await world.pass(MINUTE_MS);
});

class Refused extends Error {
  readonly refusals: readonly Refusal[];
  constructor(refusals: readonly Refusal[]) {
    super('refused');
    this.refusals = refusals;
  }
}

/** As every caller does: a refusal rolls back. */
const attempt = async (form: OrderForm) =>
  await world.deps.db
    .tx(async (tx) => {
      const made = await createOrder(world.deps, tx, form, GUEST);
      if (!made.ok) throw new Refused(made.refusals);
      return { order: made.value.order, refusals: [] as readonly Refusal[] };
    })
    .catch((error: unknown) => {
      if (error instanceof Refused) return { order: undefined, refusals: error.refusals };
      throw error;
    });

async function move(roubles: string): Promise<void> {
  await world.prices(roubles);
  await world.pass(1);
}

it('fifty concurrent orders from one quote make one order; the others get a recalculated quote', async () => {
  const form = await world.form();
  const answers = await Promise.all(Array.from({ length: 50 }, async () => await attempt(form)));
  expect(answers.filter(({ order }) => order !== undefined)).toHaveLength(1);
  for (const { order, refusals } of answers.filter((one) => one.order === undefined)) {
    expect(order).toBeUndefined();
    expect(refusals).toMatchObject([{ code: 'rate_changed', field: 'rate_calculation_id' }]);
    expect(refusals[0]?.meta).toMatchObject({ rate_calculation: { type: 'rate_calculations', attributes: { income_amount: '100' } } });
  }
  // The same later, within the grace period and at a better price
  await move('91');
  expect((await attempt(form)).refusals).toMatchObject([{ code: 'rate_changed' }]);
  expect(await world.audit()).toEqual([]);
});

describe('one quote makes one order, however its signature is written:', () => {
  const partsOf = ({ rate_calculation_id: id }: OrderForm) => {
    const dot = id.lastIndexOf('.');
    return { payload: id.slice(0, dot), signature: id.slice(dot + 1), mac: id.slice(dot + 5) };
  };
  const spentBefore = async (signature: string) =>
    await world.deps.db.run(sql`insert into spent_quotes (signature, spent_at) values (${signature}, ${new Date(world.deps.clock.now())})`);
  const spentByUs = async () => (await world.deps.db.many(AnyRow, sql`select signature from spent_quotes`)).length;

  it('a signature without key id and with changed case, padding or last letter is invalid', async () => {
    const form = await world.form();
    const { payload, signature, mac } = partsOf(form);
    const before = await spentByUs();
    for (const other of [mac, signature.toLowerCase(), `${signature}=`, `${signature}==`, ` ${signature}`, `${signature.slice(0, -1)}_`])
      expect((await attempt({ ...form, rate_calculation_id: `${payload}.${other}` })).refusals).toMatchObject([{ code: 'rate_changed' }]);
    expect(await spentByUs()).toBe(before);
    expect((await attempt(form)).order).toBeDefined();
    expect((await attempt({ ...form, rate_calculation_id: `${payload}.${mac}` })).refusals).toMatchObject([{ code: 'rate_changed' }]);
  });

  it('the quote’s content is spent, not its signature', async () => {
    const form = await world.form();
    const { payload } = partsOf(form);
    const at = new Date(world.deps.clock.now());
    await world.deps.db.run(sql`
      insert into spent_quotes (signature, quote_hash, spent_at) values ('by another key', sha256(${Buffer.from(payload)}), ${at})`);
    expect((await attempt(form)).refusals).toMatchObject([{ code: 'rate_changed' }]);
  });

  it('a quote spent by a process of an earlier release stays spent in either form', async () => {
    for (const spelling of ['signature', 'mac'] as const) {
      const form = await world.form();
      await spentBefore(partsOf(form)[spelling]);
      expect((await attempt(form)).refusals, spelling).toMatchObject([{ code: 'rate_changed' }]);
    }
  });
});

it('a refused order spends no quote', async () => {
  const form = await world.form();
  expect((await attempt({ ...form, accept_terms: false })).refusals).toMatchObject([{ code: 'terms_not_accepted' }]);
  expect((await attempt(form)).order).toBeDefined();
});

it('a live quote binds while the market stays within the guard’s band', async () => {
  const form = await world.form();
  const quoted = world.deps.quotes.read(form.rate_calculation_id);
  await move('88');
  expect((await attempt(form)).order).toMatchObject({ incomeAmount: quoted?.incomeAmount, outcomeAmount: quoted?.outcomeAmount });
});

it('a live quote outside the band is recalculated, or improved', async () => {
  const [worse, better] = [await world.form(), await world.form()];
  const quoted = world.deps.quotes.read(worse.rate_calculation_id);
  await move('87');
  const { refusals } = await attempt(worse);
  expect(refusals).toMatchObject([{ code: 'rate_changed', meta: { rate_calculation: { attributes: { income_amount: '100' } } } }]);
  await move('93');
  const { order } = await attempt(better);
  expect(order?.outcomeAmount).toBeGreaterThan(quoted?.outcomeAmount ?? 0n);
});

it('the band is the one set in the office', async () => {
  const form = await world.form();
  await world.deps.db.run(sql`insert into symbol_rules (symbol, rule) values ('USDT', '{"bandPpm": 1000}'), ('RUB', '{"bandPpm": 1000}')`);
  await move('89');
  expect((await attempt(form)).refusals).toMatchObject([{ code: 'rate_changed' }]);
  await world.deps.db.run(sql`delete from symbol_rules`);
});

it('a live quote of a direction that a guard closed makes no order', async () => {
  const form = await world.form();
  // Sources fell by a fifth: the guard removes the price of the currency
  await world.pass(1);
  await world.deps.db.run(sql`
    insert into rate_snapshots (id, taken_at, is_demo, prices)
    select gen_random_uuid(), taken_at + interval '1 millisecond', is_demo, prices - 'RUB' from rate_snapshots order by taken_at desc
      limit 1`);
  await world.refreshRates();
  expect((await attempt(form)).refusals).toMatchObject([{ code: 'rate_unavailable' }]);
});
