import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { PAYOUT_JOBS, type PayoutDeps } from '#server/payouts/subject.ts';
import { executeSubjectPayout } from '#server/payouts/machine/execute-payout.ts';
import { forEachIsolated } from '#server/platform/queue/queue.ts';
import { applyWithdrawalMove, type WithdrawalDeps } from './apply-withdrawal-move.ts';
import { releaseWithdrawal } from './apply-operator-action.ts';
import { findExpired, findReleasable, findUnpaid, lockWithdrawal } from './store.ts';

const BATCH = 50;
const JOB_LOST_AFTER_MS = 10 * SECOND_MS;

/** Pays one confirmed withdrawal; concurrent calls pay once. */
export const payWithdrawal = async (deps: PayoutDeps, id: string): Promise<void> =>
  await executeSubjectPayout(deps, { kind: 'withdrawal', id }, 'payout');

/** Expires unconfirmed withdrawals and voids their reservations (T29). Each is locked and checked again in its own transaction. */
export async function expireWithdrawals(deps: WithdrawalDeps & Pick<Deps, 'db' | 'log'>): Promise<void> {
  const now = deps.clock.now();
  const ids = await findExpired(deps.db, now, BATCH);
  await forEachIsolated(deps.log, ids, async (id) => {
    await deps.db.tx(async (tx) => {
      const withdrawal = await lockWithdrawal(tx, id);
      if (withdrawal) await applyWithdrawalMove(deps, tx, { withdrawal, cause: { move: 'expire', by: 'system', now }, actorId: null });
    });
  });
}

/** Releases withdrawals whose hold is over (T28). Without a price or reserve they are retried. */
export async function releaseHeld(deps: PayoutDeps, { batch = BATCH } = {}): Promise<void> {
  const ids = await findReleasable(deps.db, deps.clock.now(), batch);
  await forEachIsolated(deps.log, ids, async (id) => {
    const released = await deps.db.tx(async (tx) => await releaseWithdrawal(deps, tx, { id, operatorId: null }));
    if (!released.ok) deps.log.warn({ withdrawal_id: id, code: released.refusals[0]?.code }, 'withdrawal_not_released');
  });
}

/** Pays withdrawals whose job was lost. */
export async function retryForgottenWithdrawals(deps: PayoutDeps, { lostAfterMs = JOB_LOST_AFTER_MS } = {}): Promise<void> {
  const ids = await findUnpaid(deps.db, deps.clock.now() - lostAfterMs, BATCH);
  await forEachIsolated(deps.log, ids, async (id) => await payWithdrawal(deps, id));
}

/** The outbox job, and the loops that bring every withdrawal to a final state. */
export function withdrawalJobs(deps: Deps): void {
  deps.queue.declare(PAYOUT_JOBS.executeWithdrawal);
  deps.queue.work(PAYOUT_JOBS.executeWithdrawal, async (data) => await payWithdrawal(deps, String(data['withdrawal_id'])), {
    concurrency: 2,
  });
  deps.queue.every('expire-withdrawals', MINUTE_MS, async () => await expireWithdrawals(deps));
  deps.queue.every('release-withdrawals', 15 * SECOND_MS, async () => await releaseHeld(deps));
  deps.queue.every('forgotten-withdrawals', 5 * SECOND_MS, async () => await retryForgottenWithdrawals(deps));
}
