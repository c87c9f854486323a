import { empty, type Row } from '#server/platform/db/db.ts';

/** The row type a test expects of its own statement, unchecked. */
export const as = <T extends object>(): Row<T> => ({ columns: {}, list: empty, read: ({ rows }) => rows });
