import type { Queryable } from '#server/platform/db/db.ts';
import { deleteOtherSessions } from './store.ts';

/** Signs a person out everywhere. */
export const endSessionsOf = (db: Queryable, userId: string): Promise<number> => deleteOtherSessions(db, userId, null);
