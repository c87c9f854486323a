import { Away } from '#server/platform/away.ts';

/**
 * Where uploaded files are kept. Keys are made by us, never taken from a request: folders and a name. Every call answers within
 * seconds or throws `StorageAway`; a store that answers and will not serve us (a wrong secret, a missing bucket) is a fault.
 */
export interface Files {
  /**
   * Keeps a file, whole, under its key; the same key again replaces it. Resolves only when the store has it for good. After
   * `StorageAway` it may be there or not: write no row that names it, the file itself is swept.
   */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Undefined when there is certainly no such file. */
  get(key: string): Promise<Buffer | undefined>;
  /** Nothing happens when there is none. */
  remove(key: string): Promise<void>;
  /** Keys of the files that lie in a folder, not deeper. */
  list(folder: string): Promise<readonly string[]>;
  /** Throws while this process cannot keep a file for a reason of its own (its disk is full); a store that all processes share has none. */
  probe(): Promise<void>;
}

/** The store gave no usable answer: late, unreachable, broken off or nonsense. */
export class StorageAway extends Away {
  override readonly name = 'StorageAway';
  readonly what = 'storage';
  constructor(cause: unknown) {
    super(`The storage is away: ${(cause as Error).message}`, { cause });
  }
}

/** Folders and a name of our own making: no dots that climb, no absolute paths. */
const KEY = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9._-]*)*$/i;

/** The key itself; throws for what no code of ours makes. */
export function checkedKey(key: string): string {
  if (!KEY.test(key) || key.includes('..')) throw new Error('A file key is made by us: letters, digits, - and _');
  return key;
}
