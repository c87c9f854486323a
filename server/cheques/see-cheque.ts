import { seePdf } from './see-pdf.ts';
import { findFileKey, saveLooks } from './store.ts';
import type { Deps } from '#server/deps.ts';

export const SEE_CHEQUE_JOB = 'see-cheque';

/**
 * Looks at a cheque that was sent, so that the same one is known again however its file was written anew. Beside the upload, one
 * at a time: drawing what a stranger made may take all of its deadline, and nobody waits for it. Doing it twice changes nothing.
 */
export async function seeCheque(deps: Pick<Deps, 'db' | 'files' | 'live'>, chequeId: string): Promise<void> {
  const fileKey = await findFileKey(deps.db, chequeId);
  const bytes = fileKey === undefined ? undefined : await deps.files.get(fileKey);
  if (!bytes) return;
  const looks = await seePdf(bytes);
  await deps.db.tx(async (tx) => {
    const order = await saveLooks(tx, chequeId, looks);
    if (order) await deps.live.notify(tx, 'order_changed', `${order.id}:${order.version}`);
  });
}
