import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Away } from '#server/platform/away.ts';
import { isAnimatedPng, pictureKindOf } from './picture-kind.ts';

/** Media type of what `cleanPicture` gives. */
export const CLEAN_PICTURE_TYPE = 'image/jpeg';

const WORKER = fileURLToPath(new URL('./redraw.worker.ts', import.meta.url));
const DEADLINE_MS = 8_000;
/** A telephone's HEIC is decoded without its machine's own instructions: several times as long. */
const HEIC_DEADLINE_MS = 20_000;
/** A picture of the largest size that is noise from edge to edge. */
const MAX_DRAWN_BYTES = 24 * 1024 * 1024;
const EXIT_REFUSED = 3;
/** One is drawn at a time; more than these behind it would wait longer than anybody looks at a form. */
const MAX_WAITING = 4;
/** Of these one network has no more: slow pictures of one stranger keep nobody else out. */
const MAX_OF_ONE = 3;

class PicturesAway extends Away {
  override readonly name = 'PicturesAway';
  readonly what = 'pictures';
}

/** Draws it in a process of its own, without our secrets in its environment: what breaks the decoder, hangs or eats memory ends there. */
function redraw(bytes: Buffer): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const timeout = pictureKindOf(bytes) === 'heic' ? HEIC_DEADLINE_MS : DEADLINE_MS;
    const limits = { timeout, killSignal: 'SIGKILL', maxBuffer: MAX_DRAWN_BYTES } as const;
    const child = execFile(process.execPath, [WORKER], { ...limits, env: {}, encoding: 'buffer' }, (error, drawn) => {
      if (error === null) return resolve(drawn.length > 0 ? drawn : undefined);
      // Refused, killed by the deadline or by a signal of its own: the file's fault; anything else is ours
      if (error.code === EXIT_REFUSED || error.killed === true || typeof error.signal === 'string') return resolve(undefined);
      return reject(new PicturesAway('pictures cannot be drawn', { cause: error }));
    });
    // It may end before it has read all
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(bytes);
  });
}

let waiting = 0;
const waitingOf = new Map<string, number>();
let last: Promise<unknown> = Promise.resolve();

/**
 * A stranger's JPEG, PNG, WebP or HEIC as a JPEG of our own drawing: no metadata, no second meaning of its bytes, at most 2,400 pixels
 * wide or high. Undefined for everything else, by its bytes alone: cut off, several frames, more than 50 million pixels. `peer`: whose network it comes from.
 */
export async function cleanPicture(bytes: Buffer, peer = 'ours'): Promise<Buffer | undefined> {
  if (pictureKindOf(bytes) === undefined || isAnimatedPng(bytes)) return undefined;
  const own = waitingOf.get(peer) ?? 0;
  if (waiting > MAX_WAITING || (peer !== 'ours' && own >= MAX_OF_ONE)) throw new PicturesAway('too many pictures at once');
  waiting += 1;
  waitingOf.set(peer, own + 1);
  const drawn = last.then(async () => await redraw(bytes));
  last = drawn.catch(() => undefined);
  try {
    return await drawn;
  } finally {
    waiting -= 1;
    const left = (waitingOf.get(peer) ?? 1) - 1;
    if (left > 0) waitingOf.set(peer, left);
    else waitingOf.delete(peer);
  }
}
