import { createFolderFiles } from './folder.ts';
import type { Files } from './port.ts';
import { createS3Files, type S3Place } from './s3.ts';

/** What a store may be built from. */
export interface StorageSettings {
  readonly folder: string;
  /** Null: none is configured. */
  readonly s3: S3Place | null;
}

/** Undefined where the configuration has no place for it. */
type StoreFactory = (settings: StorageSettings) => Files | undefined;

/** Where uploaded files may be kept, by name. */
export const FILE_STORES = {
  s3: ({ s3 }) => (s3 === null ? undefined : createS3Files(s3)),
  folder: ({ folder }) => createFolderFiles(folder),
} satisfies Record<string, StoreFactory>;

/** The store of this configuration: a bucket where one is named, else the folder. */
export const openFiles = (settings: StorageSettings): Files => FILE_STORES.s3(settings) ?? FILE_STORES.folder(settings);
