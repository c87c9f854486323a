import { empty } from 'sql-template-tag';
import type { Row } from '#server/platform/db/row.ts';

/** The row type a test expects of its own statement, unchecked. */
export const as = <T extends object>(): Row<T> => ({ columns: {}, list: empty, read: ({ rows }) => rows });
