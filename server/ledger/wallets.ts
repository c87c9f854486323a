import { type Purse, PURSE_ASSET, PURSES } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** A wallet behind a rail, with its asset and the asset's number of decimals. */
interface RailWallet {
  readonly wallet: string;
  readonly asset: string;
  readonly scale: number;
}

/** Adds missing wallets of rails and their assets. */
export const addMissingWallets = (tx: Tx, wallets: readonly RailWallet[]): Promise<number> =>
  tx.run(sql`
    with row as (select * from jsonb_to_recordset(${JSON.stringify(wallets)}::jsonb) as row (asset text, scale int, wallet text)),
      new_assets as (insert into assets (code, scale) select distinct asset, scale from row on conflict (code) do nothing)
    insert into wallets (id, kind, asset) select distinct wallet, 'rail', asset from row on conflict (id) do nothing`);

const WalletRow = rowType({ id: col.text });

/** The ledger wallet of a customer's balance, created on first use. */
export async function findOrCreateCustomerWallet(
  deps: Pick<Deps, 'random'>,
  tx: Tx,
  { ownerId, purse }: { ownerId: string; purse: Purse },
): Promise<string> {
  await tx.run(sql`
    insert into wallets (id, kind, asset, owner_id, purse) values (${deps.random.uuid()}, 'purse', ${PURSE_ASSET}, ${ownerId}, ${purse})
    on conflict (owner_id, purse) do nothing`);
  const { id } = await tx.one(WalletRow, sql`select id from wallets where owner_id = ${ownerId} and purse = ${purse}`);
  return id;
}

const LockRow = rowType({ is_free: col.bool });

/**
 * Locks the reserve row and the account balance of each customer balance until the transaction ends. Never waits; false if one is locked
 * already. For callers that hold other locks.
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

/** Customer balance minus reservations, in cents; negative if earnings were reversed after being withdrawn. */
export async function availableInPurse(db: Queryable, wallet: string): Promise<bigint> {
  const row = await db.maybe(FreeRow, sql`select (posted - held)::text as free from reserves where wallet = ${wallet}`);
  return BigInt(row?.free ?? 0);
}

interface PurseBalance {
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
