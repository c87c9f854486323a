import { SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { applyDueChanges } from './apply-stored.ts';

/** The loop that applies dated changes. */
export function changeJobs(deps: Deps): void {
  deps.queue.every('apply-due-changes', SECOND_MS, async () => await applyDueChanges(deps));
}
