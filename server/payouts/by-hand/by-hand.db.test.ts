import { processApprovals } from '#server/approvals/jobs.ts';
import { APPROVAL_COURSE, APPROVAL_EXECUTORS } from '#tests/make/registries.ts';
import { approvePayout, decideApproval } from '#tests/make/approve.ts';
import { as } from '#tests/make/rows.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalAttributes } from '#contract/office/orders/approvals.ts';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import type { Order } from '#core/order/order.ts';
import { bareText } from '#core/search/term.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Rail } from '#server/adapters/rails/port.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { numbersOf } from '#server/orders/terms/order-terms.ts';
import { findOrdersByTerms } from '#server/orders/terms/term-index.ts';
import { requestRefund } from '#server/deposits/request-refund.ts';
import type { Person } from '#tests/make/office.ts';
import { createPayoutDesk, EVIDENCE, failedRefund, ORDERS, type PayoutDesk } from '#tests/make/payout-desk.ts';
import type { World } from '#tests/make/world.ts';
import { applyPayoutAnswer } from '#server/payouts/machine/apply-payout-answer.ts';
import { pollPayout, executePayout } from '#server/payouts/machine/execute-payout.ts';
import { queueSurplus } from '#server/payouts/surplus.ts';
import { claimPoll, findLivePayout, findPayoutsToPoll } from '#server/payouts/store.ts';
import { findQueuedSurplus, findUnattemptedOrders } from '#server/payouts/jobs.ts';

let desk: PayoutDesk;
let world: World;
let cashier: Person;
let other: Person;
let detail: PayoutDesk['detail'];

beforeAll(async () => {
  desk = await createPayoutDesk();
  ({ world, cashier, other, detail } = desk);
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => await desk.close());

/** Takes the lease and sends an operator action with the order's current version. */
async function act(id: string, path: string, attributes: object = {}, person = cashier) {
  const { lease } = await detail(id, person);
  if (lease?.is_mine !== true) {
    await cashier.send('DELETE', `${ORDERS}/${id}/claim`);
    await other.send('DELETE', `${ORDERS}/${id}/claim`);
  }
  await person.send('POST', `${ORDERS}/${id}/claim`);
  const { version } = await detail(id, person);
  return await person.send<OfficeOrderAttributes>('POST', `${ORDERS}/${id}/${path}`, { version, ...attributes });
}
const caller = (id: string) => ({ orderId: id, caller: { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, id) } }) as const;

/** 1 100 USDT: above the first limit. */
async function largeForm() {
  const pair = { incomeCode: 'USDTTRC20', outcomeCode: 'SBERRUB' };
  const quoted = await world.deps.quotes.calculate(world.deps.db, { ...pair, side: 'income', amount: 1_100_000_000n });
  if (!quoted.ok) throw new Error('no quote');
  return { income_amount: '1100', rate_calculation_id: world.deps.quotes.idOf(quoted.value) };
}

/** An order whose payout has an unknown outcome. */
async function unknownPayout(size: 'small' | 'large' = 'small'): Promise<Order> {
  const order = await world.order(size === 'large' ? await largeForm() : {});
  world.rail.script.push({ outcome: 'unknown', reason: 'silence' });
  await world.deposit(order);
  await world.drain();
  await approvePayout(world, other, order.id);
  return await world.read(order.id);
}
const unattempted = async () =>
  await findUnattemptedOrders(world.deps.db, { lost: world.deps.clock.now() + 1, retry: world.deps.clock.now() + 1 }, 50);
const payoutOf = async (id: string) => (await detail(id)).payouts.at(-1) ?? { id: '', amount: '' };
const paidOut = async (id: string, purpose: string) => {
  const rows = await world.deps.db.many(as<{ id: string }>(), sql`select id from payouts where order_id = ${id} and purpose = ${purpose}`);
  return rows.filter((row) => world.rail.executed.has(row.id)).length;
};

describe('a refund that failed', () => {
  it('taken by hand is not paid automatically', async () => {
    const order = await failedRefund(world);
    expect(await unattempted()).toContainEqual({ orderId: order.id, purpose: 'refund' });
    expect(await detail(order.id)).toMatchObject({ takeable_payouts: ['refund'], may_retry_refund: true, allowed_moves: [] });
    const taken = await act(order.id, 'payouts/take', { purpose: 'refund' });
    expect(taken.one.attributes).toMatchObject({ takeable_payouts: [], may_retry_refund: false, attention: 'by_hand' });
    const inHand = { state: 'by_hand', taken_by: 'first', actions: ['end', 'give_back', 'reveal'] };
    expect(taken.one.attributes.payouts.at(-1)).toMatchObject(inHand);
    expect(await unattempted()).not.toContainEqual({ orderId: order.id, purpose: 'refund' });
    await executePayout(world.deps, order.id, 'refund');
    expect((await act(order.id, 'refunds/retry')).status).toBe(409);
    await world.drain();
    expect(await paidOut(order.id, 'refund')).toBe(0);
    expect((await detail(order.id, other)).payouts.at(-1)).toMatchObject({ actions: ['end'] });
    const payout = await payoutOf(order.id);
    const end = async (by: Person) =>
      await act(order.id, `payouts/${payout.id}/end`, { outcome: 'sent', ...EVIDENCE, amount: '50.00' }, by);
    expect((await end(other)).one.attributes.open_approvals).toMatchObject([{ kind: 'end_payout', title: 'end_payout_refund' }]);
    const ended = (await end(cashier)).one.attributes;
    expect(ended).toMatchObject({ status: 'refunded', attention: null });
    expect(ended.history.map(({ proposal }) => proposal)).toContain('end_payout_refund');
    expect(ended.payouts.at(-1)).toMatchObject({ state: 'executed', external_id: 'bank-4711' });
  });

  it('continues automatically when it is released, and is retried on request', async () => {
    const order = await failedRefund(world);
    await act(order.id, 'payouts/take', { purpose: 'refund' });
    const { id } = await payoutOf(order.id);
    expect(await act(order.id, `payouts/${id}/give_back`, { note: ' ' })).toMatchObject({ status: 422, error: { code: 'required' } });
    expect((await act(order.id, `payouts/${id}/give_back`, { note: 'the bank is closed' })).status).toBe(200);
    expect(await unattempted()).toContainEqual({ orderId: order.id, purpose: 'refund' });
    expect((await act(order.id, 'refunds/retry')).status).toBe(200);
    await world.drain();
    expect((await world.read(order.id)).status).toBe('refunded');
    expect(await paidOut(order.id, 'refund')).toBe(1);
  });

  it('goes to a destination that two operators approved masked, or that the customer was asked for again', async () => {
    const order = await failedRefund(world);
    const set = await act(order.id, 'refund_destination', { refund_requisites: { address: 'another-wallet-of-his' }, note: 'he called' });
    expect(set.one.attributes).toMatchObject({
      status: 'refund_pending',
      open_approvals: [{ kind: 'set_refund_destination', is_mine: true }],
    });
    const [proposal] = (await other.send<ApprovalAttributes>('GET', `/api/office/v1/approvals?subject=${order.id}`)).rows;
    expect(JSON.stringify(proposal)).not.toContain('sealed');
    const say = async (person: Person) =>
      await person.send('POST', `/api/office/v1/approvals/${proposal?.id}/approve`, { hash: proposal?.attributes.hash });
    expect((await say(cashier)).status).toBe(403);
    expect((await say(other)).status).toBe(200);
    await world.drain();
    expect((await world.read(order.id)).status).toBe('refunded');
    expect((await detail(order.id)).income_requisites_masked).not.toEqual(order);
    const failedOrder = await failedRefund(world);
    expect((await act(failedOrder.id, 'refund_destination/ask', { note: 'his wallet is closed' })).status).toBe(200);
    expect((await world.read(failedOrder.id)).hasRefundDestination).toBe(false);
    expect(await unattempted()).toEqual([]);
    const result = await world.deps.db.tx((tx) =>
      requestRefund(world.deps, tx, { ...caller(failedOrder.id), requisites: { address: 'his-new-wallet' }, noMemo: false }),
    );
    expect(result.ok).toBe(true);
    await world.drain();
    expect((await world.read(failedOrder.id)).status).toBe('refunded');
  });
});

describe('a payout', () => {
  it('that failed is taken by hand and paid from the reserve; only its operator sees the requisites, with an audit entry', async () => {
    const order = await world.order();
    world.rail.script.push({ outcome: 'failed', reason: 'closed account' });
    await world.deposit(order);
    await world.drain();
    expect((await world.read(order.id)).status).toBe('payout_failed');
    const taken = await act(order.id, 'payouts/take', { purpose: 'payout' });
    expect(taken.one.attributes).toMatchObject({ status: 'payout_sent', attention: 'by_hand' });
    await world.drain();
    const payout = await payoutOf(order.id);
    const reveal = async (person: Person) =>
      await person.send<{ requisites: object }>('POST', `${ORDERS}/${order.id}/payouts/${payout.id}/reveal`);
    expect((await reveal(other)).status).toBe(409);
    expect((await reveal(cashier)).one.attributes.requisites).toEqual({ account: 'my-account' });
    await reveal(cashier);
    const views = await world.deps.db.many(
      AnyRow,
      sql`select 1 from audit_log where action = 'requisites.view' and subject_id = ${order.id}`,
    );
    expect(views).toHaveLength(2);
    for (const [field, attributes] of [
      ['reference', { reference: ' ' }],
      ['note', { note: '' }],
      ['amount', { amount: '' }],
      ['amount', { amount: '1' }],
    ] as const) {
      const refused = await act(order.id, `payouts/${payout.id}/end`, {
        outcome: 'sent',
        ...EVIDENCE,
        amount: payout.amount,
        ...attributes,
      });
      expect(refused).toMatchObject({ status: 422, error: { source: { pointer: `/data/attributes/${field}` } } });
    }
    const ended = await act(order.id, `payouts/${payout.id}/end`, { outcome: 'sent', ...EVIDENCE, amount: `${payout.amount} USDT` });
    expect(ended.one.attributes).toMatchObject({ status: 'completed' });
    expect(await paidOut(order.id, 'payout')).toBe(0);
  });

  it('that is released is paid automatically again', async () => {
    const order = await world.order();
    world.rail.script.push({ outcome: 'failed', reason: 'closed account' });
    await world.deposit(order);
    await world.drain();
    await act(order.id, 'payouts/take', { purpose: 'payout' });
    const { id } = await payoutOf(order.id);
    expect((await act(order.id, `payouts/${id}/give_back`, { note: 'no time' })).one.attributes.status).toBe('payout_pending');
    await world.drain();
    expect((await world.read(order.id)).status).toBe('completed');
    expect(await paidOut(order.id, 'payout')).toBe(1);
  });

  it('that is under way cannot be taken or ended', async () => {
    const order = await world.order();
    world.rail.script.push({ outcome: 'accepted', externalId: null, txHash: null, confirmations: 0, requiredConfirmations: 1 });
    await world.deposit(order);
    await world.drain();
    expect((await detail(order.id)).takeable_payouts).toEqual([]);
    expect((await act(order.id, 'payouts/take', { purpose: 'payout' })).status).toBe(409);
    const { id, amount } = await payoutOf(order.id);
    expect((await act(order.id, `payouts/${id}/end`, { outcome: 'sent', ...EVIDENCE, amount })).status).toBe(409);
    const payout = await findLivePayout(world.deps.db, order.id);
    if (payout) await pollPayout(world.deps, payout);
    expect((await world.read(order.id)).status).toBe('completed');
  });
});

describe('an unknown payout', () => {
  it('is ended as sent with evidence, once; a later "failed" only raises an incident', async () => {
    const order = await unknownPayout();
    const { id, amount } = await payoutOf(order.id);
    const end = async () => await act(order.id, `payouts/${id}/end`, { outcome: 'sent', ...EVIDENCE, amount });
    expect((await end()).one.attributes).toMatchObject({ status: 'completed' });
    expect((await end()).status).toBe(409);
    await applyPayoutAnswer(world.deps, id, { outcome: 'failed', reason: 'refused' });
    expect((await world.read(order.id)).status).toBe('completed');
    const raised = await world.deps.db.many(AnyRow, sql`select kind from incidents where subject = ${id} and closed_at is null`);
    expect(raised).toEqual([{ kind: 'payout_contradicted' }]);
  });

  it('is ended as not sent and then retried', async () => {
    const order = await unknownPayout();
    const { id, amount } = await payoutOf(order.id);
    const ended = await act(order.id, `payouts/${id}/end`, { outcome: 'not_sent', ...EVIDENCE, amount });
    expect(ended.one.attributes).toMatchObject({ status: 'payout_failed' });
    expect((await act(order.id, 'moves', { move: 'retry_payout' })).status).toBe(200);
    await world.drain();
    expect((await world.read(order.id)).status).toBe('completed');
    expect(await paidOut(order.id, 'payout')).toBe(1);
  });

  it('is not ended while a call to its provider is running', async () => {
    const order = await unknownPayout();
    const { id, amount } = await payoutOf(order.id);
    const now = world.deps.clock.now();
    expect(await claimPoll(world.deps.db, id, { now, notAfter: now })).toBeDefined();
    const reasons: string[] = [];
    const withdrawing: Rail = { ...world.rail, withdrawPayout: async (_reference, reasonText) => (reasons.push(reasonText), true) };
    (world.deps.rails as Map<string, Rail>).set('test', withdrawing);
    const end = async () => await act(order.id, `payouts/${id}/end`, { outcome: 'not_sent', ...EVIDENCE, amount });
    expect((await end()).status).toBe(409);
    // The rail must not store an outcome that was refused here
    expect(reasons).toEqual([]);
    await world.pass(2 * MINUTE_MS);
    expect((await end()).status).toBe(200);
    expect(reasons).toEqual(['not_sent']);
    (world.deps.rails as Map<string, Rail>).set('test', world.rail);
  });

  it('cannot be ended as not sent while its rail may still send it', async () => {
    const order = await unknownPayout();
    const { id, amount } = await payoutOf(order.id);
    const references: string[] = [];
    let answer = false;
    const withdrawing = { ...world.rail, withdrawPayout: async (reference: string) => (references.push(reference), answer) };
    (world.deps.rails as Map<string, Rail>).set('test', withdrawing);
    const end = async () => await act(order.id, `payouts/${id}/end`, { outcome: 'not_sent', ...EVIDENCE, amount });
    expect((await end()).status).toBe(409);
    answer = true;
    expect((await end()).one.attributes).toMatchObject({ status: 'payout_failed' });
    expect(references).toEqual([id, id]);
    (world.deps.rails as Map<string, Rail>).set('test', world.rail);
  });

  it('above the first limit needs two operators; a newer provider report refuses the approval', async () => {
    const order = await unknownPayout('large');
    const { id, amount } = await payoutOf(order.id);
    const proposed = await act(order.id, `payouts/${id}/end`, { outcome: 'not_sent', ...EVIDENCE, amount });
    expect(proposed.one.attributes).toMatchObject({
      status: 'payout_sent',
      open_approvals: [{ kind: 'end_payout', is_mine: true, may_approve: false }],
    });
    // The history shows the proposal, its amount and its evidence
    const expectedDetail = { proposal: 'end_payout', outcome: 'not_sent', amount, currency_iso_code: 'RUB', reference: EVIDENCE.reference };
    expect(proposed.one.attributes.history.find(({ name }) => name === 'approval.propose')).toMatchObject(expectedDetail);
    const list = async () => (await other.send<ApprovalAttributes>('GET', `/api/office/v1/approvals?subject=${order.id}`)).rows[0];
    const approve = async (person: Person) => {
      const row = await list();
      return await person.send('POST', `/api/office/v1/approvals/${row?.id}/approve`, { hash: row?.attributes.hash });
    };
    expect((await approve(cashier)).status).toBe(403);
    await applyPayoutAnswer(world.deps, id, {
      outcome: 'executed',
      externalId: 'e',
      txHash: null,
      amount: order.outcomeAmount,
      networkFee: null,
    });
    expect(await approve(other)).toMatchObject({ status: 409, error: { code: 'order_state_conflict' } });
    expect((await world.read(order.id)).status).toBe('completed');
    // Overtaken proposals leave the list
    await processApprovals(world.deps, APPROVAL_EXECUTORS, APPROVAL_COURSE);
    expect(await list()).toBeUndefined();
    const again = await unknownPayout('large');
    const second = await payoutOf(again.id);
    await act(again.id, `payouts/${second.id}/end`, { outcome: 'sent', ...EVIDENCE, amount: second.amount });
    const [row] = (await other.send<ApprovalAttributes>('GET', `/api/office/v1/approvals?subject=${again.id}`)).rows;
    const done = await other.send('POST', `/api/office/v1/approvals/${row?.id}/approve`, { hash: row?.attributes.hash });
    expect(done.status).toBe(200);
    expect((await world.read(again.id)).status).toBe('completed');
  });
});

describe('a surplus', () => {
  /** A completed order that was paid twice. */
  async function paidTwice(form = {}): Promise<Order> {
    const order = await world.order(form);
    await world.deposit(order);
    await world.drain();
    return await world.deposit(order, { externalId: `second-${order.id}` });
  }
  const queue = async (order: Order, amount: bigint) =>
    await world.deps.db.tx(async (tx) => await queueSurplus(world.deps, tx, await world.read(order.id), amount));

  it('is returned once under concurrent decisions and attempts', async () => {
    const order = await paidTwice();
    expect(await queue(order, order.incomeAmount)).toBe(false);
    await Promise.all(Array.from({ length: 8 }, async () => await executePayout(world.deps, order.id, 'surplus')));
    await world.drain();
    expect(await paidOut(order.id, 'surplus')).toBe(1);
    expect(await world.read(order.id)).toMatchObject({ status: 'completed', surplusReturned: order.incomeAmount });
    expect(await queue(order, 1n)).toBe(false);
  });

  it('is polled by its reference while unknown, and retried after a failure', async () => {
    const order = await paidTwice();
    world.rail.script.push({ outcome: 'unknown', reason: 'silence' });
    await world.drain();
    const now = world.deps.clock.now();
    const [silent] = (await findPayoutsToPoll(world.deps.db, { accepted: now, unconfirmed: now }, 50)).filter(
      (one) => one.subject.id === order.id,
    );
    world.rail.script.push({ outcome: 'failed', reason: 'closed' });
    if (silent) await pollPayout(world.deps, silent);
    expect((await world.read(order.id)).surplusReturned).toBe(0n);
    expect(await findQueuedSurplus(world.deps.db, { lost: now + 1, retry: now - 1 }, 50)).toEqual([]);
    expect(await findQueuedSurplus(world.deps.db, { lost: now + 1, retry: now + 1 }, 50)).toEqual([order.id]);
    await executePayout(world.deps, order.id, 'surplus');
    expect((await world.read(order.id)).surplusReturned).toBe(order.incomeAmount);
  });

  it('without a destination waits for one, and can be paid by hand', async () => {
    const order = await paidTwice({ income_requisites: {} });
    await world.drain();
    expect(await paidOut(order.id, 'surplus')).toBe(0);
    expect(await detail(order.id)).toMatchObject({ takeable_payouts: ['surplus'], may_claim: true });
    const back = await act(order.id, 'surplus_returns', { note: 'beside the machine' });
    expect(back.status).toBe(409);
    await act(order.id, 'payouts/take', { purpose: 'surplus' });
    const { id, amount } = await payoutOf(order.id);
    await executePayout(world.deps, order.id, 'surplus');
    expect((await act(order.id, `payouts/${id}/end`, { outcome: 'sent', ...EVIDENCE, amount })).status).toBe(200);
    expect(await world.read(order.id)).toMatchObject({ status: 'completed', surplusReturned: order.incomeAmount });
  });
});

describe('a wrong destination', () => {
  it('is corrected by two operators while no attempt can pay; the customer is notified and the payout goes there', async () => {
    const order = await world.order();
    world.rail.script.push({ outcome: 'failed', reason: 'no such account' });
    await world.deposit(order);
    await world.drain();
    expect(await detail(order.id)).toMatchObject({ status: 'payout_failed', may_correct_destination: true });
    const refused = await act(order.id, 'payout_destination', { requisites: {}, note: 'as he wrote' });
    expect(refused.error).toMatchObject({ code: 'required', source: { pointer: '/data/attributes/requisites/account' } });
    const response = await act(order.id, 'payout_destination', { requisites: { account: 'the right one' }, note: 'as he wrote' });
    expect(response.one.attributes).toMatchObject({ open_approvals: [{ kind: 'correct_destination', is_mine: true, may_approve: false }] });
    expect((await decideApproval(cashier, order.id)).status).toBe(403);
    expect((await decideApproval(other, order.id)).status).toBe(200);
    expect(await world.read(order.id)).toMatchObject({ status: 'payout_failed' });
    const auditRows = await world.deps.db.many(
      as<{ kind: string }>(),
      sql`select kind from mail_news where subject = ${order.id} and kind = 'destination'
        union all select kind from incidents where subject = ${order.id}`,
    );
    expect(auditRows.map(({ kind }) => kind).toSorted((a, b) => a.localeCompare(b))).toEqual(['destination', 'destination_corrected']);
    const sought = numbersOf(world.deps, [{ kind: 'requisite', text: bareText('the right one') }]);
    expect(await findOrdersByTerms(world.deps.db, [{ terms: sought, mail: null }], 5)).toContainEqual({ order_id: order.id, reading: 0 });
    await act(order.id, 'moves', { move: 'retry_payout', note: null });
    const paid: unknown[] = [];
    (world.deps.rails as Map<string, Rail>).set('test', {
      ...world.rail,
      payOut: async (request) => (paid.push(request.destination), await world.rail.payOut(request)),
    });
    await world.drain();
    (world.deps.rails as Map<string, Rail>).set('test', world.rail);
    expect([(await world.read(order.id)).status, paid]).toEqual(['completed', [{ account: 'the right one' }]]);
  });

  it('is not corrected while an attempt may still be executed, nor by an outdated proposal', async () => {
    const order = await unknownPayout();
    expect((await act(order.id, 'payout_destination', { requisites: { account: 'x' }, note: 'x' })).status).toBe(409);
    expect((await detail(order.id)).may_correct_destination).toBe(false);
  });
});
