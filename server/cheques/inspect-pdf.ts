import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { PdfContent } from './pdf-eye.worker.ts';

const DEADLINE_MS = 5_000;
/** Texts shorter than this are too common to identify a cheque. */
const MIN_TEXT_LENGTH = 40;

/** Fingerprints of a cheque's picture and text, independent of the file's encoding; null where unavailable. */
export interface ChequeLook {
  readonly pictureSha256: Buffer | null;
  readonly textSha256: Buffer | null;
}

const UNREADABLE: ChequeLook = { pictureSha256: null, textSha256: null };
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** Text without case, spacing and letter variants. */
const normalised = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');

function lookOf({ picture, text }: PdfContent): ChequeLook {
  const normalisedText = normalised(text);
  const isDistinctive = normalisedText.length >= MIN_TEXT_LENGTH && /\d/.test(normalisedText);
  return { pictureSha256: picture === null ? null : Buffer.from(picture), textSha256: isDistinctive ? sha256(normalisedText) : null };
}

/** Renders an untrusted PDF in a worker thread with a deadline. Unreadable files have no fingerprints. */
export function inspectPdf(bytes: Buffer): Promise<ChequeLook> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./pdf-eye.worker.ts', import.meta.url), {
      workerData: Uint8Array.from(bytes),
      resourceLimits: { maxOldGenerationSizeMb: 256 },
      stdout: true,
      stderr: true,
    });
    const finish = (look: ChequeLook) => {
      clearTimeout(timer);
      resolve(look);
      void worker.terminate();
    };
    const timer = setTimeout(() => finish(UNREADABLE), DEADLINE_MS);
    worker.once('message', (content: PdfContent) => finish(lookOf(content)));
    worker.once('error', () => finish(UNREADABLE));
    worker.once('exit', () => finish(UNREADABLE));
  });
}
