import type { Instant } from '#core/time.ts';
import { col, type Db, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import type { Spendable } from './choose-coins.ts';
import type { SignedTransaction } from './payout-store.ts';
import { COINBASE_MATURITY } from './report-deposits.ts';

interface Wallet {
  readonly chain: string;
  /** Script of the payout address. */
  readonly script: string;
}

const SpendableRow = rowType({ txid: col.text, vout: col.number, amount: col.text });

/** Confirmed coins of the payout address that no transaction of ours is to spend. */
export async function spendableCoins(db: Db, { chain, script }: Wallet): Promise<readonly Spendable[]> {
  const rows = await db.many(
    SpendableRow,
    sql`
    select k.txid, k.vout, k.amount from utxo.coins k join utxo.chains c using (chain)
    where k.chain = ${chain} and k.script = ${script} and k.spender is null and k.spent_by is null and k.block_height is not null
      and (not k.is_coinbase or c.scanned_to - k.block_height + 1 >= ${COINBASE_MATURITY})`,
  );
  return rows.map(({ txid, vout, amount }) => ({ txid, vout, amount: BigInt(amount) }));
}

/**
 * All coins that can be spent now or later without new money: unassigned coins, also unconfirmed ones, and change of transactions in no
 * block. One statement, so that change that is signed or mined meanwhile is not missed.
 */
export async function currentAndFutureCoins(db: Db, { chain, script }: Wallet): Promise<readonly Spendable[]> {
  const rows = await db.many(
    SpendableRow,
    sql`
    select txid, vout, amount from utxo.coins
    where chain = ${chain} and script = ${script} and spender is null and spent_by is null
    union
    select txid, 1, change from utxo.transactions where chain = ${chain} and block_height is null and change > 0`,
  );
  return rows.map(({ txid, vout, amount }) => ({ txid, vout, amount: BigInt(amount) }));
}

class Conflict extends Error {
  override readonly name = 'Conflict';
}

/**
 * Records the transaction of a payout, assigns its coins and marks the payout, all or nothing. A coin is assigned once, to one transaction.
 * False: the coins or the payout were taken meanwhile, and the signature is discarded unsent.
 */
export async function recordTransaction(
  db: Db,
  {
    reference,
    signed,
    coins,
    now,
  }: {
    readonly reference: string;
    readonly signed: SignedTransaction;
    readonly coins: readonly Spendable[];
    readonly now: Instant;
  },
): Promise<boolean> {
  try {
    return await db.tx(async (tx) => {
      await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`utxo.coins:${signed.chain}`}, 0))`);
      await tx.run(sql`
        insert into utxo.transactions (txid, chain, raw_tx, fee, change, created_at)
        values (${signed.txid}, ${signed.chain}, ${signed.rawTx}, ${signed.fee.toString()}, ${signed.change.toString()}, ${new Date(now)})
        on conflict (txid) do nothing`);
      if ((await assignCoins(tx, signed, coins)) !== coins.length) throw new Conflict();
      const recorded = await tx.run(sql`
        update utxo.payouts set state = 'recorded', txid = ${signed.txid} where reference = ${reference} and state = 'ordered'`);
      if (recorded !== 1) throw new Conflict();
      return true;
    });
  } catch (error) {
    if (error instanceof Conflict) return false;
    throw error;
  }
}

const assignCoins = (tx: Tx, { txid, chain }: SignedTransaction, coins: readonly Spendable[]): Promise<number> =>
  tx.run(sql`
    update utxo.coins set spender = ${txid}
    from unnest(${coins.map((coin) => coin.txid)}::text[], ${coins.map((coin) => coin.vout)}::int[]) as chosen (txid, vout)
    where coins.chain = ${chain} and coins.txid = chosen.txid and coins.vout = chosen.vout
      and coins.spender is null and coins.spent_by is null and coins.block_height is not null`);
