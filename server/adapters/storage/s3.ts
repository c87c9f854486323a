import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { callOutside, OutboundError, type OutboundResponse } from '#server/platform/outbound.ts';
import { checkedKey, type Files, StorageUnavailable } from './port.ts';

const DEFAULT_REGION = 'us-east-1';
const BUCKET = /^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/?$/;

/**
 * Parses `STORAGE_URL`: `s3://key:secret@host[:port]/bucket[?region=name]` over https; `s3+http://` for a store in the local
 * network. Undefined if malformed. A key or secret with `/`, `+`, `@` or `:` is percent-encoded.
 */
export function readS3Url(text: string): S3Bucket | undefined {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 's3:' && url.protocol !== 's3+http:') || !BUCKET.test(url.pathname)) return undefined;
  if (url.username === '' || url.password === '' || url.hash !== '') return undefined;
  if ([...url.searchParams.keys()].some((name) => name !== 'region')) return undefined;
  try {
    return {
      endpoint: `${url.protocol === 's3:' ? 'https' : 'http'}://${url.host}`,
      bucket: url.pathname.replaceAll('/', ''),
      region: url.searchParams.get('region') ?? DEFAULT_REGION,
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    };
  } catch {
    return undefined;
  }
}

/** One page of a bucket's list. */
interface ListPage {
  readonly keys: readonly string[];
  readonly isLast: boolean;
}

/** A request for the files of a folder after a key. */
export interface ListRequest {
  readonly folder: string;
  readonly after: string;
}

/**
 * Reads `ListBucketResult`. Our keys contain no characters that XML escapes. Anything unexpected throws: a wrong list would have other
 * files swept, and a list without progress would never end.
 */
function listedKeys(xml: string, { folder, after }: ListRequest): ListPage {
  const truncated = /<IsTruncated>(true|false)<\/IsTruncated>/.exec(xml)?.[1];
  if (truncated === undefined || !xml.includes('<ListBucketResult')) throw new StorageUnavailable(new Error('no list of a bucket'));
  const prefix = `${folder}/`;
  // Some tools create an empty object for the folder itself
  const keys = [...xml.matchAll(/<Key>([\w./-]+)<\/Key>/g)].map((match) => match[1] ?? '').filter((key) => key !== prefix);
  if (keys.some((key) => !key.startsWith(prefix) || key.includes('/', prefix.length) || key <= after))
    throw new StorageUnavailable(new Error('a list of other files'));
  if (truncated === 'true' && keys.length === 0) throw new StorageUnavailable(new Error('a list that never ends'));
  return { keys, isLast: truncated === 'false' };
}

/** A bucket and its credentials. */
export interface S3Bucket {
  /** `https://host:port`, without a trailing slash. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const DEADLINE_MS = 5_000;
/** All requests are repeatable: the same bytes under the same key, a removal of a file that may be missing. */
const RETRIES = 1;
const MAX_BYTES = 16 * 1024 * 1024;

interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Path below the bucket, with its query. */
  readonly path: string;
  readonly body?: Buffer;
}

/** The store's response; throws `StorageUnavailable` for no response, 429 and 5xx, and a plain error for a refusal. */
async function request(bucket: S3Bucket, { method, path, body }: S3Request): Promise<OutboundResponse> {
  const url = `${bucket.endpoint}/${bucket.bucket}/${path}`;
  const { accessKeyId, secretAccessKey, region } = bucket;
  // Signed with the digest of the body: the store accepts exactly these bytes
  const digest = createHash('sha256')
    .update(body ?? '')
    .digest('hex');
  const signer = new AwsV4Signer({
    url,
    method,
    headers: { 'x-amz-content-sha256': digest },
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
  });
  const { headers } = await signer.sign();
  const bodyOption = body === undefined ? {} : { body: Uint8Array.from(body) };
  const call = { url, method, headers: Object.fromEntries(headers), deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES, retries: RETRIES };
  const response = await callOutside({ ...call, ...bodyOption }).catch((error: unknown) => {
    throw error instanceof OutboundError ? new StorageUnavailable(error) : error;
  });
  const { status } = response;
  if (status === 429 || status >= 500) throw new StorageUnavailable(new Error(`${new URL(url).host} said ${status}`));
  if (status < 300 || (status === 404 && !response.text.includes('NoSuchBucket'))) return response;
  throw new Error(`The storage refused ${method} with ${status}: ${response.text.slice(0, 300)}`);
}

/** True for a 404 with `NoSuchKey`; any other 404 (a proxy's page) throws. */
function isMissing({ status, text }: OutboundResponse): boolean {
  if (status !== 404) return false;
  if (!text.includes('NoSuchKey')) throw new StorageUnavailable(new Error('a 404 that names no file'));
  return true;
}

/** Files in a bucket of any S3-compatible store, with path-style URLs. */
export function createS3Files(bucket: S3Bucket): Files {
  return {
    async put(key, body) {
      const response = await request(bucket, { method: 'PUT', path: checkedKey(key), body });
      if (response.status !== 200)
        throw isMissing(response) ? new Error('The storage keeps nothing') : new StorageUnavailable(new Error('no 200'));
    },
    async get(key) {
      const response = await request(bucket, { method: 'GET', path: checkedKey(key) });
      return isMissing(response) ? undefined : response.bytes;
    },
    async remove(key) {
      isMissing(await request(bucket, { method: 'DELETE', path: checkedKey(key) }));
    },
    async list(folder) {
      const keys: string[] = [];
      for (let after: string | undefined = ''; after !== undefined; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: `${checkedKey(folder)}/`, delimiter: '/', 'start-after': after });
        const page = listedKeys((await request(bucket, { method: 'GET', path: `?${query}` })).text, { folder, after });
        keys.push(...page.keys);
        after = page.isLast ? undefined : page.keys.at(-1);
      }
      return keys;
    },
    probe: async () => undefined,
  };
}
