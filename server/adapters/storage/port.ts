import { Unavailable } from '#server/platform/errors.ts';

/**
 * Storage of uploaded files, under keys that we generate. Calls finish within seconds or throw `StorageUnavailable`; a store that
 * responds but refuses (wrong secret, missing bucket) is a fault.
 */
export interface Files {
  /**
   * Stores or replaces a file; resolves only when it is stored durably. After `StorageUnavailable` it may exist or not: write no row that
   * names it, the file itself is swept.
   */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Undefined if there is certainly no such file. */
  get(key: string): Promise<Buffer | undefined>;
  /** Does nothing if there is none. */
  remove(key: string): Promise<void>;
  /** Keys of the files directly in a folder. */
  list(folder: string): Promise<readonly string[]>;
  /** Throws if this process cannot store files for a local reason (its disk is full); never for a shared store. */
  probe(): Promise<void>;
}

/** The store gave no usable response: late, unreachable, broken off or nonsense. */
export class StorageUnavailable extends Unavailable {
  override readonly name = 'StorageUnavailable';
  readonly what = 'storage';
  constructor(cause: unknown) {
    super(`The storage is away: ${(cause as Error).message}`, { cause });
  }
}

/** Folders and a name: no `..`, no absolute paths. */
const KEY = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9._-]*)*$/i;

/** The key itself; throws if it is malformed. */
export function checkedKey(key: string): string {
  if (!KEY.test(key) || key.includes('..')) throw new Error('A file key is made by us: letters, digits, - and _');
  return key;
}
