import type { Queryable } from '#server/platform/db/db.ts';
import { listWallets } from './store.ts';

/** A customer's saved wallets, masked, for operators. */
export const maskedWallets = async (db: Queryable, userId: string) =>
  (await listWallets(db, userId)).map((row) => ({
    code: row.payment_system_code,
    masked: Object.values(row.values_masked),
    label: row.label,
    lastUsedAt: row.last_used_at.getTime(),
  }));
