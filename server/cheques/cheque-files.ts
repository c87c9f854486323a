import type { Instant } from '#core/time.ts';

/** Folder of one day's cheques, so that the sweep finds unreferenced files by day. */
export const chequeFolder = (at: Instant): string => `cheques/${new Date(at).toISOString().slice(0, 10)}`;

/** Key of a cheque's file; its name is the id of the row. */
export const chequeKey = (at: Instant, id: string): string => `${chequeFolder(at)}/${id}.pdf`;

/** The row id in a file's key; undefined for keys of another form. */
export const chequeIdOf = (key: string): string | undefined => /\/([0-9a-f-]{36})\.pdf$/.exec(key)?.[1];
