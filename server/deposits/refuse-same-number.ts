import { refuse, type Result, accept } from '#core/result.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findEarlierEntries } from './store.ts';

/** Refuses a transfer number that an operator recorded for another order, naming that order: one transfer is never credited twice. */
export async function refuseEarlierEntries(
  tx: Tx,
  observed: { readonly orderId: string; readonly reference: string },
  message: 'seen_reference_used' | 'seen_reference_taken',
): Promise<Result<null, 'invalid_format'>> {
  const otherOrderId = await findEarlierEntries(tx, observed);
  if (otherOrderId === undefined) return accept(null);
  return refuse({ code: 'invalid_format', field: 'reference', message, params: { subject: otherOrderId } });
}
