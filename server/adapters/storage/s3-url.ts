import type { S3Bucket } from './s3.ts';

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
