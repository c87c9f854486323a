import sql from 'sql-template-tag';
import { transfer } from '#core/ledger/account.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { post } from './post.ts';

/** Opens the books of payment systems that have none yet: an opening posting each, never a typed balance. Running it again adds nothing. */
export async function fundReserves(
  deps: Pick<Deps, 'random' | 'catalogue'>,
  tx: Tx,
  reserves: Readonly<Record<string, bigint>>,
): Promise<void> {
  const opened = new Set((await tx.many<{ code: string }>(sql`select code from reserves for update`)).map((row) => row.code));
  for (const system of deps.catalogue.paymentSystems()) {
    if (opened.has(system.code)) continue;
    await tx.run(sql`insert into reserves (code) values (${system.code}) on conflict do nothing`);
    const amount = reserves[system.code] ?? 0n;
    if (amount <= 0n) continue;
    const opening = transfer('opening', `treasury:${system.code}`, `equity:${system.asset}`, {
      wallet: system.code,
      asset: system.asset,
      amount,
    });
    await post(deps, tx, [opening], { orderId: null, actor: 'system', actorId: null, reason: 'demo opening balance' });
  }
}
