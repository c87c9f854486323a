import type { Queryable } from '#server/platform/db/db.ts';
import { findSuspenseOf } from './store.ts';

/** What suspense holds for one order by provider, as positive amounts in minor units of its income side. */
export const findSuspense = async (db: Queryable, orderId: string): Promise<{ provider: string; amount: bigint }[]> =>
  (await findSuspenseOf(db, orderId)).map((row) => ({ provider: row.provider, amount: -BigInt(row.balance) }));
