import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

const ExistsRow = rowType({ does_exist: col.bool });

/** Whether a payment system has ledger entries or orders: then its asset, scale and currency are fixed. */
export const hasMovements = async (db: Queryable, { code, incomeWallet, outcomeWallet }: PaymentSystem): Promise<boolean> =>
  (
    await db.one(
      ExistsRow,
      sql`
      select exists (select 1 from ledger_entries where wallet in (${incomeWallet}, ${outcomeWallet}))
        or exists (select 1 from orders where income_code = ${code})
        or exists (select 1 from orders where outcome_code = ${code}) as does_exist`,
    )
  ).does_exist;
