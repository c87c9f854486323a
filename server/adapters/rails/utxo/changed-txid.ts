import { Transaction } from '@scure/btc-signer';
import { col, type Db, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import type { Instant } from '#core/time.ts';
import type { ChainTransaction } from './translate.ts';

/** A mined transaction with the recorded one that it is, apart from its signatures. */
export interface ChangedTxid {
  readonly txid: string;
  readonly recordedTxid: string;
  readonly blockHeight: number;
}

interface Mined {
  readonly transaction: ChainTransaction;
  readonly blockHeight: number;
}

const CandidateRow = rowType({ txid: col.text, raw_tx: col.text, inputs: col.arrayOf(col.text) });

/**
 * Which of these transactions are ours under another txid. Without segregated witness signatures are part of the txid and can be changed on
 * the way (BIP 62), inputs and outputs cannot.
 */
export async function findChangedTxids(db: Db, chain: string, mined: readonly Mined[]): Promise<readonly ChangedTxid[]> {
  if (mined.length === 0) return [];
  const candidates = await db.many(
    CandidateRow,
    sql`select txid, raw_tx, inputs from utxo.transactions
      where chain = ${chain} and inputs && ${mined.flatMap(({ transaction }) => transaction.spends)}::text[]`,
  );
  return mined.flatMap(({ transaction, blockHeight }) => {
    const recorded = candidates.find((one) => isSamePayment(one, transaction));
    return recorded ? [{ txid: transaction.txid, recordedTxid: recorded.txid, blockHeight }] : [];
  });
}

function isSamePayment(
  recorded: { readonly raw_tx: string; readonly inputs: readonly string[] },
  { spends, outputs }: ChainTransaction,
): boolean {
  // Transactions recorded before migration 0571 have their inputs in no order
  if (recorded.inputs.toSorted().join() !== spends.toSorted().join()) return false;
  const signed = Transaction.fromRaw(Buffer.from(recorded.raw_tx, 'hex'), { allowUnknownOutputs: true });
  if (signed.outputsLength !== outputs.length) return false;
  return outputs.every(({ vout, amount, script }) => {
    const output = signed.getOutput(vout);
    return output.amount === amount && Buffer.from(output.script ?? []).toString('hex') === script;
  });
}

/** Records a changed txid as another version of its payout. */
export const saveChangedTxid = (tx: Tx, { txid, recordedTxid, blockHeight }: ChangedTxid, now: Instant) =>
  tx.run(sql`
    insert into utxo.transactions
      (txid, chain, raw_tx, fee, change, inputs, root, version, raise_from, block_height, broadcast_at, created_at)
    select ${txid}, chain, raw_tx, fee, change, inputs, root,
      (select max(v.version) + 1 from utxo.transactions v where v.root = t.root),
      raise_from, ${blockHeight}, ${new Date(now)}, ${new Date(now)}
    from utxo.transactions t where txid = ${recordedTxid}
    on conflict (txid) do update set block_height = excluded.block_height`);
