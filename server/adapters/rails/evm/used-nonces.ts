import type { Instant } from '#core/time.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import type { Block } from './translate.ts';

/** A transaction in a block that used a nonce of a paying account. */
export interface UsedNonce {
  readonly sender: string;
  readonly nonce: number;
  readonly txHash: string;
  readonly blockNumber: number;
  readonly blockHash: string;
}

const SenderRow = rowType({ sender: col.text });

/** Accounts that we have paid from; one index look-up each. */
async function findSenders(db: Queryable, chainId: number): Promise<ReadonlySet<string>> {
  const rows = await db.many(
    SenderRow,
    sql`
    with recursive s (sender) as (
      select min(sender) from evm.payouts where chain_id = ${chainId}
      union all
      select (select min(p.sender) from evm.payouts p where p.chain_id = ${chainId} and p.sender > s.sender)
      from s where s.sender is not null)
    select sender from s where sender is not null`,
  );
  return new Set(rows.map(({ sender }) => sender));
}

/** Transactions of our paying accounts in blocks. Senders are read after the blocks: a payout is recorded before it can be mined. */
export async function findUsedNonces(db: Queryable, chainId: number, blocks: readonly Block[]): Promise<readonly UsedNonce[]> {
  const senders = await findSenders(db, chainId);
  if (senders.size === 0) return [];
  return blocks.flatMap(({ number: blockNumber, hash: blockHash, transactions }) =>
    transactions.flatMap(({ hash: txHash, from, nonce }) =>
      from && senders.has(from) && nonce != null ? [{ sender: from, nonce: Number(nonce), txHash, blockNumber, blockHash }] : [],
    ),
  );
}

export const saveUsedNonce = (tx: Tx, chainId: number, { sender, nonce, txHash, blockNumber, blockHash }: UsedNonce) =>
  tx.run(sql`
    insert into evm.used_nonces (chain_id, sender, nonce, tx_hash, block_number, block_hash)
    values (${chainId}, ${sender}, ${nonce}, ${txHash}, ${blockNumber}, ${blockHash})
    on conflict (chain_id, sender, nonce) do update
      set tx_hash = excluded.tx_hash, block_number = excluded.block_number, block_hash = excluded.block_hash`);

/** Executed payouts among them are lost until a later block contains them again. */
export async function forgetUsedNonces(
  tx: Tx,
  chainId: number,
  { number: above, now }: { readonly number: number; readonly now: Instant },
) {
  await tx.run(sql`
    update evm.payouts p set lost_at = ${new Date(now)} from evm.used_nonces u
    where u.chain_id = ${chainId} and u.block_number > ${above} and p.chain_id = u.chain_id and p.sender = u.sender
      and p.nonce = u.nonce and p.tx_hash = u.tx_hash and p.state = 'executed' and p.lost_at is null`);
  await tx.run(sql`delete from evm.used_nonces where chain_id = ${chainId} and block_number > ${above}`);
}

/** `confirmations`: of blocks that were read, each the child of the one before. */
export type ReadNonce = UsedNonce & { readonly confirmations: number };

const Row = rowType({
  tx_hash: col.text,
  block_number: col.text,
  block_hash: col.text,
  confirmations: col.text,
});

/** What used a nonce on the chain as it was read last; undefined: nothing that was read. */
export async function findUsedNonce(
  db: Queryable,
  { chainId, sender, nonce }: { readonly chainId: number; readonly sender: string; readonly nonce: number },
): Promise<ReadNonce | undefined> {
  const row = await db.maybe(
    Row,
    sql`
    select u.tx_hash, u.block_number, u.block_hash, c.scanned_to - u.block_number + 1 as confirmations
    from evm.used_nonces u join evm.chains c using (chain_id)
    where u.chain_id = ${chainId} and u.sender = ${sender} and u.nonce = ${nonce}`,
  );
  return (
    row && {
      sender,
      nonce,
      txHash: row.tx_hash,
      blockNumber: Number(row.block_number),
      blockHash: row.block_hash,
      confirmations: Number(row.confirmations),
    }
  );
}
