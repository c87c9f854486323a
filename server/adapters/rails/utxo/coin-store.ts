import type { Instant } from '#core/time.ts';
import { col, type Db, type Queryable, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import type { Spendable } from './choose-coins.ts';
import type { RecordedPayout, SignedTransaction } from './payout-store.ts';

interface Wallet {
  readonly chain: string;
  /** Script of the payout address. */
  readonly script: string;
  /** Confirmations that coins need which no transaction of ours made; our own change needs one. */
  readonly requiredConfirmations: number;
  readonly coinbaseMaturity: number;
}

const SpendableRow = rowType({ txid: col.text, vout: col.number, amount: col.text });

const spendableOf = (rows: readonly { readonly txid: string; readonly vout: number; readonly amount: string }[]): readonly Spendable[] =>
  rows.map(({ txid, vout, amount }) => ({ txid, vout, amount: BigInt(amount) }));

/** Coins of the payout address with enough confirmations that no transaction of ours is to spend. */
export async function spendableCoins(
  db: Db,
  { chain, script, requiredConfirmations, coinbaseMaturity }: Wallet,
): Promise<readonly Spendable[]> {
  return spendableOf(
    await db.many(
      SpendableRow,
      sql`
      select k.txid, k.vout, k.amount from utxo.coins k join utxo.chains c using (chain)
      where k.chain = ${chain} and k.script = ${script} and k.spender is null and k.spent_by is null
        and c.scanned_to - k.block_height + 1 >= case
          when k.is_coinbase then greatest(${coinbaseMaturity}::int, ${requiredConfirmations}::int)
          when exists (select 1 from utxo.transactions t where t.txid = k.txid) then 1
          else ${requiredConfirmations}::int end`,
    ),
  );
}

/**
 * Condition: a transaction of ours can never be mined. An input of it, or of a transaction whose change it needs, was spent by another one or
 * can never exist, with the confirmations of their payouts, at least `confirmations`.
 */
export const isExcluded = (txid: Sql, confirmations: Sql): Sql => sql`exists (
  with recursive needed as (
    select n.txid, n.chain, n.root, n.inputs from utxo.transactions n where n.txid = ${txid}
    union
    select s.txid, s.chain, s.root, s.inputs
    from needed n cross join unnest(n.inputs) as i (outpoint)
      join utxo.coins o on o.chain = n.chain and o.txid = split_part(i.outpoint, ':', 1) and o.vout = split_part(i.outpoint, ':', 2)::int
      join utxo.transactions s on s.txid = o.txid
    where o.block_height is null)
  select from needed n cross join unnest(n.inputs) as i (outpoint)
    join utxo.coins o on o.chain = n.chain and o.txid = split_part(i.outpoint, ':', 1) and o.vout = split_part(i.outpoint, ':', 2)::int
    join utxo.chains h on h.chain = n.chain
  where h.scanned_to + 1
    - case when o.spent_by <> n.txid then o.spent_height when o.block_height is null then o.excluded_height end
    >= greatest(${confirmations}, (select max(q.required_confirmations) from utxo.payouts q where q.txid = n.root)))`;

/**
 * Coins that can be spent now or later without new money, in one statement, so that change mined meanwhile is not missed:
 * - unassigned coins, also unconfirmed ones, and those that only a replacement would have spent;
 * - change of payouts in no block, whose coins are assigned to them, unless another transaction has spent one.
 * Change of a transaction that can never be mined is not among them.
 */
export async function currentAndFutureCoins(
  db: Queryable,
  { chain, script }: Pick<Wallet, 'chain' | 'script'>,
): Promise<readonly Spendable[]> {
  return spendableOf(
    await db.many(
      SpendableRow,
      sql`
      select k.txid, k.vout, k.amount from utxo.coins k
      where k.chain = ${chain} and k.script = ${script} and k.spent_by is null and (k.spender is null
        or exists (select 1 from utxo.transactions v where v.root = k.spender and v.block_height is not null))
        and not (k.block_height is null and (k.excluded_height is not null or ${isExcluded(sql`k.txid`, sql`1`)}))
      union
      select t.txid, 1, t.change from utxo.transactions t
      where t.chain = ${chain} and t.change > 0
        and t.root in (select k.spender from utxo.coins k where k.spent_by is null and k.spender is not null)
        and not exists (
          select 1 from utxo.transactions v where v.root = t.root and (v.block_height is not null or v.version > t.version))
        and not exists (select 1 from utxo.coins k where k.spender = t.root and k.spent_by is not null)
        and not exists (select 1 from utxo.coins k where k.chain = t.chain and k.txid = t.txid)
        and not ${isExcluded(sql`t.txid`, sql`1`)}`,
    ),
  );
}

class Conflict extends Error {
  override readonly name = 'Conflict';
}

/** A signed transaction with the coins that are not assigned to its payout yet. */
interface NewVersion {
  readonly signed: SignedTransaction;
  readonly coins: readonly Spendable[];
  /** Scanned height from which its fee may be raised. */
  readonly raiseFrom: number;
  readonly now: Instant;
  readonly isPaused: (tx: Tx) => Promise<boolean>;
}

/**
 * Records the transaction of payouts, assigns its coins and marks the payouts, all or nothing. False: coins or payouts were taken or payouts
 * were paused meanwhile, and the signature is discarded unsent.
 */
export const recordTransaction = (db: Db, references: readonly string[], first: NewVersion): Promise<boolean> =>
  unlessConflict(db, first, async (tx) => {
    const root = first.signed.txid;
    await insertVersion(tx, { root, version: 1 }, first);
    await assignCoins(tx, root, first);
    const recorded = await tx.run(sql`
      update utxo.payouts set state = 'recorded', txid = ${root} where reference = any(${[...references]}::text[]) and state = 'ordered'`);
    if (recorded !== references.length) throw new Conflict();
  });

/** Records a replacement of the payout's latest version before it is sent. False: a version was mined or recorded, or a pause began. */
export const recordReplacement = (db: Db, row: RecordedPayout, next: NewVersion): Promise<boolean> =>
  unlessConflict(db, next, async (tx) => {
    const { root, version } = row;
    const { is_current: isCurrent } = await tx.one(
      CurrentRow,
      sql`
      select max(t.version) = ${version} and count(t.block_height) = 0 and bool_and(p.state = 'recorded') as is_current
      from utxo.transactions t join utxo.payouts p on p.txid = t.root where t.root = ${root}`,
    );
    if (!isCurrent) throw new Conflict();
    await insertVersion(tx, { root, version: version + 1 }, next);
    await assignCoins(tx, root, next);
  });

const CurrentRow = rowType({ is_current: col.bool });

/** Until the end of the transaction, one process assigns or releases coins of a chain. */
export const lockCoins = (tx: Tx, chain: string): Promise<unknown> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`utxo.coins:${chain}`}, 0))`);

async function unlessConflict(db: Db, { signed: { chain }, isPaused }: NewVersion, work: (tx: Tx) => Promise<void>): Promise<boolean> {
  try {
    await db.tx(async (tx) => {
      if (await isPaused(tx)) throw new Conflict();
      await lockCoins(tx, chain);
      await work(tx);
    });
    return true;
  } catch (error) {
    if (error instanceof Conflict) return false;
    throw error;
  }
}

async function insertVersion(
  tx: Tx,
  { root, version }: { readonly root: string; readonly version: number },
  { signed, raiseFrom, now }: NewVersion,
): Promise<void> {
  const inserted = await tx.run(sql`
    insert into utxo.transactions (txid, chain, raw_tx, fee, change, inputs, root, version, raise_from, created_at)
    values (${signed.txid}, ${signed.chain}, ${signed.rawTx}, ${signed.fee.toString()}, ${signed.change.toString()},
      ${[...signed.inputs]}::text[], ${root}, ${version}, ${raiseFrom}, ${new Date(now)})
    on conflict do nothing`);
  if (inserted !== 1) throw new Conflict();
}

async function assignCoins(tx: Tx, root: string, { signed: { chain }, coins }: NewVersion): Promise<void> {
  const assigned = await tx.run(sql`
    update utxo.coins set spender = ${root}
    from unnest(${coins.map((coin) => coin.txid)}::text[], ${coins.map((coin) => coin.vout)}::int[]) as chosen (txid, vout)
    where coins.chain = ${chain} and coins.txid = chosen.txid and coins.vout = chosen.vout
      and coins.spender is null and coins.spent_by is null and coins.block_height is not null`);
  if (assigned !== coins.length) throw new Conflict();
}

/** The next attempt to raise a fee is not made below this scanned height. */
export const postponeRaise = (db: Db, txid: string, raiseFrom: number) =>
  db.run(sql`update utxo.transactions set raise_from = ${raiseFrom} where txid = ${txid}`);

/** Coins that are assigned to a payout. */
export async function coinsOf(db: Db, row: RecordedPayout): Promise<readonly (Spendable & { readonly script: string })[]> {
  const rows = await db.many(
    AssignedRow,
    sql`
    select txid, vout, amount, script from utxo.coins
    where chain = ${row.signed.chain} and spender = ${row.root} order by txid, vout`,
  );
  return rows.map((coin) => ({ ...coin, amount: BigInt(coin.amount) }));
}

const AssignedRow = rowType({ txid: col.text, vout: col.number, amount: col.text, script: col.text });
