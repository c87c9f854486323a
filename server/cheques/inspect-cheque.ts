import { inspectPdf } from './inspect-pdf.ts';
import { findFileKey, saveLook } from './store.ts';
import type { Deps } from '#server/deps.ts';

export const INSPECT_CHEQUE_JOB = 'see-cheque';

/**
 * Fingerprints a cheque by picture and text, so that re-encoded copies are detected. A job, one at a time: an untrusted PDF may take its
 * full deadline. Safe to repeat.
 */
export async function inspectCheque(deps: Pick<Deps, 'db' | 'files' | 'live'>, chequeId: string): Promise<void> {
  const fileKey = await findFileKey(deps.db, chequeId);
  const bytes = fileKey === undefined ? undefined : await deps.files.get(fileKey);
  if (!bytes) return;
  const look = await inspectPdf(bytes);
  await deps.db.tx(async (tx) => {
    const order = await saveLook(tx, chequeId, look);
    if (order) await deps.live.notify(tx, 'order_changed', `${order.id}:${order.version}`);
  });
}
