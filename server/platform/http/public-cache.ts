import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Answer } from './answer.ts';
import { encodingFor } from './negotiate.ts';

const MIN_COMPRESSED_BYTES = 1024;
const KEPT_BODIES = 64;

const brotli = promisify(brotliCompress);
const packers = {
  br: (bytes: Buffer) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip),
} as const;
type Encoding = keyof typeof packers;

interface Request {
  readonly ifNoneMatch: string | undefined;
  readonly acceptEncoding: string | undefined;
}

interface Kept extends Answer {
  readonly tag?: string;
  readonly maxAgeSeconds?: number | undefined;
}

const ENCODINGS = ['br', 'gzip'] as const satisfies readonly Encoding[];

/**
 * Answers of public GETs: a strong ETag of the bytes that travel, 304 when the client has them, compressed once for everybody.
 * `tag`: what names the body where its maker knows it, so that a large one is not read through for every reader.
 * `maxAgeSeconds`: so long it is as good as a new one; else `no-cache`: kept by anyone, asked again each time.
 */
export function createPublicCache(keptBodies = KEPT_BODIES) {
  const packed = new Map<string, Promise<Buffer>>();

  function pack(tag: string, encoding: Encoding, body: string | Buffer): Promise<Buffer> {
    const key = `${tag}-${encoding}`;
    const kept = packed.get(key);
    if (kept !== undefined) return kept;
    const bytes = packers[encoding](typeof body === 'string' ? Buffer.from(body) : body);
    packed.set(key, bytes);
    const [oldest] = packed.keys();
    if (packed.size > keptBodies && oldest !== undefined) packed.delete(oldest);
    return bytes;
  }

  return async function cached(answer: Kept, request: Request): Promise<Answer> {
    const { tag: named, maxAgeSeconds = 0, ...plain } = answer;
    const tag = named ?? createHash('sha256').update(answer.body).digest('base64url').slice(0, 22);
    const encoding = answer.body.length < MIN_COMPRESSED_BYTES ? undefined : encodingFor(request.acceptEncoding, ENCODINGS);
    const etag = encoding === undefined ? `"${tag}"` : `"${tag}-${encoding}"`;
    const headers = {
      ...answer.headers,
      etag,
      'cache-control': `public, ${maxAgeSeconds > 0 ? `max-age=${maxAgeSeconds}` : 'no-cache'}`,
      vary: 'Accept, Site-Locale, Accept-Encoding',
    };
    const known = (request.ifNoneMatch ?? '').split(',').map((value) => value.trim().replace(/^W\//, ''));
    if (known.includes(etag) || known.includes('*')) return { status: 304, headers, body: '' };
    if (encoding === undefined) return { ...plain, headers };
    return { ...plain, headers: { ...headers, 'content-encoding': encoding }, body: await pack(tag, encoding, answer.body) };
  };
}
