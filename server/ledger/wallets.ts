import { PURSE_ASSET, type Purse } from '#core/withdrawal/withdrawal.ts';
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

/** The wallet of a customer's purse, created on first use. */
export async function openPurse(
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

const FreeBalanceRow = rowType({
  wallet: col.text,
  free: col.text,
});

/** Free balance by wallet in minor units: posted less held, before the buffer; may be negative after a correction. */
export async function readFreeBalances(db: Queryable): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.many(FreeBalanceRow, sql`select wallet, posted - held as free from reserves`);
  return new Map(rows.map((row) => [row.wallet, BigInt(row.free)]));
}
