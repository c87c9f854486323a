import type { Instant, Period } from '#core/time.ts';
import { type EndOutcome, withdrawalReason } from '#server/adapters/rails/port.ts';
import { unsignedPayouts } from '#server/adapters/rails/withdraw-payout.ts';
import { col, type Db, extendRow, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import type { ReadNonce } from './used-nonces.ts';

/** Terms of a payout; never change under one reference. Addresses in lower case. */
export interface PayoutTerms {
  readonly reference: string;
  /** Name of the rail that received the order. */
  readonly rail: string;
  readonly paymentSystemCode: string;
  readonly contract: `0x${string}` | null;
  readonly destination: string;
  readonly amount: bigint;
  readonly requiredConfirmations: number;
}

/** The one transaction that can carry a payout. Fees in wei. */
export interface SignedPayout {
  readonly chainId: number;
  readonly sender: string;
  readonly nonce: number;
  readonly rawTx: string;
  readonly txHash: string;
  readonly maxFee: bigint;
}

export type PayoutRow = PayoutTerms & { readonly reported: string | null } & (
    | { readonly state: 'ordered' }
    | { readonly state: 'recorded'; readonly signed: SignedPayout; readonly broadcastAt: Instant | null }
    | { readonly state: 'executed'; readonly signed: SignedPayout; readonly fee: bigint }
    /** `burnt`: the fee of a reverted transaction, with its hash; null if nothing was signed. */
    | { readonly state: 'failed'; readonly reason: string; readonly burnt: { readonly fee: bigint; readonly txHash: string } | null }
  );

export type RecordedPayout = Extract<PayoutRow, { state: 'recorded' }>;

type Hex = `0x${string}`;
const isHex = (value: string): value is Hex => value.startsWith('0x');
function hex(value: string): Hex {
  if (isHex(value)) return value;
  throw new Error('A contract is an address');
}

const Row = rowType({
  reference: col.text,
  rail: col.text,
  payment_system_code: col.text,
  contract: col.nullable(col.map(col.text, hex)),
  destination: col.text,
  amount: col.text,
  required_confirmations: col.number,
  state: col.oneOf(['ordered', 'recorded', 'executed', 'failed']),
  chain_id: col.nullable(col.text),
  sender: col.nullable(col.text),
  nonce: col.nullable(col.text),
  raw_tx: col.nullable(col.text),
  tx_hash: col.nullable(col.text),
  max_fee: col.nullable(col.text),
  fee: col.nullable(col.text),
  reason: col.nullable(col.text),
  broadcast_at: col.nullable(col.timestamp),
  reported: col.nullable(col.text),
});
type Row = RowOf<typeof Row>;

function signedOf(row: Row): SignedPayout {
  const { chain_id: chainId, sender, nonce, raw_tx: rawTx, tx_hash: txHash, max_fee: maxFee } = row;
  if (chainId === null || sender === null || nonce === null || rawTx === null || txHash === null || maxFee === null) {
    throw new Error(`payout ${row.reference} has no recorded transaction`);
  }
  return { chainId: Number(chainId), sender, nonce: Number(nonce), rawTx, txHash, maxFee: BigInt(maxFee) };
}

const burntOf = (row: Row) => (row.fee === null || row.tx_hash === null ? null : { fee: BigInt(row.fee), txHash: row.tx_hash });

function fromRow(row: Row): PayoutRow {
  const terms = {
    reference: row.reference,
    rail: row.rail,
    paymentSystemCode: row.payment_system_code,
    contract: row.contract,
    destination: row.destination,
    amount: BigInt(row.amount),
    requiredConfirmations: row.required_confirmations,
    reported: row.reported,
  };
  if (row.state === 'ordered') return { ...terms, state: 'ordered' };
  if (row.state === 'failed') return { ...terms, state: 'failed', reason: row.reason ?? 'unknown', burnt: burntOf(row) };
  if (row.state === 'executed') return { ...terms, state: 'executed', signed: signedOf(row), fee: BigInt(row.fee ?? '0') };
  return { ...terms, state: 'recorded', signed: signedOf(row), broadcastAt: row.broadcast_at?.getTime() ?? null };
}

export async function findPayout(db: Queryable, reference: string): Promise<PayoutRow | undefined> {
  const row = await db.maybe(Row, sql`select ${Row.list} from evm.payouts where reference = ${reference}`);
  return row && fromRow(row);
}

/**
 * Inserts the payout, once per reference, and returns its current row. A payout with a `problem` is inserted as failed: no later call may
 * pay a reference that was reported as failed.
 */
export async function insertPayout(
  db: Db,
  terms: PayoutTerms,
  { problem, now }: { readonly problem: string | null; readonly now: Instant },
): Promise<PayoutRow> {
  await db.run(sql`
    insert into evm.payouts (reference, rail, payment_system_code, contract, destination, amount, required_confirmations, state, reason,
      created_at)
    values (${terms.reference}, ${terms.rail}, ${terms.paymentSystemCode}, ${terms.contract}, ${terms.destination},
      ${terms.amount.toString()},
      ${terms.requiredConfirmations}, ${problem === null ? 'ordered' : 'failed'}, ${problem}, ${new Date(now)})
    on conflict (reference) do nothing`);
  const row = await findPayout(db, terms.reference);
  if (!row) throw new Error('a payout vanished');
  return row;
}

export const UNSIGNED = unsignedPayouts(sql`evm.payouts`);

/**
 * Fails a signed payout whose nonce `exclusion` used. It is not reported, because the operator records the end. False: it has ended
 * otherwise, or a reorganisation took the exclusion out of the chain.
 */
export const endExcluded = (
  db: Db,
  { reference, signed: { chainId } }: RecordedPayout,
  { outcome, exclusion }: { readonly outcome: EndOutcome; readonly exclusion: ReadNonce },
): Promise<boolean> =>
  db.tx(async (tx) => {
    // No block and no reorganisation is saved until the end of the transaction
    await tx.run(sql`select from evm.chains where chain_id = ${chainId} for share`);
    const ended = await tx.run(sql`
      update evm.payouts p set state = 'failed', reason = ${withdrawalReason(outcome)}, reported = 'failed'
      from evm.used_nonces u join evm.chains c using (chain_id)
      where p.reference = ${reference} and p.state = 'recorded'
        and u.chain_id = p.chain_id and u.sender = p.sender and u.nonce = p.nonce
        and u.tx_hash = ${exclusion.txHash} and u.block_hash = ${exclusion.blockHash}
        and c.scanned_to - u.block_number >= p.required_confirmations`);
    return ended === 1;
  });

/** The most that recorded and possibly unmined transactions of a sender may still spend, in minor units and wei. */
export interface Outstanding {
  readonly coin: bigint;
  readonly token: bigint;
}

/**
 * Signs and records under the sender's lock, so that every nonce and every reference is used once across processes. `sign` gets the first
 * free nonce (at least `fromNonce`) and the amounts outstanding from `minedNonce` on; undefined: cannot pay.
 */
export function recordPayout(
  db: Db,
  payout: {
    readonly reference: string;
    readonly chainId: number;
    readonly sender: string;
    readonly contract: string | null;
    readonly fromNonce: number;
    readonly minedNonce: number;
    readonly isPaused: (tx: Tx) => Promise<boolean>;
  },
  sign: (nonce: number, outstanding: Outstanding) => Promise<SignedPayout | undefined>,
): Promise<'recorded' | 'settled_before' | 'cannot_pay' | 'paused'> {
  return db.tx(async (tx) => {
    const { chainId, sender } = payout;
    if (await payout.isPaused(tx)) return 'paused';
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`evm.payouts:${chainId}:${sender}`}, 0))`);
    const row = await findPayout(tx, payout.reference);
    if (row?.state !== 'ordered') return 'settled_before';
    const nonce = Math.max(payout.fromNonce, await nextNonce(tx, chainId, sender));
    const signed = await sign(nonce, await outstandingOf(tx, payout));
    if (!signed) return 'cannot_pay';
    const recorded = await tx.run(sql`
      update evm.payouts set state = 'recorded', chain_id = ${chainId}, sender = ${sender}, nonce = ${signed.nonce},
        raw_tx = ${signed.rawTx},
        tx_hash = ${signed.txHash}, max_fee = ${signed.maxFee.toString()}
      where reference = ${payout.reference} and state = 'ordered'`);
    // Another process has failed the payout: this signature is discarded unsent.
    return recorded === 1 ? 'recorded' : 'settled_before';
  });
}

const NonceRow = rowType({
  next: col.text,
});

async function nextNonce(tx: Tx, chainId: number, sender: string): Promise<number> {
  const { next } = await tx.one(
    NonceRow,
    sql`select coalesce(max(nonce) + 1, 0) as next from evm.payouts where chain_id = ${chainId} and sender = ${sender}`,
  );
  return Number(next);
}

/** A payout in the chain's own coin spends its fee and its amount of coin; a token payout spends coin for the fee only. */
const OutstandingRow = rowType({
  coin: col.text,
  token: col.text,
});

async function outstandingOf(
  tx: Tx,
  {
    chainId,
    sender,
    contract,
    minedNonce,
  }: { readonly chainId: number; readonly sender: string; readonly contract: string | null; readonly minedNonce: number },
): Promise<Outstanding> {
  const sums = await tx.one(
    OutstandingRow,
    sql`
    select coalesce(sum(max_fee + case when contract is null then amount else 0 end), 0) as coin,
      coalesce(sum(amount) filter (where contract = ${contract}), 0) as token
    from evm.payouts where chain_id = ${chainId} and sender = ${sender} and nonce >= ${minedNonce}`,
  );
  return { coin: BigInt(sums.coin), token: BigInt(sums.token) };
}

export const markBroadcast = (db: Db, reference: string, now: Instant) =>
  db.run(sql`update evm.payouts set broadcast_at = ${new Date(now)} where reference = ${reference} and state = 'recorded'`);

/** Stores the final result on the chain. */
export const settlePayout = (
  db: Db,
  reference: string,
  result: { readonly state: 'executed' | 'failed'; readonly fee: bigint; readonly reason: string | null },
) =>
  db.run(sql`
    update evm.payouts set state = ${result.state}, fee = ${result.fee.toString()}, reason = ${result.reason}
    where reference = ${reference} and state = 'recorded'`);

/** Payouts that are not settled, or whose end is not reported yet; oldest first. */
export async function unreportedPayouts(db: Queryable, rail: string): Promise<readonly PayoutRow[]> {
  const rows = await db.many(
    Row,
    sql`
    select ${Row.list} from evm.payouts
    where rail = ${rail} and (state in ('ordered', 'recorded') or reported is distinct from state) order by created_at, reference
    limit 500`,
  );
  return rows.map(fromRow);
}

export const markPayoutReported = (db: Db, reference: string, reported: string) =>
  db.run(sql`update evm.payouts set reported = ${reported} where reference = ${reference}`);

export interface SentPayout extends PayoutTerms {
  readonly txHash: string;
  readonly createdAt: Instant;
}

const SentSinceRow = extendRow(Row, {
  created_at: col.timestamp,
});

/** Every payout of a period that was signed, whatever its outcome. */
export async function findSent(db: Queryable, rail: string, { since, before }: Period): Promise<SentPayout[]> {
  const rows = await db.many(
    SentSinceRow,
    sql`
    select ${Row.list}, created_at from evm.payouts
    where rail = ${rail} and tx_hash is not null and created_at >= ${new Date(since)}
      and created_at < ${new Date(before)} order by created_at`,
  );
  return rows.map((row) => ({ ...fromRow(row), txHash: signedOf(row).txHash, createdAt: row.created_at.getTime() }));
}
