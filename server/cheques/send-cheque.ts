import { createHash } from 'node:crypto';
import { MAX_CHEQUE_BYTES } from '#core/file/file-rules.ts';
import { customerActions } from '#core/order/actions.ts';
import type { Order } from '#core/order/order.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { type Caller, findOwnOrder } from '#server/orders/access.ts';
import { actorOf, lockOwnOrder, type OrderCall } from '#server/orders/customer/customer-moves.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { applyMove, applyTouch } from '#server/orders/move/apply-move.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { UploadedFile } from '#server/platform/http/route.ts';
import { chequeKey } from './cheque-files.ts';
import { INSPECT_CHEQUE_JOB } from './inspect-cheque.ts';
import { isPlainPdf, isTruncatedPdf } from './plain-pdf.ts';
import { findDigests, insertCheque } from './store.ts';

export interface ChequeUpload {
  readonly orderId: string;
  readonly caller: Caller;
  readonly file: UploadedFile;
}

/** A checked upload. */
interface StoredCheque {
  readonly sha256: Buffer;
  readonly size: number;
  /** Null when the file was not stored, because the order takes none or already has it; the transaction decides which. */
  readonly file: { readonly id: string; readonly key: string } | null;
}

/** One payment needs few documents; more only fill the disk. */
const MAX_CHEQUES = 5;

/**
 * Stores a PDF of at most 5 MiB (spec 9) without scripts, links, attachments or encryption. Runs before the transaction, so that no order
 * is locked during storage calls.
 */
export async function storeCheque(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'secrets' | 'files'>,
  { orderId, caller, file: { bytes } }: ChequeUpload,
): Promise<Result<StoredCheque, 'invalid_file_type' | 'file_too_large'>> {
  const cheque = { sha256: createHash('sha256').update(bytes).digest(), size: bytes.length, file: null };
  const order = await findOwnOrder(deps, deps.db, orderId, caller);
  if (!order || !customerActions(order).includes('send_cheque')) return accept(cheque);
  if (bytes.length > MAX_CHEQUE_BYTES) return refuse({ code: 'file_too_large', field: 'cheque', params: { max: 5 } });
  if (!isPlainPdf(bytes)) {
    const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-';
    if (isTruncatedPdf(bytes)) return refuse({ code: 'invalid_file_type', field: 'cheque', message: 'pdf_truncated' });
    return refuse({ code: 'invalid_file_type', field: 'cheque', message: isPdf ? 'cheque_active' : 'cheque_pdf' });
  }
  const earlier = await findDigests(deps.db, order.id);
  if (earlier.length >= MAX_CHEQUES || earlier.some((digest) => digest.equals(cheque.sha256))) return accept(cheque);
  const id = deps.random.uuid();
  const key = chequeKey(deps.clock.now(), id);
  await deps.files.put(key, bytes);
  return accept({ ...cheque, file: { id, key } });
}

/**
 * Attaches a stored cheque, which is evidence, never money (R25): each file once, five per order. Before the deadline it also claims the
 * payment (T7). Refused files are deleted later.
 */
export async function sendCheque(
  deps: MoveDeps & Pick<Deps, 'secrets'>,
  tx: Tx,
  input: OrderCall & { readonly cheque: StoredCheque },
): Promise<Result<Order, 'not_found' | 'order_state_conflict'>> {
  const locked = await lockOwnOrder(deps, tx, input);
  if (!locked.ok) return locked;
  const order = locked.value;
  if (!customerActions(order).includes('send_cheque')) return refuse({ code: 'order_state_conflict' });
  const { sha256, size, file } = input.cheque;
  const earlier = await findDigests(tx, order.id);
  if (earlier.some((digest) => digest.equals(sha256))) return accept(order);
  if (earlier.length >= MAX_CHEQUES)
    return refuse({ code: 'order_state_conflict', message: 'too_many_cheques', params: { max: MAX_CHEQUES } });
  // The order started to accept cheques after the file check
  if (file === null) return refuse({ code: 'order_state_conflict' });
  const now = deps.clock.now();
  await insertCheque(tx, { id: file.id, orderId: order.id, sha256, fileKey: file.key, size, createdAt: now });
  await deps.queue.send(tx, INSPECT_CHEQUE_JOB, { cheque_id: file.id });
  if (order.status !== 'awaiting_payment')
    return accept(await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by: 'customer' }, by: actorOf(input.caller) }));
  const moved = await applyMove(deps, tx, {
    order,
    cause: { move: 'claim_payment', by: 'customer', now, invoiceId: null, txHash: null },
    by: actorOf(input.caller),
  });
  return moved.ok ? moved : refuse({ code: 'order_state_conflict' });
}
