import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PayOutRequest } from '#server/adapters/rails/port.ts';
import { createManualWorld, type ManualWorld } from '#tests/make/manual-world.ts';
import { findTask } from './store.ts';

let world: ManualWorld;
beforeAll(async () => {
  world = await createManualWorld();
});
afterAll(async () => await world.abandon());

/** A payout that was claimed for the rail, whose call has not arrived yet. */
async function claimedPayout(): Promise<PayOutRequest> {
  const order = await world.order();
  await world.deposit(order);
  const payout = await world.deps.payoutSubjects.order.claim(world.deps, order.id, 'payout');
  if (!payout) throw new Error('no payout');
  return {
    reference: payout.id,
    orderId: order.id,
    paymentSystem: world.roubles,
    amount: payout.amount,
    destination: { account: '40817' },
  };
}

it.each([
  ['not_sent', { outcome: 'failed', reason: 'withdrawn' }],
  ['sent', { outcome: 'unknown', reason: 'paid_by_a_person' }],
] as const)('a payout that an operator ends (%s) before its call arrives is never put on the list', async (outcome, answer) => {
  const request = await claimedPayout();
  expect(await world.manual.askPayout(request)).toEqual({ outcome: 'not_found' });
  for (let time = 0; time < 2; time += 1) expect(await world.manual.withdrawPayout?.(request.reference, outcome)).toBe(true);
  expect([await world.manual.payOut(request), await world.manual.askPayout(request)]).toEqual([answer, answer]);
  expect(await findTask(world.deps.db, request.reference)).toMatchObject({ state: 'failed', subject_id: request.orderId });
});

it('of a payout that is ended while its call arrives, the two agree', async () => {
  for (let round = 0; round < 10; round += 1) {
    const request = await claimedPayout();
    const [isWithdrawn] = await Promise.all([world.manual.withdrawPayout?.(request.reference, 'not_sent'), world.manual.payOut(request)]);
    const { outcome } = await world.manual.askPayout(request);
    expect(outcome).toBe(isWithdrawn === true ? 'failed' : 'accepted');
  }
});
