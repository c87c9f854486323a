import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { openDestination } from '#server/orders/destination.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findTakenAttempt } from './take-by-hand.ts';
import { findAttempts } from '#server/payouts/store.ts';

/** The full requisites, only for the operator who has taken the payout by hand. Every view is audited (domain 5, "By hand"). */
export async function revealDestination(
  deps: Pick<Deps, 'secrets' | 'random'>,
  tx: Tx,
  { orderId, payoutId, operatorId }: { readonly orderId: string; readonly payoutId: string; readonly operatorId: string },
): Promise<Result<RequisiteValues, 'order_state_conflict'>> {
  const payout = findTakenAttempt(await findAttempts(tx, orderId), payoutId, operatorId);
  if (!payout) return refuse({ code: 'order_state_conflict' });
  const side = payout.purpose === 'payout' ? 'outcome' : 'income';
  const requisites = await openDestination(deps, tx, { id: orderId, side });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'requisites.view',
    subjectType: 'order',
    subjectId: orderId,
    detail: { payout_id: payoutId, purpose: payout.purpose, side },
  });
  return accept(requisites);
}
