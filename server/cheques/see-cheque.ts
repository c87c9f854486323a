import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import { seePdf } from './see-pdf.ts';
import type { Deps } from '#server/deps.ts';

export const SEE_CHEQUE_JOB = 'see-cheque';

const ChequeFileRow = z.object({
  file_key: z.string(),
});

const SeenOrderRow = z.object({
  id: z.string(),
  version: z.number(),
});

/**
 * Looks at a cheque that was sent, so that the same one is known again however its file was written anew. Beside the upload, one
 * at a time: drawing what a stranger made may take all of its deadline, and nobody waits for it. Doing it twice changes nothing.
 */
export async function seeCheque(deps: Pick<Deps, 'db' | 'files' | 'live'>, chequeId: string): Promise<void> {
  const cheque = await deps.db.maybe(ChequeFileRow, sql`select file_key from cheques where id::text = ${chequeId}`);
  const bytes = cheque && (await deps.files.get(cheque.file_key));
  if (!bytes) return;
  const { pictureSha256, textSha256 } = await seePdf(bytes);
  await deps.db.tx(async (tx) => {
    const order = await tx.maybe(
      SeenOrderRow,
      sql`
      with c as (update cheques set picture_sha256 = ${pictureSha256}, text_sha256 = ${textSha256} where id::text = ${chequeId} returning order_id)
      select o.id, o.version from orders o join c on c.order_id = o.id`,
    );
    if (order) await deps.live.notify(tx, 'order_changed', `${order.id}:${order.version}`);
  });
}
