import { account, transfer } from '#core/ledger/account.ts';
import type { Deps } from '#server/deps.ts';
import { col, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { post } from './post.ts';

const ReserveRow = rowType({
  wallet: col.text,
});

/** Posts an opening balance for wallets without a reserve row. Idempotent. */
export async function fundReserves(
  deps: Pick<Deps, 'random' | 'catalogue' | 'secrets'>,
  tx: Tx,
  reserves: Readonly<Record<string, bigint>>,
): Promise<void> {
  const opened = new Set((await tx.many(ReserveRow, sql`select wallet from reserves for update`)).map((row) => row.wallet));
  for (const system of deps.catalogue.paymentSystems()) {
    const wallet = system.outcomeWallet;
    if (opened.has(wallet)) continue;
    opened.add(wallet);
    await tx.run(sql`insert into reserves (wallet) values (${wallet}) on conflict do nothing`);
    const amount = reserves[system.code] ?? 0n;
    if (amount <= 0n) continue;
    const opening = transfer('opening', account('treasury', wallet), account('equity', system.asset), {
      wallet,
      asset: system.asset,
      amount,
    });
    await post(deps, tx, [opening], { orderId: null, actor: 'system', actorId: null, reason: 'demo opening balance' });
  }
}
