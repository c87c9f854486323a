import { StorageAway } from './port.ts';

/** One page of a bucket's list. */
interface Listed {
  readonly keys: readonly string[];
  readonly isWhole: boolean;
}

/** What was asked for: the files of a folder, from after one of them on. */
export interface ListAsked {
  readonly folder: string;
  readonly after: string;
}

/**
 * Reads `ListBucketResult`. Keys are ours: letters that XML never escapes. Anything else is nonsense, and nothing is done on it: a
 * store that lists what nobody asked for would have it swept, one that never gets further would be asked for ever.
 */
export function listedKeys(xml: string, { folder, after }: ListAsked): Listed {
  const truncated = /<IsTruncated>(true|false)<\/IsTruncated>/.exec(xml)?.[1];
  if (truncated === undefined || !xml.includes('<ListBucketResult')) throw new StorageAway(new Error('no list of a bucket'));
  const prefix = `${folder}/`;
  // Some tools keep an empty object for the folder itself
  const keys = [...xml.matchAll(/<Key>([\w./-]+)<\/Key>/g)].map((match) => match[1] ?? '').filter((key) => key !== prefix);
  if (keys.some((key) => !key.startsWith(prefix) || key.includes('/', prefix.length) || key <= after))
    throw new StorageAway(new Error('a list of other files'));
  if (truncated === 'true' && keys.length === 0) throw new StorageAway(new Error('a list that never ends'));
  return { keys, isWhole: truncated === 'false' };
}
