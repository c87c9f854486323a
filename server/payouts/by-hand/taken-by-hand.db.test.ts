import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { DAY_MS, MINUTE_MS, toRfc3339 } from '#core/time.ts';
import { statusEmailKind } from '#server/order-emails/order-emails.ts';
import { presentOrder } from '#server/orders/customer/present.ts';
import { waitsForPeople } from '#server/orders/order-sides.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { createPayoutDesk, EVIDENCE, failedPayout, ORDERS, type PayoutDesk } from '#tests/make/payout-desk.ts';

let desk: PayoutDesk;
beforeAll(async () => {
  desk = await createPayoutDesk();
});
afterAll(async () => await desk.close());

/** Sends an operator action with the order's current version. */
async function act(id: string, path: string, attributes: object) {
  await desk.cashier.send('POST', `${ORDERS}/${id}/claim`);
  const { version } = await desk.detail(id);
  return await desk.cashier.send<OfficeOrderAttributes>('POST', `${ORDERS}/${id}/${path}`, { version, ...attributes });
}

/** What the customer sees: order page, mail, bot. */
async function customerView(id: string) {
  const { world } = desk;
  const order = await world.read(id);
  const { attributes } = await presentOrder(world.deps, world.deps.db, { order, locale: 'ru' });
  const emails = statusEmailKind({ ...world.deps, t: createTranslate() });
  const news = await emails.compose({ kind: 'order', subject: id, topic: 'payout_sent', version: order.version, isPaid: true });
  return {
    status: attributes.status,
    byPeople: attributes.paid_by_people,
    promise: attributes.payout_promise,
    heading: news?.email.heading,
    labels: news?.email.lines.map(({ label }) => label) ?? [],
    bot: await waitsForPeople(world.deps, world.deps.db, order),
  };
}

describe('a payout of an automatic rail that an operator has taken by hand', () => {
  test('is shown as waiting for an operator, with its deadline, until the operator confirms that it was sent', async () => {
    const { id } = await failedPayout(desk.world);
    await act(id, 'payouts/take', { purpose: 'payout' });
    const waiting = await customerView(id);
    expect(waiting).toMatchObject({ status: 'payout_sent', byPeople: true, bot: true, promise: { missed_at: null } });
    expect(waiting.heading).toMatch(/готовим выплату$/);
    expect(waiting.labels).toContain('Выплатим до');
    const payout = (await desk.detail(id)).payouts.at(-1);
    await act(id, `payouts/${payout?.id}/end`, { outcome: 'sent', ...EVIDENCE, amount: payout?.amount });
    expect(await customerView(id)).toMatchObject({ status: 'completed', byPeople: false, bot: false, promise: null });
  });

  test('is shown as automatic again once the operator releases it', async () => {
    const { id } = await failedPayout(desk.world);
    await act(id, 'payouts/take', { purpose: 'payout' });
    const payout = (await desk.detail(id)).payouts.at(-1);
    desk.world.rail.script.push({ outcome: 'accepted', externalId: null, txHash: null, confirmations: 0, requiredConfirmations: 1 });
    await act(id, `payouts/${payout?.id}/give_back`, { note: 'no time' });
    await desk.world.drain();
    const sent = await customerView(id);
    expect(sent).toMatchObject({ status: 'payout_sent', byPeople: false, bot: false });
    expect(sent.heading).toMatch(/^Отправили/);
  });

  test('gets a new deadline if all earlier promised times had passed when it was taken', async () => {
    const { world } = desk;
    const { id } = await failedPayout(world);
    await world.pass(4 * DAY_MS);
    await act(id, 'payouts/take', { purpose: 'payout' });
    const { promise } = await customerView(id);
    const { eta_minutes: minutes } = (await presentOrder(world.deps, world.deps.db, { order: await world.read(id), locale: 'ru' }))
      .attributes;
    expect(promise).toEqual({ at: toRfc3339(world.deps.clock.now() + minutes * MINUTE_MS), missed_at: null });
  });
});
