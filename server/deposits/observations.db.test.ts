import { as } from '#tests/make/rows.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#core/order/order.ts';
import { MINUTE_MS } from '#core/time.ts';
import { expireOrders } from '#server/deadlines/order-deadlines.job.ts';
import { cancelOrder, claimPayment } from '#server/orders/customer/customer-moves.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { account } from '#core/ledger/account.ts';
import { accountBalance } from '#server/ledger/store.ts';
import { createObserver, type ObservingOperator } from '#tests/make/observe.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { executeObservation } from './record-observation.ts';

const USDT = 1_000_000n;

let world: World;
let operator: ObservingOperator;
beforeAll(async () => {
  world = await createWorld();
  operator = await createObserver(world);
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const callerOf = (orderId: string) =>
  ({ orderId, caller: { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, orderId) } }) as const;

const incidents = async (orderId: string): Promise<number> => {
  const { count } = await world.deps.db.one(
    as<{ count: string }>(),
    sql`select count(*)::text as count from incidents where kind = 'payment_reverted' and subject = ${orderId}`,
  );
  return Number(count);
};

/** The books of one order: received, owed, in suspense, lost. */
async function books(order: Order) {
  const rows = await world.deps.db.many(
    as<{ account: string; amount: string }>(),
    sql`
    select case e.account_kind when 'treasury' then 'in' when 'suspense' then 'kept' else e.account_kind || ':'
      || e.account_of end as account,
      sum(e.amount)::text as amount
    from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
    where t.order_id = ${order.id} and t.phase = 'posted' and e.wallet = ${order.incomeCode} group by 1 having sum(e.amount) <> 0`,
  );
  return Object.fromEntries(rows.map((row) => [row.account.replace(`:${order.id}`, ''), BigInt(row.amount)]));
}

/** The result of the rail's report alone: the whole agreement, nothing in suspense, nothing lost. */
async function expectAsReported(order: Order): Promise<void> {
  await world.drain();
  const end = await world.read(order.id);
  expect(end).toMatchObject({ status: 'completed', incomeAmount: order.incomeAmount, outcomeAmount: order.outcomeAmount });
  expect(end).toMatchObject({ creditedAmount: order.incomeAmount, receivedAmount: order.incomeAmount, hold: null });
  expect(await books(order)).toEqual({ in: order.incomeAmount, [`fx:USDT.TRC20`]: -order.incomeAmount });
}

const WORDS = [
  ['the same', [{}]],
  ['1 unit less', [{ amount: '99.999999' }]],
  ['1 % less', [{ amount: '99' }]],
  ['50 % more', [{ amount: '150' }]],
  ['twice', [{}, {}]],
  ['twice, the second time as another transfer', [{ amount: '150' }, { amount: '99', reference: 'another' }]],
  ['another reference', [{ reference: 'something else', amount: '99.5' }]],
] as const;

describe('an operator’s observation and the rail’s own report (R67)', () => {
  it.each(WORDS)('%s, before the report: the result is that of the report', async (_name, words) => {
    const order = await world.order();
    for (const word of words) expect(await operator.see(order, word)).toMatchObject({ ok: true });
    await world.deposit(order);
    await expectAsReported(order);
  });

  it.each(WORDS)('%s, between "seen" and "final": the result is that of the report', async (_name, words) => {
    const order = await world.order();
    await world.deposit(order, { state: 'seen' });
    for (const word of words) await operator.see(order, word);
    await world.deposit(order);
    await expectAsReported(order);
  });

  it.each(WORDS)(
    '%s, before "seen" and "final": nothing that has not arrived is offered, the end is the report’s',
    async (_name, words) => {
      const order = await world.order();
      for (const word of words) await operator.see(order, word);
      await world.deposit(order, { state: 'seen' });
      const { status, requote, creditedAmount } = await world.read(order.id);
      if (status === 'requote') expect([requote?.receivedAmount, creditedAmount > 0n]).toEqual([creditedAmount, true]);
      await world.deposit(order);
      await expectAsReported(order);
    },
  );

  it.each(WORDS)('%s, after the lock and before the report of money in time: the result is that of the report', async (_name, words) => {
    const order = await world.order();
    const seenAt = world.deps.clock.now();
    await world.pass((order.rateLockedUntil ?? seenAt) - seenAt + 1000);
    for (const word of words) await operator.see(order, word);
    await world.deposit(order, { firstSeenAt: seenAt });
    await expectAsReported(order);
  });

  it.each(WORDS)('%s, after the report: refused without a change', async (_name, words) => {
    const order = await world.order();
    await world.deposit(order);
    for (const word of words) expect(await operator.see(order, word)).toMatchObject({ ok: false });
    await expectAsReported(order);
  });

  it('many concurrent with the report: the result is that of the report', async () => {
    const order = await world.order();
    const amounts = ['100', '99', '150', '99.999999'];
    const saying = Array.from({ length: 50 }, async (_, index) =>
      operator.see(order, { amount: amounts[index % 4] ?? '', reference: `saw ${index % 7}` }),
    );
    await Promise.all([...saying, world.deposit(order)]);
    await world.deposit(order);
    await expectAsReported(order);
  });
});

describe('an operator’s observation', () => {
  it('alone settles the order by the same rules, with the operator’s name in its history', async () => {
    const order = await world.order();
    await world.deps.db.tx(
      async (tx) => await claimPayment(world.deps, tx, { ...callerOf(order.id), invoiceId: undefined, txHash: undefined }),
    );
    expect(await operator.see(order)).toMatchObject({ ok: true, value: { state: 'recorded' } });
    await expectAsReported(order);
    const events = await world.deps.db.many(
      AnyRow,
      sql`select actor, actor_id, note from order_events where order_id = ${order.id} and move = 'confirm_receipt'`,
    );
    expect(events).toEqual([{ actor: 'operator', actor_id: operator.id, note: 'seen in the bank' }]);
  });

  it('of a larger amount gives the customer a choice; of a smaller one no full payout', async () => {
    const [over, short] = [await world.order(), await world.order()];
    await operator.see(over, { amount: '150' });
    await operator.see(short, { amount: '40' });
    expect(await world.read(over.id)).toMatchObject({ status: 'requote', creditedAmount: 150n * USDT, requote: { reason: 'over' } });
    expect(await world.read(short.id)).toMatchObject({ status: 'requote', creditedAmount: 40n * USDT, requote: { reason: 'short' } });
  });

  it('after the end reopens the order with a choice at the current rate', async () => {
    const order = await world.order();
    await world.deps.db.tx(async (tx) => await cancelOrder(world.deps, tx, callerOf(order.id)));
    await operator.see(order);
    expect(await world.read(order.id)).toMatchObject({ status: 'requote', requote: { reason: 'reopened', held: false } });
  });

  it('is corrected by repeating it with the same reference', async () => {
    const order = await world.order();
    await operator.see(order, { amount: '1000' });
    expect((await world.read(order.id)).creditedAmount).toBe(1000n * USDT);
    await operator.see(order, { amount: '100' });
    await expectAsReported(order);
  });

  it('next to the rail’s report counts only when the rail is said to have missed it', async () => {
    const order = await world.order();
    await world.deposit(order, { amount: 60n * USDT });
    await operator.see(order, { amount: '40', reference: 'second' });
    expect(await world.read(order.id)).toMatchObject({ status: 'requote', creditedAmount: 60n * USDT });
    await operator.see(order, { amount: '40', reference: 'second', beyondRail: true });
    await expectAsReported(order);
    await world.deposit(order, { externalId: 'late-second', amount: 40n * USDT });
    await expectAsReported(order);
  });

  it('above the first limit needs a second operator where the rail reports automatically', async () => {
    const order = await world.order();
    const proposed = await operator.see(order, { amount: '1000.01' });
    expect(proposed).toMatchObject({ ok: true, value: { state: 'proposed' } });
    expect(await world.read(order.id)).toMatchObject({ status: 'awaiting_payment', creditedAmount: 0n });
    const payload = {
      amount: '1000.01',
      currency_iso_code: 'USDT',
      reference: 'r',
      seen_at: new Date(world.deps.clock.now()).toISOString(),
      beyond_rail: false,
    };
    const approved = {
      id: 'x',
      subject: order.id,
      payload,
      sealed: null,
      note: 'n',
      proposedBy: operator.id,
      approvedBy: world.deps.random.uuid(),
    };
    expect(await world.deps.db.tx(async (tx) => await executeObservation(world.deps, tx, approved))).toMatchObject({ ok: true });
    expect(await world.read(order.id)).toMatchObject({ status: 'requote', creditedAmount: 1_000_010_000n });
  });

  it('of one transfer waiting for approval at two orders is credited to one of them', async () => {
    const [first, other] = [await world.order(), await world.order()];
    const large = { amount: '1000.01', reference: 'bank 4711' };
    for (const order of [first, other]) expect(await operator.see(order, large)).toMatchObject({ value: { state: 'proposed' } });
    const agree = async ({ id: subject }: Order, change = {}) => {
      const payload = { ...large, currency_iso_code: 'USDT', seen_at: new Date(world.deps.clock.now()).toISOString(), beyond_rail: false };
      const sealed = null;
      const proposal = {
        id: 'x',
        subject,
        payload: { ...payload, ...change },
        sealed,
        note: 'n',
        proposedBy: operator.id,
        approvedBy: null,
      };
      return await world.deps.db.tx(async (tx) => await executeObservation(world.deps, tx, proposal));
    };
    expect(await agree(first)).toMatchObject({ ok: true });
    expect(await agree(other)).toMatchObject({
      ok: false,
      refusals: [{ code: 'invalid_format', message: 'seen_reference_taken', params: { subject: first.id } }],
    });
    expect((await world.read(other.id)).creditedAmount).toBe(0n);
    expect(await agree(other, { is_another: true })).toMatchObject({ ok: true });
    expect((await world.read(other.id)).creditedAmount).toBe(1_000_010_000n);
  });

  it('identifies a transfer independently of letter case and script, folded by us and not by the database', async () => {
    const [first, other] = [await world.order(), await world.order()];
    expect(await operator.see(first, { reference: 'ПЕРЕВОД № 12-Ё' })).toMatchObject({ ok: true });
    const keys = sql`select reference_key from deposits where order_id = ${first.id}`;
    expect(await world.deps.db.many(as<{ reference_key: string }>(), keys)).toEqual([{ reference_key: 'перевод№12-ё' }]);
    expect(await operator.see(other, { reference: 'перевод №12-ё' })).toMatchObject({
      refusals: [{ message: 'seen_reference_used', params: { subject: first.id } }],
    });
  });

  it.each([
    ['no reference', { reference: ' ' }, 'required', 'reference'],
    ['no note', { note: ' ' }, 'required', 'note'],
    ['a zero amount', { amount: '0' }, 'not_allowed_amount', 'amount'],
    ['a malformed amount', { amount: '1e3' }, 'not_allowed_amount', 'amount'],
    ['a time before the order', { seenAt: '2026-01-14T12:00:00Z' }, 'invalid_format', 'seen_at'],
    ['a future time', { seenAt: '2126-01-14T12:00:00Z' }, 'invalid_format', 'seen_at'],
    ['a lease of another operator', { operatorId: '00000000-0000-4000-8000-000000000009' }, 'lease_held', undefined],
    ['an outdated version', { version: 1 }, 'order_state_conflict', undefined],
  ] as const)('with %s is refused', async (_name, change, code, field) => {
    const order = await world.order();
    expect(await operator.see(order, change)).toMatchObject({
      ok: false,
      refusals: [expect.objectContaining(field === undefined ? { code } : { code, field })],
    });
  });
});

describe('money that a rail reverts', () => {
  it('before the payout: the order goes to an operator with its hold, nothing is paid, an incident is raised', async () => {
    const order = await world.order();
    await world.deposit(order);
    expect((await world.deposit(order, { state: 'reverted' })).status).toBe('moderation');
    await world.drain();
    const end = await world.read(order.id);
    expect(end).toMatchObject({ status: 'moderation', creditedAmount: 0n, receivedAmount: 0n, hold: { amount: order.outcomeAmount } });
    expect(await books(order)).toEqual({});
    expect(await incidents(order.id)).toBe(1);
    // An older report repeated later changes nothing
    expect((await world.deposit(order)).status).toBe('moderation');
  });

  it('after the payout: a loss in the books and an incident; the same money arriving later makes up for it', async () => {
    const order = await world.order();
    await world.deposit(order);
    await world.drain();
    await world.deposit(order, { state: 'reverted' });
    expect(await books(order)).toMatchObject({ 'expense:reversed': order.incomeAmount });
    expect(await incidents(order.id)).toBe(1);
    const incidentQuery = sql`select detail from incidents where kind = 'payment_reverted' and subject = ${order.id}`;
    expect(await world.deps.db.one(as<{ detail: unknown }>(), incidentQuery)).toMatchObject({
      detail: { payment_system_id: order.incomeCode, currency_iso_code: 'USDT', taken_back: '100', lost: '100', status_then: 'completed' },
    });
    await world.deposit(order, { externalId: 'again', amount: 130n * USDT });
    expect(await books(order)).toMatchObject({ in: 130n * USDT, kept: -30n * USDT });
    expect((await world.read(order.id)).receivedAmount).toBe(130n * USDT);
  });

  it('that an operator had confirmed raises an incident too', async () => {
    const order = await world.order();
    await world.deposit(order, { state: 'seen' });
    await operator.see(order);
    await world.drain();
    expect((await world.read(order.id)).status).toBe('completed');
    await world.deposit(order, { state: 'reverted' });
    expect(await books(order)).toMatchObject({ 'expense:reversed': order.incomeAmount });
    expect(await incidents(order.id)).toBe(1);
  });

  it('of a surplus reduces only the surplus', async () => {
    const order = await world.order();
    await world.deposit(order);
    await world.drain();
    await world.deposit(order, { externalId: 'second', amount: 30n * USDT });
    expect(await books(order)).toMatchObject({ kept: -30n * USDT });
    await world.deposit(order, { externalId: 'second', amount: 30n * USDT, state: 'reverted' });
    await world.drain();
    await expectAsReported(order);
    expect(await accountBalance(world.deps.db, account('order_in', order.id))).toBe(0n);
  });
});

describe('an observation that settled other amounts than the later report', () => {
  afterAll(async () => await world.prices('90'));

  it('leads to the choice of the report, by the first agreement, as for money after its end', async () => {
    await world.prices('90');
    const [both, alone] = [await world.order(), await world.order()];
    await world.pass(25 * MINUTE_MS);
    await expireOrders(world.deps);
    // A better rate: late money is exchanged without asking
    await world.prices('91');
    await world.pass(1);
    expect(await operator.see(both)).toMatchObject({ ok: true });
    const settled = await world.read(both.id);
    expect(settled.status).toBe('payout_pending');
    expect(settled.outcomeAmount).toBeGreaterThan(both.outcomeAmount);
    const [end, wanted] = [await world.deposit(both, { amount: 99n * USDT }), await world.deposit(alone, { amount: 99n * USDT })];
    expect(wanted).toMatchObject({ status: 'requote', requote: { reason: 'reopened' }, outcomeAmount: both.outcomeAmount });
    const numbersOf = ({ status, incomeAmount, outcomeAmount, creditedAmount, quote, requote }: Order) => ({
      status,
      amounts: [incomeAmount, outcomeAmount, creditedAmount],
      rate: quote.rate,
      reason: requote?.reason,
      options: requote?.options.map((option) => [option.choice, option.incomeAmount, option.outcomeAmount, option.refundAmount]),
    });
    expect(numbersOf(end)).toEqual(numbersOf(wanted));
  });
});
