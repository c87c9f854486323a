import * as z from 'zod';
import { APPROVAL_KINDS } from '#core/staff/approval.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Operator } from '#server/operators/operator.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type DecisionRefusal, lockOpenProposal } from './decide-approval.ts';
import { openPart } from './sealed-part.ts';

const Payload = z.object({ requisites_digest: z.string() });

/** The full requisites of an open proposal, for operators who may approve it. Every view writes an audit entry. */
export async function revealSealed(
  deps: Pick<Deps, 'clock' | 'secrets' | 'random'>,
  tx: Tx,
  { id, operator }: { readonly id: string; readonly operator: Operator },
): Promise<Result<RequisiteValues, DecisionRefusal>> {
  const open = await lockOpenProposal(deps, tx, { id, operator });
  if (!open.ok) return open;
  const row = open.value;
  if (row.proposed_by === operator.userId) return refuse({ code: 'access_denied', message: 'own_proposal' });
  const payload = Payload.safeParse(JSON.parse(row.payload));
  if (!payload.success) return refuse({ code: 'not_found' });
  const opened = openPart(deps, { sealed: row.payload_sealed, digest: payload.data.requisites_digest });
  if (!opened.ok) return opened;
  await recordAudit(deps, tx, {
    actorId: operator.userId,
    action: 'requisites.view',
    subjectType: APPROVAL_KINDS[row.kind].subject,
    subjectId: row.subject,
    detail: { approval_id: row.id, side: 'income' },
  });
  return accept(opened.value);
}
