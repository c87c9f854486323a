import sql from 'sql-template-tag';
import type { ApprovalKind } from '#core/approval.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { APPROVALS_CHANNEL } from './propose.ts';

/** What nobody can approve any more is over: it stands in no list of what waits. One that is being decided right now is left to that. */
export async function endProposals(
  deps: Pick<Deps, 'clock' | 'live'>,
  tx: Tx,
  { kind, subject }: { readonly kind: ApprovalKind; readonly subject: string },
): Promise<void> {
  const now = new Date(deps.clock.now());
  const ended = await tx.run(sql`
    update approvals set expires_at = ${now}, payload_sealed = null where id in (
      select id from approvals where state = 'open' and kind = ${kind} and subject = ${subject} and expires_at > ${now} for update skip locked)`);
  if (ended > 0) await deps.live.notify(tx, APPROVALS_CHANNEL, subject);
}
