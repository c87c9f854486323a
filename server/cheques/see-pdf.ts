import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Seen } from './pdf-eye.worker.ts';

const DEADLINE_MS = 5_000;
/** Text of a cheque that is its own: a date, a sum, names. Less could stand on many. */
const LEAST_LETTERS = 40;

/** What a cheque is recognised by however its file was written: how it looks and what it says; null where that cannot be told. */
export interface ChequeLook {
  readonly pictureSha256: Buffer | null;
  readonly textSha256: Buffer | null;
}

const UNSEEN: ChequeLook = { pictureSha256: null, textSha256: null };
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** The same words whatever their letters' forms, case and spacing. */
const normalised = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');

function lookOf({ picture, text }: Seen): ChequeLook {
  const words = normalised(text);
  const isOwn = words.length >= LEAST_LETTERS && /\d/.test(words);
  return { pictureSha256: picture === null ? null : Buffer.from(picture), textSha256: isOwn ? sha256(words) : null };
}

/** Draws a PDF in a thread of its own, with a deadline: what a stranger sent may be anything. Unreadable: nothing is known of its look. */
export function seePdf(bytes: Buffer): Promise<ChequeLook> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./pdf-eye.worker.ts', import.meta.url), {
      workerData: Uint8Array.from(bytes),
      resourceLimits: { maxOldGenerationSizeMb: 256 },
      stdout: true,
      stderr: true,
    });
    const end = (look: ChequeLook) => {
      clearTimeout(timer);
      resolve(look);
      void worker.terminate();
    };
    const timer = setTimeout(() => end(UNSEEN), DEADLINE_MS);
    worker.once('message', (seen: Seen) => end(lookOf(seen)));
    worker.once('error', () => end(UNSEEN));
    worker.once('exit', () => end(UNSEEN));
  });
}
