import type { ApprovalKind } from '#core/approval.ts';
import { SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { eachAlone } from '#server/platform/queue/each-alone.ts';
import { closeOvertaken, takeEffect } from './decide-approval.ts';
import type { ApprovalCourse, Executors } from './executor.ts';
import { findDue, findWaiting } from './store.ts';

const TEND_MS = 2 * SECOND_MS;

/** Does what was to take effect by itself, and closes what events have gone past, so that nobody decides on it. */
export async function tendApprovals(deps: Deps, executors: Executors, { overtaken }: ApprovalCourse): Promise<void> {
  await eachAlone(deps.log, await findDue(deps.db, deps.clock.now()), async (id) => await takeEffect(deps, executors, id));
  const kinds = Object.keys(overtaken) as ApprovalKind[];
  const waiting = await findWaiting(deps.db, kinds, deps.clock.now());
  await eachAlone(deps.log, waiting, async ({ id, kind, subject, payload }) => {
    const proposal = { id, subject, payload: JSON.parse(payload) as unknown };
    const isOver = await deps.db.tx(async (tx) => (await overtaken[kind]?.(deps, tx, proposal)) ?? false);
    if (isOver) await closeOvertaken(deps, id);
  });
}

/** Proposals that time or events decide. */
export const approvalJobs = (deps: Deps, executors: Executors, course: ApprovalCourse): void =>
  deps.queue.every('tend-approvals', TEND_MS, async () => await tendApprovals(deps, executors, course));
