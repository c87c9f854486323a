/** Uploaded files: the port is the platform's, since the platform keeps them in a folder by default. */
export type { Files } from '#server/platform/files.ts';
