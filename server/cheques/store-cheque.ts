import { createHash } from 'node:crypto';
import { MAX_CHEQUE_BYTES } from '#core/file/file-rules.ts';
import { customerActions } from '#core/order/actions.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { UploadedFile } from '#server/platform/http/route.ts';
import { type Caller, findOwnOrder } from '#server/orders/access.ts';
import { chequeKey } from './cheque-files.ts';
import { isPlainPdf, isTruncatedPdf } from './plain-pdf.ts';
import { findDigests } from './store.ts';

export interface ChequeUpload {
  readonly orderId: string;
  readonly caller: Caller;
  readonly file: UploadedFile;
}

/** A checked upload. */
export interface StoredCheque {
  readonly sha256: Buffer;
  readonly size: number;
  /** Null when the file was not stored, because the order takes none or already has it; the transaction decides which. */
  readonly file: { readonly id: string; readonly key: string } | null;
}

/** One payment needs few documents; more only fill the disk. */
export const MAX_CHEQUES = 5;

/**
 * Checks a PDF of at most 5 MiB (spec 9) without scripts, links, attachments or encryption, and stores it. Before the transaction: no
 * order is locked during storage calls.
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
