import type { Instant } from '#core/time.ts';

/** Folder of the cheques of one day: what was put and never written into a row is found again by its day. */
export const chequeFolder = (at: Instant): string => `cheques/${new Date(at).toISOString().slice(0, 10)}`;

/** Key of a cheque's file; its name is the id of its row. */
export const chequeKey = (at: Instant, id: string): string => `${chequeFolder(at)}/${id}.pdf`;

/** The row that a file belongs to; undefined for a file that no row can name. */
export const chequeIdOf = (key: string): string | undefined => /\/([0-9a-f-]{36})\.pdf$/.exec(key)?.[1];
