import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { JOB } from './outbox.ts';
import { eachAlone } from '#server/platform/queue/each-alone.ts';
import { alarmUnknown } from '#server/payouts/machine/alarm-unknown.ts';
import { askPayout, executePayout } from '#server/payouts/machine/execute-payout.ts';
import { claimAsking, endCall, findQueuedSurplus, findSilentPayouts, findUnattempted } from './store.ts';
import type { PayoutDeps } from '#server/deps.ts';

/** How long an attempt may be silent before it is asked about: announced ones often, unsure ones after the call's own deadline. */
const ASK_ACCEPTED_AFTER_MS = 2 * SECOND_MS;
const ASK_UNSURE_AFTER_MS = 6 * SECOND_MS;
const LOST_AFTER_MS = 10 * SECOND_MS;
const REFUND_PAUSE_MS = 10 * MINUTE_MS;
const BATCH = 50;

async function askSilent(deps: PayoutDeps): Promise<void> {
  const now = deps.clock.now();
  const accepted = now - ASK_ACCEPTED_AFTER_MS;
  const unsure = now - ASK_UNSURE_AFTER_MS;
  await eachAlone(deps.log, await findSilentPayouts(deps.db, { accepted, unsure }, BATCH), async (payout) => {
    const notAfter = payout.state === 'accepted' ? accepted : unsure;
    const mark = await claimAsking(deps.db, payout.id, { now, notAfter });
    if (!mark) return;
    await askPayout(deps, payout);
    await endCall(deps.db, payout.id, mark);
  });
}

/** What a lost or dropped job left behind. */
export async function attemptForgotten(deps: PayoutDeps): Promise<void> {
  const now = deps.clock.now();
  const forgotten = await findUnattempted(deps.db, { lost: now - LOST_AFTER_MS, retry: now - REFUND_PAUSE_MS }, BATCH);
  await eachAlone(deps.log, forgotten, async ({ orderId, purpose }) => await executePayout(deps, orderId, purpose));
  const surplus = await findQueuedSurplus(deps.db, { lost: now - LOST_AFTER_MS, retry: now - REFUND_PAUSE_MS }, BATCH);
  await eachAlone(deps.log, surplus, async (orderId) => await executePayout(deps, orderId, 'surplus'));
}

/** Paying out: the outbox jobs, and the loops that make sure that every attempt ends. */
export function payoutJobs(deps: PayoutDeps): void {
  const orderIdOf = (data: Record<string, unknown>): string => String(data['order_id']);
  for (const name of [JOB.executePayout, JOB.executeRefund, JOB.executeSurplus]) deps.queue.declare(name);
  deps.queue.work(JOB.executePayout, async (data) => await executePayout(deps, orderIdOf(data), 'payout'), { concurrency: 8 });
  deps.queue.work(JOB.executeRefund, async (data) => await executePayout(deps, orderIdOf(data), 'refund'), { concurrency: 4 });
  deps.queue.work(JOB.executeSurplus, async (data) => await executePayout(deps, orderIdOf(data), 'surplus'), { concurrency: 2 });
  deps.queue.every('ask-payouts', SECOND_MS, async () => await askSilent(deps));
  deps.queue.every('alarm-unknown-payouts', MINUTE_MS, async () => await alarmUnknown(deps));
  deps.queue.every('forgotten-payouts', 5 * SECOND_MS, async () => await attemptForgotten(deps));
}
