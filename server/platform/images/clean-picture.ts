import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Unavailable } from '#server/platform/errors.ts';

/** Media type of what `cleanPicture` gives. */
export const CLEAN_PICTURE_TYPE = 'image/jpeg';

const WORKER = fileURLToPath(new URL('./redraw.worker.ts', import.meta.url));
const DEADLINE_MS = 8_000;
/** HEIC is decoded in portable code (WebAssembly), several times slower. */
const HEIC_DEADLINE_MS = 20_000;
/** Size of a picture of maximum dimensions that is pure noise. */
const MAX_DRAWN_BYTES = 24 * 1024 * 1024;
const EXIT_REFUSED = 3;
/** Pictures are drawn one at a time; with more than this queued, the client would wait too long. */
const MAX_QUEUED = 4;
/** Limit per network, so that one client cannot block the others. */
const MAX_QUEUED_PER_PEER = 3;

class PicturesUnavailable extends Unavailable {
  override readonly name = 'PicturesUnavailable';
  readonly what = 'pictures';
}

/**
 * Draws the picture in a separate process with an empty environment: a decoder that crashes, hangs or runs out of memory affects nothing
 * else.
 */
function redraw(bytes: Buffer): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const timeout = pictureKindOf(bytes) === 'heic' ? HEIC_DEADLINE_MS : DEADLINE_MS;
    const limits = { timeout, killSignal: 'SIGKILL', maxBuffer: MAX_DRAWN_BYTES } as const;
    const child = execFile(process.execPath, [WORKER], { ...limits, env: {}, encoding: 'buffer' }, (error, drawn) => {
      if (error === null) return resolve(drawn.length > 0 ? drawn : undefined);
      // Exit by refusal, deadline or a signal is the file's fault; anything else is ours
      if (error.code === EXIT_REFUSED || error.killed === true || typeof error.signal === 'string') return resolve(undefined);
      return reject(new PicturesUnavailable('pictures cannot be drawn', { cause: error }));
    });
    // The process may end before it has read all input
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(bytes);
  });
}

let queued = 0;
const queuedByPeer = new Map<string, number>();
let last: Promise<unknown> = Promise.resolve();

/**
 * Redraws an untrusted JPEG, PNG, WebP or HEIC as a JPEG without metadata, at most 2,400 pixels a side. Undefined: truncated, several
 * frames, over 50 million pixels. `peer`: sender's network.
 */
export async function cleanPicture(bytes: Buffer, peer = 'ours'): Promise<Buffer | undefined> {
  if (pictureKindOf(bytes) === undefined || isAnimatedPng(bytes)) return undefined;
  const pending = queuedByPeer.get(peer) ?? 0;
  if (queued > MAX_QUEUED || (peer !== 'ours' && pending >= MAX_QUEUED_PER_PEER))
    throw new PicturesUnavailable('too many pictures at once');
  queued += 1;
  queuedByPeer.set(peer, pending + 1);
  const drawn = last.then(async () => await redraw(bytes));
  last = drawn.catch(() => undefined);
  try {
    return await drawn;
  } finally {
    queued -= 1;
    const remaining = (queuedByPeer.get(peer) ?? 1) - 1;
    if (remaining > 0) queuedByPeer.set(peer, remaining);
    else queuedByPeer.delete(peer);
  }
}

/** Accepted pictures, by their first bytes. */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'heic';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** HEVC still pictures as phones write them. */
const HEIC_BRANDS: ReadonlySet<string> = new Set(['heic', 'heix', 'heim', 'heis', 'mif1']);

/** Type of a file by its first bytes; the file name and the declared media type are not used. */
export function pictureKindOf(bytes: Buffer): PictureKind | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (bytes.subarray(0, 8).equals(PNG)) return 'png';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  if (isWebp) return 'webp';
  return bytes.toString('latin1', 4, 8) === 'ftyp' && HEIC_BRANDS.has(bytes.toString('latin1', 8, 12)) ? 'heic' : undefined;
}

/** Whether a PNG is animated: decoders without support show only the first frame. */
function isAnimatedPng(bytes: Buffer): boolean {
  let at = PNG.length;
  while (at + 8 <= bytes.length) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') return true;
    // `acTL` precedes the first image data
    if (name === 'IDAT') return false;
    at += bytes.readUInt32BE(at) + 12;
  }
  return false;
}
