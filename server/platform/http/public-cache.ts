import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { HttpResponse } from './response.ts';
import { encodingFor } from './negotiate.ts';

const MIN_COMPRESSED_BYTES = 1024;
const MAX_BODIES = 64;

const brotli = promisify(brotliCompress);
const encoders = {
  br: (bytes: Buffer) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip),
  identity: async (bytes: Buffer) => bytes,
} as const;
type Encoding = keyof typeof encoders;

interface CacheRequest {
  readonly ifNoneMatch: string | undefined;
  readonly acceptEncoding: string | undefined;
}

interface CacheableResponse extends HttpResponse {
  readonly tag?: string;
  readonly maxAgeSeconds?: number | undefined;
}

/** Identifies a body; the ETag without the encoding suffix. */
export const tagOf = (body: string | Buffer): string => createHash('sha256').update(body).digest('base64url').slice(0, 22);

const ENCODINGS = ['br', 'gzip'] as const satisfies readonly Encoding[];

/**
 * Responses of public GETs: a strong ETag per encoding, 304 for known bodies, compressed once. `tag`: the body's tag, if known (no
 * hashing). `maxAgeSeconds`: client reuse; else `no-cache`.
 */
export type CachePublic = (response: CacheableResponse, request: CacheRequest) => Promise<HttpResponse>;

export function createPublicCache(maxBodies = MAX_BODIES): CachePublic {
  const encodedBodies = new Map<string, Promise<Buffer>>();
  /** Tags of large bodies by length: comparing a body with the last one is cheaper than hashing it. */
  const knownTags = new Map<number, { readonly body: string | Buffer; readonly tag: string }>();

  function cachedTagOf(body: string | Buffer): string {
    if (body.length < MIN_COMPRESSED_BYTES) return tagOf(body);
    const last = knownTags.get(body.length);
    if (last?.body === body) return last.tag;
    const tag = tagOf(body);
    knownTags.delete(body.length);
    knownTags.set(body.length, { body, tag });
    const [oldest] = knownTags.keys();
    if (knownTags.size > maxBodies && oldest !== undefined) knownTags.delete(oldest);
    return tag;
  }

  function encode(tag: string, encoding: Encoding, body: string | Buffer): Promise<Buffer> {
    const key = `${tag}-${encoding}`;
    const encoded = encodedBodies.get(key);
    if (encoded !== undefined) return encoded;
    const bytes = encoders[encoding](typeof body === 'string' ? Buffer.from(body) : body);
    encodedBodies.set(key, bytes);
    const [oldest] = encodedBodies.keys();
    if (encodedBodies.size > maxBodies && oldest !== undefined) encodedBodies.delete(oldest);
    return bytes;
  }

  return async (response, request) => {
    const { tag: givenTag, maxAgeSeconds = 0, ...plain } = response;
    const tag = givenTag ?? cachedTagOf(response.body);
    const encoding = response.body.length < MIN_COMPRESSED_BYTES ? undefined : encodingFor(request.acceptEncoding, ENCODINGS);
    const etag = encoding === undefined ? `"${tag}"` : `"${tag}-${encoding}"`;
    const headers = {
      ...response.headers,
      etag,
      'cache-control': `public, ${maxAgeSeconds > 0 ? `max-age=${maxAgeSeconds}` : 'no-cache'}`,
      vary: 'Accept, Site-Locale, Accept-Encoding',
    };
    const clientTags = (request.ifNoneMatch ?? '').split(',').map((value) => value.trim().replace(/^W\//, ''));
    if (clientTags.includes(etag) || clientTags.includes('*')) return { status: 304, headers, body: '' };
    if (response.body.length < MIN_COMPRESSED_BYTES) return { ...plain, headers };
    // Responses with the same body share one buffer, so that many slow readers cost no extra memory
    if (encoding === undefined) return { ...plain, headers, body: await encode(tag, 'identity', response.body) };
    return { ...plain, headers: { ...headers, 'content-encoding': encoding }, body: await encode(tag, encoding, response.body) };
  };
}
