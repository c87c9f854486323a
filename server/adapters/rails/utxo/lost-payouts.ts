import type { PayoutProblems } from '#server/adapters/rails/port.ts';
import { col, type Db, rowType, sql } from '#server/platform/db/db.ts';

const LostRow = rowType({ reference: col.text, is_mined: col.bool, is_excluded: col.bool });

/**
 * Executed payouts whose transaction a reorganisation took out of the chain, until it has all its confirmations again. It is sent again;
 * where another transaction has spent its coins for good, a person decides.
 */
export async function lostPayouts(db: Db, rail: string): Promise<PayoutProblems['current']> {
  const rows = await db.many(
    LostRow,
    sql`
    select p.reference,
      exists (
        select from utxo.transactions t join utxo.chains c using (chain)
        where t.root = p.txid and c.scanned_to - t.block_height + 1 >= p.required_confirmations) as is_mined,
      exists (
        select from utxo.coins k join utxo.chains c using (chain)
        where k.spender = p.txid and c.scanned_to - k.spent_height + 1 >= p.required_confirmations
          and not exists (select from utxo.transactions v where v.root = p.txid and v.txid = k.spent_by)) as is_excluded
    from utxo.payouts p where p.rail = ${rail} and p.lost_at is not null`,
  );
  const mined = rows.filter((row) => row.is_mined).map(({ reference }) => reference);
  if (mined.length > 0) await db.run(sql`update utxo.payouts set lost_at = null where reference = any(${mined}::text[])`);
  return new Map(
    rows
      .filter((row) => !row.is_mined)
      .map((row) => [row.reference, row.is_excluded ? 'another transaction has spent its coins' : 'its transaction is sent again']),
  );
}
