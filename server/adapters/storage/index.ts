import { createFolderFiles } from '#server/platform/files-fs.ts';
import type { Files } from './port.ts';

interface Settings {
  readonly folder: string;
}

/** Where uploaded files are kept, by name. */
export const fileStores = {
  folder: ({ folder }) => createFolderFiles(folder),
} satisfies Record<string, (settings: Settings) => Files>;
