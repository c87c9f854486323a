import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { APPROVALS_CHANNEL } from './propose.ts';
import { listOpenIdsBy, saveDecision } from './store.ts';

/** Declines the open proposals of an operator who may no longer propose, so that no one approves them by mistake. */
export async function declineProposalsOf(
  deps: Pick<Deps, 'random' | 'clock' | 'live' | 'secrets'>,
  tx: Tx,
  { proposedBy, by }: { readonly proposedBy: string; readonly by: string },
): Promise<void> {
  for (const { id } of await listOpenIdsBy(tx, proposedBy)) {
    const decision = { state: 'declined', by, note: null, now: deps.clock.now() } as const;
    if (!(await saveDecision(tx, id, decision))) continue;
    const detail = { proposed_by: proposedBy };
    await recordAudit(deps, tx, { actorId: by, action: 'approval.decline', subjectType: 'approval', subjectId: id, detail });
    await deps.live.notify(tx, APPROVALS_CHANNEL, id);
  }
}
