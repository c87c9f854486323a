import { MAX_CHEQUE_BYTES } from '#core/file/file-rules.ts';
import { urlOf } from '#contract/call.ts';
import type { OrderAttributes } from '#contract/public/order-attributes.ts';
import { getPayoutProof } from '#contract/public/orders.ts';
import { oneOf } from '#core/closed-list.ts';
import { PAYOUT_PURPOSES } from '#core/payout/payout.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import { isPlainPdf, isTruncatedPdf } from '#server/cheques/plain-pdf.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { applyTouch } from '#server/orders/move/apply-move.ts';
import type { Tx, Queryable } from '#server/platform/db/db.ts';
import { CLEAN_PICTURE_TYPE, cleanPicture, pictureKindOf } from '#server/platform/images/clean-picture.ts';
import { findTask, saveProof, saveProofShown, type TaskRow, listShownProofs } from './store.ts';
import { lockOrder } from '#server/orders/queries.ts';

interface StoredProof {
  readonly key: string;
  readonly size: number;
}

type ProofRefusal = 'not_found' | 'order_state_conflict';

/** The file to store: a valid PDF unchanged (rules as for cheques), an image only re-encoded by us. */
async function sanitizeProof(
  bytes: Buffer,
): Promise<Result<{ readonly extension: 'pdf' | 'jpg'; readonly bytes: Buffer }, 'invalid_file_type'>> {
  if (isPlainPdf(bytes)) return accept({ extension: 'pdf', bytes });
  const picture = await cleanPicture(bytes);
  if (picture) return accept({ extension: 'jpg', bytes: picture });
  const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-';
  if (isTruncatedPdf(bytes)) return refuse({ code: 'invalid_file_type', field: 'proof', message: 'pdf_truncated' });
  const message = isPdf ? 'cheque_active' : pictureKindOf(bytes) === undefined ? 'proof_type' : 'proof_picture';
  return refuse({ code: 'invalid_file_type', field: 'proof', message });
}

/** Folder of one day's proofs; the sweep finds unreferenced files by day. */
export const proofFolder = (at: Instant): string => `payout-proofs/${new Date(at).toISOString().slice(0, 10)}`;

/** Stores a proof under a generated key, before the transaction that writes its row. */
export async function storeProof(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'files'>,
  { reference, operatorId, bytes }: { readonly reference: string; readonly operatorId: string; readonly bytes: Buffer },
): Promise<Result<StoredProof, ProofRefusal | 'invalid_file_type' | 'file_too_large'>> {
  const task = await findTask(deps.db, reference);
  if (!task) return refuse({ code: 'not_found' });
  if (task.taken_by !== operatorId || task.proof_key !== null) return refuse({ code: 'order_state_conflict' });
  if (bytes.length > MAX_CHEQUE_BYTES) return refuse({ code: 'file_too_large', field: 'proof', params: { max: 5 } });
  const sanitized = await sanitizeProof(bytes);
  if (!sanitized.ok) return sanitized;
  const key = `${proofFolder(deps.clock.now())}/${deps.random.uuid()}.${sanitized.value.extension}`;
  await deps.files.put(key, sanitized.value.bytes);
  return accept({ key, size: sanitized.value.bytes.length });
}

/** The stored file of a task's proof. */
export async function readProof(
  deps: Pick<Deps, 'files'>,
  task: Pick<TaskRow, 'proof_key' | 'reference'>,
): Promise<
  { readonly bytes: Buffer; readonly mediaType: string; readonly fileName: string; readonly disposition: 'attachment' } | undefined
> {
  const { proof_key: key, reference } = task;
  const bytes = key === null ? undefined : await deps.files.get(key);
  if (key === null || !bytes) return undefined;
  const [mediaType, extension] = key.endsWith('.pdf') ? ['application/pdf', 'pdf'] : [CLEAN_PICTURE_TYPE, 'jpg'];
  return { bytes, mediaType, fileName: `payout-${reference}.${extension}`, disposition: 'attachment' };
}

/** Audits an operator's action on a proof, views included. */
export async function auditProof(
  deps: Pick<Deps, 'random' | 'secrets'>,
  tx: Tx,
  event: { readonly task: TaskRow; readonly action: 'proof' | 'view_proof' | 'show_proof' | 'hide_proof'; readonly operatorId: string },
  detail: object = {},
): Promise<void> {
  const { task, action, operatorId } = event;
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: `payout_task.${action}`,
    subjectType: task.is_of_order ? 'order' : 'withdrawal',
    subjectId: task.subject_id,
    detail: { payout_id: task.reference, ...detail },
  });
}

/** Attaches a stored proof to its task, once. */
export async function addProof(
  deps: MoveDeps,
  tx: Tx,
  input: { readonly reference: string; readonly operatorId: string; readonly proof: StoredProof; readonly isShown: boolean },
): Promise<Result<null, ProofRefusal>> {
  const { reference, operatorId, proof, isShown } = input;
  const task = await findTask(tx, reference);
  if (!task) return refuse({ code: 'not_found' });
  // Same lock order as withdrawing a payout: the order first
  if (task.is_of_order) await lockOrder(tx, task.subject_id);
  if (!(await saveProof(tx, reference, { by: operatorId, ...proof }))) return refuse({ code: 'order_state_conflict' });
  await auditProof(deps, tx, { task, action: 'proof', operatorId }, { size: proof.size });
  return isShown ? await showProof(deps, tx, { reference, operatorId, isShown }) : accept(null);
}

/** Shows the proof to the order's customer or hides it; the open order page is updated. */
export async function showProof(
  deps: MoveDeps,
  tx: Tx,
  { reference, operatorId, isShown }: { readonly reference: string; readonly operatorId: string; readonly isShown: boolean },
): Promise<Result<null, ProofRefusal>> {
  const task = await findTask(tx, reference);
  if (!task) return refuse({ code: 'not_found' });
  // Withdrawals have no page that shows a proof
  const order = task.is_of_order ? await lockOrder(tx, task.subject_id) : undefined;
  if (!order || task.proof_key === null) return refuse({ code: 'order_state_conflict' });
  if (!(await saveProofShown(tx, reference, isShown))) return accept(null);
  await auditProof(deps, tx, { task, action: isShown ? 'show_proof' : 'hide_proof', operatorId });
  const by = { actorId: operatorId };
  await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by: 'operator' }, by });
  return accept(null);
}

/** Proofs of an order's payouts that its customer may see. */
export async function findShownProofs(db: Queryable, orderId: string): Promise<OrderAttributes['payout_proofs']> {
  const tasks = await listShownProofs(db, orderId);
  return tasks.map(({ reference, purpose }) => ({
    purpose: oneOf(PAYOUT_PURPOSES, purpose) ?? 'payout',
    url: urlOf(getPayoutProof, { params: { id: orderId, payout_id: reference } }),
  }));
}
