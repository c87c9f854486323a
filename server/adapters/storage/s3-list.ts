import { StorageUnavailable } from './port.ts';

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
export function listedKeys(xml: string, { folder, after }: ListRequest): ListPage {
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
