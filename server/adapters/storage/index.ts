import { createFolderFiles } from './folder.ts';
import type { Files } from './port.ts';
import { createS3Files, type S3Bucket } from './s3.ts';

/** Settings of the stores. */
export interface StorageSettings {
  readonly folder: string;
  /** Null: not configured. */
  readonly s3: S3Bucket | null;
}

/** Undefined if not configured. */
type StoreFactory = (settings: StorageSettings) => Files | undefined;

/** Stores for uploaded files, by name. */
export const FILE_STORES = {
  s3: ({ s3 }) => (s3 === null ? undefined : createS3Files(s3)),
  folder: ({ folder }) => createFolderFiles(folder),
} satisfies Record<string, StoreFactory>;

/** The configured store: a bucket if one is named, else the folder. */
export const openFiles = (settings: StorageSettings): Files => FILE_STORES.s3(settings) ?? FILE_STORES.folder(settings);
