import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { MAX_CHEQUE_BYTES } from '#contract/orders.ts';
import { customerActions } from '#core/order/actions.ts';
import type { Order } from '#core/order/order.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { isPlainPdf } from './plain-pdf.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { UploadedFile } from '#server/platform/http/route.ts';
import { applyMove, touchOrder, type MoveDeps } from '#server/orders/move/apply-move.ts';
import { lockOwnOrder } from '#server/orders/customer/customer-moves.ts';
import type { Caller } from '#server/orders/access.ts';
import { SEE_CHEQUE_JOB } from './see-cheque.ts';

export interface ChequeUpload {
  readonly orderId: string;
  readonly caller: Caller;
  readonly file: UploadedFile;
}

/** One payment needs few papers; more only fill a disk. */
const MAX_CHEQUES = 5;

const findCheques = async (tx: Tx, orderId: string): Promise<Buffer[]> =>
  (await tx.many<{ sha256: Buffer }>(sql`select sha256 from cheques where order_id = ${orderId}`)).map((row) => row.sha256);

/**
 * A cheque is evidence, never money (R25). Takes a PDF of at most 5 MiB (spec 9) without scripts, links,
 * attachments or encryption; keeps it under a name of ours, the same file once, at most five of an order. Before the deadline it also says "I have paid" (T7).
 */
export async function sendCheque(
  deps: MoveDeps & Pick<Deps, 'secrets' | 'files'>,
  tx: Tx,
  upload: ChequeUpload,
): Promise<Result<Order, 'not_found' | 'order_state_conflict' | 'invalid_file_type' | 'file_too_large'>> {
  const own = await lockOwnOrder(deps, tx, upload);
  if (!own.ok) return own;
  const order = own.value;
  if (!customerActions(order).includes('send_cheque')) return refuse({ code: 'order_state_conflict' });
  const { bytes } = upload.file;
  if (bytes.length > MAX_CHEQUE_BYTES) return refuse({ code: 'file_too_large', field: 'cheque', params: { max: 5 } });
  if (!isPlainPdf(bytes)) {
    const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-';
    return refuse({ code: 'invalid_file_type', field: 'cheque', message: isPdf ? 'cheque_active' : 'cheque_pdf' });
  }
  const sha256 = createHash('sha256').update(bytes).digest();
  const earlier = await findCheques(tx, order.id);
  if (earlier.some((known) => known.equals(sha256))) return accept(order);
  if (earlier.length >= MAX_CHEQUES)
    return refuse({ code: 'order_state_conflict', message: 'too_many_cheques', params: { max: MAX_CHEQUES } });
  const id = deps.random.uuid();
  const fileKey = `cheques/${id}.pdf`;
  await deps.files.put(fileKey, bytes);
  const now = deps.clock.now();
  await tx.run(sql`
    insert into cheques (id, order_id, sha256, file_key, size, created_at)
    values (${id}, ${order.id}, ${sha256}, ${fileKey}, ${bytes.length}, ${new Date(now)})`);
  await deps.queue.send(tx, SEE_CHEQUE_JOB, { cheque_id: id });
  if (order.status !== 'awaiting_payment') return accept(await touchOrder(deps, tx, order, {}));
  const actorId = upload.caller.visitor.kind === 'user' ? upload.caller.visitor.userId : null;
  const moved = await applyMove(deps, tx, {
    order,
    cause: { move: 'claim_payment', by: 'customer', now, invoiceId: null, txHash: null },
    by: { actorId },
  });
  return moved.ok ? moved : refuse({ code: 'order_state_conflict' });
}
