import { approvePayout } from '#tests/make/approve.ts';
import { as } from '#tests/make/rows.ts';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalAttributes } from '#contract/office/orders/approvals.ts';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import type { Order } from '#core/order/order.ts';
import type { Office, Person } from '#tests/make/office.ts';
import { createPayoutDesk, EVIDENCE, failedPayout, ORDERS, type PayoutDesk } from '#tests/make/payout-desk.ts';
import type { World } from '#tests/make/world.ts';
import { applyPayoutAnswer } from '#server/payouts/machine/apply-payout-answer.ts';
import { executePayout } from '#server/payouts/machine/execute-payout.ts';

let desk: PayoutDesk;
let world: World;
let office: Office;
let cashier: Person;
let other: Person;
let detail: PayoutDesk['detail'];

beforeAll(async () => {
  desk = await createPayoutDesk();
  ({ world, office, cashier, other, detail } = desk);
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => await desk.close());

async function act(id: string, path: string, attributes: object = {}, person = cashier) {
  for (const one of [cashier, other]) await one.send('DELETE', `${ORDERS}/${id}/claim`);
  await person.send('POST', `${ORDERS}/${id}/claim`);
  const { version } = await detail(id, person);
  return await person.send<OfficeOrderAttributes>('POST', `${ORDERS}/${id}/${path}`, { version, ...attributes });
}
const lastOf = async (id: string) => (await detail(id)).payouts.at(-1) ?? { id: '', amount: '' };

describe('an attempt that an operator ended as not sent and the rail then reports as executed', () => {
  async function contradicted(): Promise<Order> {
    const order = await world.order();
    world.rail.script.push({ outcome: 'unknown', reason: 'silence' });
    await world.deposit(order);
    await world.drain();
    const { id, amount } = await lastOf(order.id);
    await act(order.id, `payouts/${id}/end`, { outcome: 'not_sent', ...EVIDENCE, amount });
    const { outcomeAmount } = await world.read(order.id);
    await applyPayoutAnswer(world.deps, id, {
      outcome: 'executed',
      externalId: 'e',
      txHash: null,
      amount: outcomeAmount,
      networkFee: null,
    });
    return await world.read(order.id);
  }

  it('is not paid or refunded automatically while its incident is open, and is ended by hand with the first reference', async () => {
    const order = await contradicted();
    expect(order.status).toBe('payout_failed');
    for (const move of [{ move: 'retry_payout' }, { move: 'refund', note: 'he waits' }])
      expect(await act(order.id, 'moves', move)).toMatchObject({ status: 409, error: { code: 'order_state_conflict' } });
    expect((await act(order.id, 'payouts/take', { purpose: 'payout' })).status).toBe(200);
    const given = await lastOf(order.id);
    // Released, it waits for an operator: it is not paid automatically
    expect((await act(order.id, `payouts/${given.id}/give_back`, { note: 'not mine' })).one.attributes.status).toBe('payout_failed');
    await executePayout(world.deps, order.id, 'payout');
    await act(order.id, 'payouts/take', { purpose: 'payout' });
    const { id, amount } = await lastOf(order.id);
    expect((await act(order.id, `payouts/${id}/end`, { outcome: 'sent', ...EVIDENCE, amount })).one.attributes.status).toBe('completed');
    const attempts = await world.deps.db.many(as<{ id: string }>(), sql`select id from payouts where order_id = ${order.id}`);
    expect(attempts.filter((row) => world.rail.executed.has(row.id))).toEqual([]);
  });

  it('may be paid again once an operator has closed the incident', async () => {
    const order = await contradicted();
    await world.deps.db.run(sql`
      update incidents set closed_at = now(), closed_by = ${cashier.id}, note = 'it came back'
        where kind = 'payout_contradicted' and closed_at is null`);
    expect((await act(order.id, 'moves', { move: 'retry_payout' })).status).toBe(200);
    await world.drain();
    expect((await world.read(order.id)).status).toBe('completed');
  });
});

describe('a payout taken by an absent operator', () => {
  it('is ended by two other operators, never by one', async () => {
    const order = await failedPayout(world);
    await act(order.id, 'payouts/take', { purpose: 'payout' });
    const { id, amount } = await lastOf(order.id);
    expect((await detail(order.id, other)).payouts.at(-1)).toMatchObject({ state: 'by_hand', actions: ['end'] });
    expect((await act(order.id, `payouts/${id}/give_back`, { note: 'not mine' }, other)).status).toBe(409);
    const proposed = await act(order.id, `payouts/${id}/end`, { outcome: 'not_sent', ...EVIDENCE, amount }, other);
    expect(proposed.one.attributes).toMatchObject({ status: 'payout_sent', open_approvals: [{ kind: 'end_payout', is_mine: true }] });
    const third = await office.person('treasurer', 'third');
    const [row] = (await third.send<ApprovalAttributes>('GET', `/api/office/v1/approvals?subject=${order.id}`)).rows;
    const response = await third.send('POST', `/api/office/v1/approvals/${row?.id}/approve`, { hash: row?.attributes.hash });
    expect(response.status).toBe(200);
    expect(await detail(order.id)).toMatchObject({ status: 'payout_failed', takeable_payouts: ['payout'] });
  });
});

describe('a surplus above the first limit', () => {
  it('is not ended by one operator alone', async () => {
    const { deps } = world;
    const quoted = await deps.quotes.calculate(deps.db, {
      incomeCode: 'USDTTRC20',
      outcomeCode: 'SBERRUB',
      side: 'income',
      amount: 1_100_000_000n,
    });
    if (!quoted.ok) throw new Error('no quote');
    const order = await world.order({ income_amount: '1100', rate_calculation_id: deps.quotes.idOf(quoted.value) });
    await world.deposit(order);
    await world.drain();
    await approvePayout(world, other, order.id);
    await world.deposit(order, { externalId: `second-${order.id}` });
    const response = await act(order.id, 'surplus_returns', { note: 'sent to his wallet' });
    expect(response.one.attributes).toMatchObject({ surplus_amount: '1100', open_approvals: [{ kind: 'return_surplus', is_mine: true }] });
    const [row] = (await other.send<ApprovalAttributes>('GET', `/api/office/v1/approvals?subject=${order.id}`)).rows;
    const approve = async (person: Person) =>
      await person.send('POST', `/api/office/v1/approvals/${row?.id}/approve`, { hash: row?.attributes.hash });
    expect((await approve(cashier)).status).toBe(403);
    expect((await world.read(order.id)).surplusReturned).toBe(0n);
    expect((await approve(other)).status).toBe(200);
    expect(await world.read(order.id)).toMatchObject({ status: 'completed', surplusReturned: order.incomeAmount });
    expect((await approve(other)).status).toBe(409);
  });
});
