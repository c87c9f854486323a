import { PURSES, type Purse } from '#core/withdrawal/withdrawal.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

export interface PurseBalance {
  readonly purse: Purse;
  /** What we owe the customer, in cents. */
  readonly owed: bigint;
  /** Owed minus reservations. */
  readonly available: bigint;
}

const BalanceRow = rowType({ purse: col.oneOf(PURSES), posted: col.text, held: col.text });

/** All purses of a customer; one without postings is zero. */
export async function purseBalances(db: Queryable, ownerId: string): Promise<readonly PurseBalance[]> {
  const rows = await db.many(
    BalanceRow,
    sql`
    select w.purse, coalesce(r.posted, 0)::text as posted, coalesce(r.held, 0)::text as held
    from wallets w left join reserves r on r.wallet = w.id where w.owner_id = ${ownerId}`,
  );
  return PURSES.map((purse) => {
    const row = rows.find((candidate) => candidate.purse === purse);
    const owed = BigInt(row?.posted ?? 0);
    return { purse, owed, available: owed - BigInt(row?.held ?? 0) };
  });
}
