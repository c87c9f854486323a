import { account } from '#core/ledger/account.ts';
import { type Queryable, sql, type Tx } from '#server/platform/db/db.ts';
import { accountBalance } from './store.ts';

/** A wallet's treasury balance in minor units. */
export const treasuryBalance = (db: Queryable, wallet: string): Promise<bigint> => accountBalance(db, account('treasury', wallet));

/** Locks the treasury balances of wallets until the transaction ends. */
export const lockTreasuries = async (tx: Tx, wallets: readonly string[]): Promise<number> =>
  await tx.run(sql`
    select 1 from account_balances where account_kind = 'treasury' and account_of = any(${wallets}::text[]) order by wallet for update`);
