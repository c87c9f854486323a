import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Deps } from '#server/deps.ts';
import type { PdfContent } from './read-pdf.worker.ts';
import { findFileKey, saveFingerprints } from './store.ts';

const DEADLINE_MS = 5_000;
/** Texts shorter than this are too common to identify a cheque. */
const MIN_TEXT_LENGTH = 40;

/** Fingerprints of a cheque's picture and text, independent of the file's encoding; null where unavailable. */
interface ChequeFingerprints {
  readonly pictureSha256: Buffer | null;
  readonly textSha256: Buffer | null;
}

const UNREADABLE: ChequeFingerprints = { pictureSha256: null, textSha256: null };
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** Text without case, spacing and letter variants. */
const normalise = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');

function fingerprintsOf({ picture, text }: PdfContent): ChequeFingerprints {
  const normalisedText = normalise(text);
  const isDistinctive = normalisedText.length >= MIN_TEXT_LENGTH && /\d/.test(normalisedText);
  return { pictureSha256: picture === null ? null : Buffer.from(picture), textSha256: isDistinctive ? sha256(normalisedText) : null };
}

/** Renders an untrusted PDF in a worker thread with a deadline. Unreadable files have no fingerprints. */
export function inspectPdf(bytes: Buffer): Promise<ChequeFingerprints> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./read-pdf.worker.ts', import.meta.url), {
      workerData: Uint8Array.from(bytes),
      resourceLimits: { maxOldGenerationSizeMb: 256 },
      stdout: true,
      stderr: true,
    });
    const finish = (fingerprints: ChequeFingerprints) => {
      clearTimeout(timer);
      resolve(fingerprints);
      void worker.terminate();
    };
    const timer = setTimeout(() => finish(UNREADABLE), DEADLINE_MS);
    worker.once('message', (content: PdfContent) => finish(fingerprintsOf(content)));
    worker.once('error', () => finish(UNREADABLE));
    worker.once('exit', () => finish(UNREADABLE));
  });
}

export const INSPECT_CHEQUE_JOB = 'see-cheque';

/**
 * Fingerprints a cheque by picture and text to detect re-encoded copies. The jobs run one at a time, because an untrusted PDF may take its
 * full deadline. Safe to repeat.
 */
export async function inspectCheque(deps: Pick<Deps, 'db' | 'files' | 'live'>, chequeId: string): Promise<void> {
  const fileKey = await findFileKey(deps.db, chequeId);
  const bytes = fileKey === undefined ? undefined : await deps.files.get(fileKey);
  if (!bytes) return;
  const fingerprints = await inspectPdf(bytes);
  await deps.db.tx(async (tx) => {
    const order = await saveFingerprints(tx, chequeId, fingerprints);
    if (order) await deps.live.notify(tx, 'order_changed', `${order.id}:${order.version}`);
  });
}
