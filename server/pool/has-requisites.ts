import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findPoolOf } from './store.ts';

/** Whether people of a payment system have anything to be paid to by hand. */
export const hasRequisites = async (db: Queryable, code: string, now: Instant): Promise<boolean> =>
  (await findPoolOf(db, code, now)).length > 0;
