import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const LockRow = rowType({ is_free: col.bool });

/**
 * Locks purses until the transaction ends, or none if one is locked already; never waits. Locks each purse's reserve row and account
 * balance. For callers that hold other locks.
 */
export async function tryLockPurses(tx: Tx, wallets: readonly string[]): Promise<boolean> {
  const { is_free: isFree } = await tx.one(
    LockRow,
    sql`
    with p as (select id, purse, owner_id::text as of from wallets where id = any(${[...wallets]}::text[])),
      r as (select from reserves where wallet in (select id from p) order by wallet for update skip locked),
      b as (select from account_balances a join p on (a.account_kind, a.account_of) = (p.purse, p.of)
        order by a.account_of, a.account_kind for update of a skip locked)
    select (select count(*) from r) = (select count(*) from reserves where wallet in (select id from p))
      and (select count(*) from b) = (select count(*) from account_balances a
      join p on (a.account_kind, a.account_of) = (p.purse, p.of)) as is_free`,
  );
  return isFree;
}

const FreeRow = rowType({ free: col.text });

/** Purse balance minus reservations, in cents; negative if earnings were taken back after being withdrawn. */
export async function availableInPurse(db: Queryable, wallet: string): Promise<bigint> {
  const row = await db.maybe(FreeRow, sql`select (posted - held)::text as free from reserves where wallet = ${wallet}`);
  return BigInt(row?.free ?? 0);
}
