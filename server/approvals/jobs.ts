import type { ApprovalKind } from '#core/staff/approval.ts';
import { SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { forEachIsolated } from '#server/platform/queue/queue.ts';
import { closeOvertaken, takeEffect } from './decide-approval.ts';
import type { ApprovalHooks, Executors } from './executor.ts';
import { findDue, findWaiting } from './store.ts';

const INTERVAL_MS = 2 * SECOND_MS;

/** Executes proposals that take effect without a second person, and closes those that can no longer be executed. */
export async function processApprovals(deps: Deps, executors: Executors, { overtaken }: ApprovalHooks): Promise<void> {
  await forEachIsolated(deps.log, await findDue(deps.db, deps.clock.now()), async (id) => await takeEffect(deps, executors, id));
  const kinds = Object.keys(overtaken) as ApprovalKind[];
  const waiting = await findWaiting(deps.db, kinds, deps.clock.now());
  await forEachIsolated(deps.log, waiting, async ({ id, kind, subject, payload }) => {
    const proposal = { id, subject, payload: JSON.parse(payload) as unknown };
    const isOvertaken = await deps.db.tx(async (tx) => (await overtaken[kind]?.(deps, tx, proposal)) ?? false);
    if (isOvertaken) await closeOvertaken(deps, id);
  });
}

export const approvalJobs = (deps: Deps, executors: Executors, hooks: ApprovalHooks): void =>
  deps.queue.every('tend-approvals', INTERVAL_MS, async () => await processApprovals(deps, executors, hooks));
