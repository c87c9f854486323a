import * as col from '#server/platform/db/columns.ts';
import { rowType } from '#server/platform/db/row.ts';
import sql from 'sql-template-tag';
import { PURSE_ASSET, type Purse } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';

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
