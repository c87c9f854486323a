import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

const LockRow = z.object({ is_free: z.boolean() });

/**
 * Takes purses until the transaction ends, or none of them where somebody else is at one: for whoever has other things in hand that nobody
 * may wait for. What is kept of a purse is two rows, its wallet's and its account's.
 */
export async function tryLockPurses(tx: Tx, wallets: readonly string[]): Promise<boolean> {
  const { is_free: isFree } = await tx.one(
    LockRow,
    sql`
    with p as (select id, purse, owner_id::text as of from wallets where id = any(${[...wallets]}::text[])),
      r as (select from reserves where wallet in (select id from p) order by wallet for update skip locked),
      b as (select from account_balances a join p on (a.account_kind, a.account_of) = (p.purse, p.of) order by a.account_of, a.account_kind for update of a skip locked)
    select (select count(*) from r) = (select count(*) from reserves where wallet in (select id from p))
      and (select count(*) from b) = (select count(*) from account_balances a join p on (a.account_kind, a.account_of) = (p.purse, p.of)) as is_free`,
  );
  return isFree;
}

const FreeRow = z.object({ free: z.string() });

/** What of a purse is neither withdrawn nor promised, in cents; below zero where more was taken back than was there. */
export async function freeOf(db: Queryable, wallet: string): Promise<bigint> {
  const row = await db.maybe(FreeRow, sql`select (posted - held)::text as free from reserves where wallet = ${wallet}`);
  return BigInt(row?.free ?? 0);
}
