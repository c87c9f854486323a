import { sql } from '#server/platform/db/db.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { DESTINATION_LINK_MS } from '#core/payout/payout.ts';
import type { Rail } from '#server/adapters/rails/port.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { presentOrder } from '#server/orders/customer/present.ts';
import { executePayout } from '#server/payouts/machine/execute-payout.ts';
import { decideApproval } from '#tests/make/approve.ts';
import { createPayoutDesk, EVIDENCE, failedPayout, ORDERS, type PayoutDesk } from '#tests/make/payout-desk.ts';
import { as } from '#tests/make/rows.ts';
import type { World } from '#tests/make/world.ts';
import { submitDestination } from './submit-destination.ts';
import { requestEmails } from './request-destination.ts';

let desk: PayoutDesk;
let world: World;

beforeAll(async () => {
  desk = await createPayoutDesk();
  ({ world } = desk);
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => await desk.close());

async function postAction(id: string, path: string, attributes: object = {}) {
  await desk.cashier.send('POST', `${ORDERS}/${id}/claim`);
  const { version } = await desk.detail(id);
  return await desk.cashier.send<OfficeOrderAttributes>('POST', `${ORDERS}/${id}/${path}`, { version, ...attributes });
}
const askForDestination = async (id: string) =>
  await postAction(id, 'payout_destination/ask', { note: 'the bank says that there is no such account' });

/** The key in the newest e-mail to this customer; undefined: no e-mail has one. */
async function mailedKey(orderId: string): Promise<string | undefined> {
  const [row] = await world.deps.db.many(
    as<{ id: string }>(),
    sql`select id from destination_requests where order_id = ${orderId} order by asked_at desc limit 1`,
  );
  const subject = row?.id ?? '';
  const story = await requestEmails(world.deps).compose({ kind: 'destination_request', subject, version: 1, topic: 'asked', isPaid: true });
  return story?.email.button?.url.split('#destination=')[1];
}
const giveDestination = async (id: string, key: string | undefined, account = 'the right one') =>
  await world.deps.db.tx((tx) =>
    submitDestination(world.deps, tx, {
      orderId: id,
      caller: { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, id) },
      key: key ?? '',
      requisites: { account },
      noMemo: false,
      confirmsLookalike: false,
    }),
  );
const codeOf = (answer: Awaited<ReturnType<typeof giveDestination>>) =>
  answer.ok ? 'ok' : (answer.refusals[0]?.message ?? answer.refusals[0]?.code);
const pageOf = async (id: string) =>
  (await presentOrder(world.deps, world.deps.db, { order: await world.read(id), locale: 'ru' })).attributes.destination_request?.state ??
  null;

describe('a destination that its customer corrects', () => {
  it('is submitted once, with the mailed key only; after approval the payout goes there and nowhere else', async () => {
    const order = await failedPayout(world);
    expect([codeOf(await giveDestination(order.id, 'no key')), await pageOf(order.id)]).toEqual(['destination_link_over', null]);
    expect((await askForDestination(order.id)).one.attributes).toMatchObject({ status: 'payout_failed', may_ask_destination: true });
    const key = await mailedKey(order.id);
    // Access to the order page does not include the mailed key
    expect(codeOf(await giveDestination(order.id, orderTokenOf(world.deps, order.id)))).toBe('destination_link_over');
    expect(codeOf(await giveDestination(order.id, key, ''))).toBe('required');
    // Begins and ends like the one that failed
    expect(codeOf(await giveDestination(order.id, key, 'my-other-account'))).toBe('lookalike');
    expect([await pageOf(order.id), await desk.detail(order.id)]).toMatchObject(['asked', { open_approvals: [] }]);
    // Two concurrent submissions: one is stored
    const both = await Promise.all([giveDestination(order.id, key), giveDestination(order.id, key, 'a third one')]);
    expect(new Set(both.map(codeOf))).toEqual(new Set(['destination_link_over', 'ok']));
    const account = both[0].ok ? 'the right one' : 'a third one';
    expect([codeOf(await giveDestination(order.id, key)), await pageOf(order.id), await mailedKey(order.id)]).toEqual([
      'destination_link_over',
      'given',
      undefined,
    ]);
    const waiting = await desk.detail(order.id);
    expect(waiting).toMatchObject({ may_ask_destination: false, open_approvals: [{ kind: 'correct_destination', may_approve: true }] });
    expect(waiting.history.map(({ name, actor }) => [name, actor])).toContainEqual(['payout.give_correction', 'customer']);
    expect((await askForDestination(order.id)).error).toMatchObject({ code: 'order_state_conflict' });
    expect((await decideApproval(desk.other, order.id)).status).toBe(200);
    await postAction(order.id, 'moves', { move: 'retry_payout', note: null });
    const paid: unknown[] = [];
    (world.deps.rails as Map<string, Rail>).set('test', {
      ...world.rail,
      payOut: async (request) => (paid.push([request.destination, request.amount]), await world.rail.payOut(request)),
    });
    await world.drain();
    (world.deps.rails as Map<string, Rail>).set('test', world.rail);
    expect([(await world.read(order.id)).status, paid]).toEqual(['completed', [[{ account }, order.outcomeAmount]]]);
  });

  it('is not corrected twice, by an old or expired link, or after the customer’s email has changed', async () => {
    const order = await failedPayout(world);
    await askForDestination(order.id);
    const old = await mailedKey(order.id);
    await askForDestination(order.id);
    expect(codeOf(await giveDestination(order.id, old))).toBe('destination_link_over');
    const key = await mailedKey(order.id);
    await world.deps.db.run(sql`update orders set email = 'somebody@else.example' where id = ${order.id}`);
    expect([codeOf(await giveDestination(order.id, key)), await mailedKey(order.id)]).toEqual(['destination_link_over', undefined]);
    await world.deps.db.run(sql`update orders set email = ${order.email} where id = ${order.id}`);
    expect(codeOf(await giveDestination(order.id, key))).toBe('ok');
    await decideApproval(desk.other, order.id);
    expect([(await desk.detail(order.id)).may_ask_destination, (await askForDestination(order.id)).status]).toEqual([false, 409]);
    const late = await failedPayout(world);
    await askForDestination(late.id);
    const lateKey = await mailedKey(late.id);
    await world.deps.db.run(
      sql`update destination_requests set expires_at = expires_at - ${`${DESTINATION_LINK_MS} ms`}::interval where order_id = ${late.id}`,
    );
    expect([codeOf(await giveDestination(late.id, lateKey)), await pageOf(late.id)]).toEqual(['destination_link_over', null]);
  });

  it('is refused once an operator pays by hand, and an earlier answer is not paid as well', async () => {
    const order = await failedPayout(world);
    await askForDestination(order.id);
    const key = await mailedKey(order.id);
    await postAction(order.id, 'payouts/take', { purpose: 'payout' });
    expect([codeOf(await giveDestination(order.id, key)), (await desk.detail(order.id)).may_ask_destination]).not.toContain('ok');
    const { payouts } = await desk.detail(order.id);
    const { id, amount } = payouts.at(-1) ?? { id: '', amount: '' };
    expect((await postAction(order.id, `payouts/${id}/end`, { outcome: 'sent', ...EVIDENCE, amount })).status).toBe(200);
    expect(codeOf(await giveDestination(order.id, key))).not.toBe('ok');
    const named = await failedPayout(world);
    await askForDestination(named.id);
    expect(codeOf(await giveDestination(named.id, await mailedKey(named.id)))).toBe('ok');
    await postAction(named.id, 'payouts/take', { purpose: 'payout' });
    expect((await decideApproval(desk.other, named.id)).status).toBe(409);
  });

  it('is requested automatically where the provider blames the destination, and never while the outcome is unknown', async () => {
    const order = await world.order();
    world.rail.script.push({ outcome: 'failed', reason: 'no such card', cause: 'destination' });
    await world.deposit(order);
    await world.drain();
    expect([await pageOf(order.id), typeof (await mailedKey(order.id))]).toEqual(['asked', 'string']);
    const unknown = await world.order();
    world.rail.script.push({ outcome: 'unknown', reason: 'silence' });
    await world.deposit(unknown);
    await world.drain();
    await executePayout(world.deps, unknown.id, 'payout');
    expect([(await askForDestination(unknown.id)).status, await pageOf(unknown.id)]).toEqual([409, null]);
  });
});
