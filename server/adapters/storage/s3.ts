import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { callOutside, OutboundError, type OutboundAnswer } from '#server/platform/outbound.ts';
import { checkedKey, type Files, StorageAway } from './port.ts';
import { listedKeys } from './s3-list.ts';

/** A bucket and who we are to it. */
export interface S3Place {
  /** `https://host:port`, without a trailing slash. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const DEADLINE_MS = 5_000;
/** All that we ask may be asked again: the same bytes under the same key, a removal of what may be gone. */
const RETRIES = 1;
const MAX_BYTES = 16 * 1024 * 1024;

interface Asked {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Path below the bucket with its query. */
  readonly path: string;
  readonly body?: Buffer;
}

/** What the store said; no answer or "come again" is `StorageAway`, a refusal of us is a fault. */
async function ask(place: S3Place, { method, path, body }: Asked): Promise<OutboundAnswer> {
  const url = `${place.endpoint}/${place.bucket}/${path}`;
  const { accessKeyId, secretAccessKey, region } = place;
  // Signed with the digest of the bytes: a store keeps what we sent or nothing
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
  const sent = body === undefined ? {} : { body: Uint8Array.from(body) };
  const call = { url, method, headers: Object.fromEntries(headers), deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES, retries: RETRIES };
  const answer = await callOutside({ ...call, ...sent }).catch((error: unknown) => {
    throw error instanceof OutboundError ? new StorageAway(error) : error;
  });
  const { status } = answer;
  if (status === 429 || status >= 500) throw new StorageAway(new Error(`${new URL(url).host} said ${status}`));
  if (status < 300 || (status === 404 && !answer.text.includes('NoSuchBucket'))) return answer;
  throw new Error(`The storage refused ${method} with ${status}: ${answer.text.slice(0, 300)}`);
}

/** A 404 says "no such file" only where it says so itself: a proxy's page is no answer. */
function isMissing({ status, text }: OutboundAnswer): boolean {
  if (status !== 404) return false;
  if (!text.includes('NoSuchKey')) throw new StorageAway(new Error('a 404 that names no file'));
  return true;
}

/** Files in a bucket of any store that speaks S3, addressed by path. */
export function createS3Files(place: S3Place): Files {
  return {
    async put(key, body) {
      const answer = await ask(place, { method: 'PUT', path: checkedKey(key), body });
      if (answer.status !== 200) throw isMissing(answer) ? new Error('The storage keeps nothing') : new StorageAway(new Error('no 200'));
    },
    async get(key) {
      const answer = await ask(place, { method: 'GET', path: checkedKey(key) });
      return isMissing(answer) ? undefined : answer.bytes;
    },
    async remove(key) {
      isMissing(await ask(place, { method: 'DELETE', path: checkedKey(key) }));
    },
    async list(folder) {
      const keys: string[] = [];
      for (let after: string | undefined = ''; after !== undefined; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: `${checkedKey(folder)}/`, delimiter: '/', 'start-after': after });
        const page = listedKeys((await ask(place, { method: 'GET', path: `?${query}` })).text, { folder, after });
        keys.push(...page.keys);
        after = page.isWhole ? undefined : page.keys.at(-1);
      }
      return keys;
    },
    probe: async () => undefined,
  };
}
