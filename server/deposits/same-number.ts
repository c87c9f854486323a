import { refuse, type Result, accept } from '#core/result.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findSameNumber } from './store.ts';

/** Refuses a transfer's number that an operator has said of another order already, naming it: one transfer is never credited twice. */
export async function refuseSameNumber(
  tx: Tx,
  word: { readonly orderId: string; readonly reference: string },
  message: 'seen_reference_used' | 'seen_reference_taken',
): Promise<Result<null, 'invalid_format'>> {
  const other = await findSameNumber(tx, word);
  if (other === undefined) return accept(null);
  return refuse({ code: 'invalid_format', field: 'reference', message, params: { subject: other } });
}
