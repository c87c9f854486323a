import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { JOB } from './outbox.ts';
import { forEachIsolated } from '#server/platform/queue/for-each-isolated.ts';
import { alarmUnknown } from '#server/payouts/machine/alarm-unknown.ts';
import { pollPayout, executePayout } from '#server/payouts/machine/execute-payout.ts';
import { claimPoll, endCall, findPayoutsToPoll } from './store.ts';
import { findQueuedSurplus, findUnattemptedOrders } from './unattempted-payouts.ts';
import type { PayoutDeps } from '#server/payouts/subject.ts';

/**
 * How long an attempt may have no report before the provider is polled: accepted ones soon, claimed and unknown ones after the call's
 * own deadline.
 */
const POLL_ACCEPTED_AFTER_MS = 2 * SECOND_MS;
const POLL_UNCONFIRMED_AFTER_MS = 6 * SECOND_MS;
const JOB_LOST_AFTER_MS = 10 * SECOND_MS;
const REFUND_RETRY_MS = 10 * MINUTE_MS;
const BATCH = 50;

async function pollPayouts(deps: PayoutDeps): Promise<void> {
  const now = deps.clock.now();
  const accepted = now - POLL_ACCEPTED_AFTER_MS;
  const unconfirmed = now - POLL_UNCONFIRMED_AFTER_MS;
  await forEachIsolated(deps.log, await findPayoutsToPoll(deps.db, { accepted, unconfirmed }, BATCH), async (payout) => {
    const notAfter = payout.state === 'accepted' ? accepted : unconfirmed;
    const callDeadline = await claimPoll(deps.db, payout.id, { now, notAfter });
    if (!callDeadline) return;
    await pollPayout(deps, payout);
    await endCall(deps.db, payout.id, callDeadline);
  });
}

/** Executes payouts, refunds and surplus returns whose job was lost or dropped. */
export async function retryForgottenPayouts(deps: PayoutDeps): Promise<void> {
  const now = deps.clock.now();
  const forgotten = await findUnattemptedOrders(deps.db, { lost: now - JOB_LOST_AFTER_MS, retry: now - REFUND_RETRY_MS }, BATCH);
  await forEachIsolated(deps.log, forgotten, async ({ orderId, purpose }) => await executePayout(deps, orderId, purpose));
  const surplus = await findQueuedSurplus(deps.db, { lost: now - JOB_LOST_AFTER_MS, retry: now - REFUND_RETRY_MS }, BATCH);
  await forEachIsolated(deps.log, surplus, async (orderId) => await executePayout(deps, orderId, 'surplus'));
}

/** The outbox jobs, and the loops that bring every attempt to a final state. */
export function payoutJobs(deps: PayoutDeps): void {
  const orderIdOf = (data: Record<string, unknown>): string => String(data['order_id']);
  for (const name of [JOB.executePayout, JOB.executeRefund, JOB.executeSurplus]) deps.queue.declare(name);
  deps.queue.work(JOB.executePayout, async (data) => await executePayout(deps, orderIdOf(data), 'payout'), { concurrency: 8 });
  deps.queue.work(JOB.executeRefund, async (data) => await executePayout(deps, orderIdOf(data), 'refund'), { concurrency: 4 });
  deps.queue.work(JOB.executeSurplus, async (data) => await executePayout(deps, orderIdOf(data), 'surplus'), { concurrency: 2 });
  deps.queue.every('ask-payouts', SECOND_MS, async () => await pollPayouts(deps));
  deps.queue.every('alarm-unknown-payouts', MINUTE_MS, async () => await alarmUnknown(deps));
  deps.queue.every('forgotten-payouts', 5 * SECOND_MS, async () => await retryForgottenPayouts(deps));
}
