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
  identity: async (bytes: Buffer) => bytes,
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

/** What names a body: its strong ETag without the marks of how it is packed. */
export const tagOf = (body: string | Buffer): string => createHash('sha256').update(body).digest('base64url').slice(0, 22);

const ENCODINGS = ['br', 'gzip'] as const satisfies readonly Encoding[];

/**
 * Answers of public GETs: a strong ETag of the bytes that travel, 304 when the client has them, compressed once for everybody.
 * `tag`: what names the body where its maker knows it, so that a large one is not read through for every reader.
 * `maxAgeSeconds`: so long it is as good as a new one; else `no-cache`: kept by anyone, asked again each time.
 */
export function createPublicCache(keptBodies = KEPT_BODIES) {
  const packed = new Map<string, Promise<Buffer>>();
  /** Tags of large bodies by their length: comparing one with the last is cheaper than hashing it anew. */
  const tagged = new Map<number, { readonly body: string | Buffer; readonly tag: string }>();

  function knownTagOf(body: string | Buffer): string {
    if (body.length < MIN_COMPRESSED_BYTES) return tagOf(body);
    const last = tagged.get(body.length);
    if (last?.body === body) return last.tag;
    const tag = tagOf(body);
    tagged.delete(body.length);
    tagged.set(body.length, { body, tag });
    const [oldest] = tagged.keys();
    if (tagged.size > keptBodies && oldest !== undefined) tagged.delete(oldest);
    return tag;
  }

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
    const tag = named ?? knownTagOf(answer.body);
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
    if (answer.body.length < MIN_COMPRESSED_BYTES) return { ...plain, headers };
    // Readers of one body share its bytes: a hundred slow ones cost no more memory than one
    if (encoding === undefined) return { ...plain, headers, body: await pack(tag, 'identity', answer.body) };
    return { ...plain, headers: { ...headers, 'content-encoding': encoding }, body: await pack(tag, encoding, answer.body) };
  };
}
