import { type EndOutcome, withdrawalReason } from '#server/adapters/rails/port.ts';
import { col, type Db, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { isExcluded, lockCoins } from './coin-store.ts';
import type { RecordedPayout } from './payout-store.ts';

/**
 * As `lockCoins`; in addition no block and no reorganisation is saved until the end of the transaction. What later statements read of the
 * chain is still true when they are committed.
 */
async function lockCoinsAndChain(tx: Tx, chain: string): Promise<void> {
  await lockCoins(tx, chain);
  await tx.run(sql`select from utxo.chains where chain = ${chain} for share`);
}

/** Releases the coins that no block has spent, with the last open payout of their transaction. `root`: txid of its first version. */
const releaseCoins = (tx: Tx, { chain, root }: { readonly chain: string; readonly root: string }): Promise<number> =>
  tx.run(sql`
    update utxo.coins set spender = null where chain = ${chain} and spender = ${root} and spent_by is null
      and not exists (select 1 from utxo.payouts q where q.txid = ${root} and q.state = 'recorded')`);

const DueRow = rowType({ chain: col.text, root: col.text });

/**
 * Executed, if a version of its transaction has all its confirmations on the chain as it was read last. Coins that only another version
 * would have spent are released with the last open payout of the transaction.
 */
export async function settlePayout(db: Db, reference: string): Promise<boolean> {
  // Of payout `p`, any version `t` of its transaction, and its chain `c`
  const isDue = sql`p.reference = ${reference} and p.state = 'recorded' and t.root = p.txid
    and c.scanned_to - t.block_height + 1 >= p.required_confirmations`;
  const due = await db.maybe(
    DueRow,
    sql`select chain, t.root from utxo.payouts p, utxo.transactions t join utxo.chains c using (chain) where ${isDue}`,
  );
  if (!due) return false;
  return await db.tx(async (tx) => {
    await lockCoinsAndChain(tx, due.chain);
    const executed = await tx.run(sql`
      update utxo.payouts p set state = 'executed' from utxo.transactions t join utxo.chains c using (chain) where ${isDue}`);
    if (executed !== 1) return false;
    await releaseCoins(tx, due);
    return true;
  });
}

/**
 * Fails a signed payout that can never be mined, and releases its coins. False: it may still be mined.
 * - Another transaction has spent a coin of its first version, with all confirmations.
 * - Or a reorganisation took the transaction that made the coin out of the chain, ours or not, and it can never be mined again.
 * - That is enough: every version spends the coins of the first.
 */
export const endExcluded = (db: Db, row: RecordedPayout, outcome: EndOutcome): Promise<boolean> =>
  db.tx(async (tx) => {
    await lockCoinsAndChain(tx, row.signed.chain);
    const confirmations = sql`(select max(required_confirmations) from utxo.payouts where txid = ${row.root})`;
    const ended = await tx.run(sql`
      update utxo.payouts p set state = 'failed', reason = ${withdrawalReason(outcome)}, reported = 'failed'
      from utxo.transactions t join utxo.chains c using (chain)
      where p.reference = ${row.reference} and p.state = 'recorded' and t.txid = p.txid
        and exists (
          select 1 from utxo.coins k
          where k.chain = t.chain and k.spender = t.root and k.txid || ':' || k.vout = any(t.inputs)
            and (
              (c.scanned_to - k.spent_height + 1 >= ${confirmations}
                and not exists (select 1 from utxo.transactions v where v.root = t.root and v.txid = k.spent_by))
              or (k.block_height is null and c.scanned_to - k.excluded_height + 1 >= ${confirmations})
              or (k.block_height is null and ${isExcluded(sql`k.txid`, confirmations)})))`);
    if (ended !== 1) return false;
    await releaseCoins(tx, { chain: row.signed.chain, root: row.root });
    return true;
  });
