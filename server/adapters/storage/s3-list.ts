import { StorageAway } from './port.ts';

/** One page of a bucket's list. */
interface Listed {
  readonly keys: readonly string[];
  readonly isWhole: boolean;
}

/** Reads `ListBucketResult`. Keys are ours: letters that XML never escapes. Anything else is nonsense, and nothing is done on it. */
export function listedKeys(xml: string): Listed {
  const truncated = /<IsTruncated>(true|false)<\/IsTruncated>/.exec(xml)?.[1];
  if (truncated === undefined || !xml.includes('<ListBucketResult')) throw new StorageAway(new Error('no list of a bucket'));
  const keys = [...xml.matchAll(/<Key>([\w./-]+)<\/Key>/g)].map((match) => match[1] ?? '');
  if (truncated === 'true' && keys.length === 0) throw new StorageAway(new Error('a list that never ends'));
  return { keys, isWhole: truncated === 'false' };
}
