import { DEPOSIT_STATES } from '#core/order/payment-reports.ts';
import type { Instant } from '#core/time.ts';
import type { Deposit } from '#server/adapters/rails/port.ts';
import { col, type Db, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** The last solid block that was read. `time`: the block's own, milliseconds. */
export interface Cursor {
  readonly genesis: string;
  readonly number: number;
  readonly id: string;
  readonly time: Instant;
}

/** A transfer to one of our addresses in the asset that its order expects. */
export interface FoundTransfer {
  readonly externalId: string;
  readonly orderId: string;
  readonly amount: bigint;
  readonly txId: string;
  readonly blockNumber: number;
  readonly firstSeenAt: Instant;
}

/** Money that no order or payout explains. */
export interface FoundOddity {
  readonly subject: string;
  readonly detail: string;
}

const CursorRow = rowType({ genesis: col.text, scanned_to: col.text, scanned_id: col.text, scanned_time: col.timestamp });

export async function readCursor(db: Db): Promise<Cursor | undefined> {
  const row = await db.maybe(CursorRow, sql`select ${CursorRow.list} from tron.chain`);
  return row && { genesis: row.genesis, number: Number(row.scanned_to), id: row.scanned_id, time: row.scanned_time.getTime() };
}

/** Starts reading after this block, unless it was started before. */
export const startCursor = (db: Db, { genesis, number, id, time }: Cursor, now: Instant) =>
  db.run(sql`
    insert into tron.chain (genesis, scanned_to, scanned_id, scanned_time, updated_at)
    values (${genesis}, ${number}, ${id}, ${new Date(time)}, ${new Date(now)}) on conflict do nothing`);

/** What a range of solid blocks contains. `minedIds`: every transaction id of each block. */
export interface SolidRange {
  readonly last: Omit<Cursor, 'genesis'>;
  readonly transfers: readonly FoundTransfer[];
  readonly oddities: readonly FoundOddity[];
  readonly mined: readonly { readonly txId: string; readonly blockNumber: number }[];
  readonly now: Instant;
}

/**
 * Saves a range of solid blocks with the cursor at its end, atomically: a payout that is not marked as mined is in none of them. False:
 * another process has saved it.
 */
export function saveSolid(db: Db, from: Cursor, { last, transfers, oddities, mined, now }: SolidRange): Promise<boolean> {
  return db.tx(async (tx) => {
    const moved = await tx.run(sql`
      update tron.chain
      set scanned_to = ${last.number}, scanned_id = ${last.id}, scanned_time = ${new Date(last.time)}, updated_at = ${new Date(now)}
      where scanned_to = ${from.number} and scanned_id = ${from.id}`);
    if (moved === 0) return false;
    await saveTransfers(tx, transfers, 'solid');
    await tx.run(sql`update tron.transfers set is_lost = true where not is_solid and not is_lost and block_number <= ${last.number}`);
    await tx.run(sql`
      update tron.payouts p set mined_block = m.number
      from unnest(${mined.map(({ txId }) => txId)}::text[], ${mined.map(({ blockNumber }) => blockNumber)}::bigint[]) as m (tx_id, number)
      where p.tx_id = m.tx_id`);
    for (const { subject, detail } of oddities)
      await tx.run(sql`
        insert into tron.oddities (subject, detail, found_at) values (${subject}, ${detail}, ${new Date(now)}) on conflict do nothing`);
    return true;
  });
}

/** Saves transfers of blocks that are not solid yet. One that is solid already is left alone. */
export const saveSeen = (db: Db, transfers: readonly FoundTransfer[]) => db.tx((tx) => saveTransfers(tx, transfers, 'seen'));

async function saveTransfers(tx: Tx, transfers: readonly FoundTransfer[], found: 'solid' | 'seen'): Promise<void> {
  for (const { externalId, orderId, amount, txId, blockNumber, firstSeenAt } of transfers)
    await tx.run(sql`
      insert into tron.transfers as t (external_id, order_id, amount, tx_id, block_number, is_solid, first_seen_at)
      values (${externalId}, ${orderId}, ${amount.toString()}, ${txId}, ${blockNumber}, ${found === 'solid'}, ${new Date(firstSeenAt)})
      on conflict (external_id) do update
        set block_number = excluded.block_number, is_solid = excluded.is_solid, is_lost = false where not t.is_solid`);
}

const SenderRow = rowType({ address: col.text });

/** Accounts that payouts were made from. */
export const sendersOf = async (db: Db): Promise<ReadonlySet<string>> =>
  new Set((await db.many(SenderRow, sql`select address from tron.senders`)).map(({ address }) => address));

const OwnIdRow = rowType({ tx_id: col.text });

/** Which of these transactions are payouts of ours. */
export async function ownTransactions(db: Db, txIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (txIds.length === 0) return new Set();
  const rows = await db.many(OwnIdRow, sql`select tx_id from tron.payouts where tx_id = any(${txIds}::text[])`);
  return new Set(rows.map(({ tx_id: txId }) => txId));
}

/** A transfer with the last state that was reported to its order. */
export interface TrackedTransfer extends FoundTransfer {
  readonly address: string;
  readonly paymentSystemCode: string;
  readonly requiredConfirmations: number;
  readonly isSolid: boolean;
  readonly isLost: boolean;
  readonly reportedState: Deposit['state'] | null;
  readonly reportedConfirmations: number | null;
}

const TrackedRow = rowType({
  external_id: col.text,
  order_id: col.text,
  amount: col.text,
  tx_id: col.text,
  block_number: col.text,
  is_solid: col.bool,
  is_lost: col.bool,
  first_seen_at: col.timestamp,
  reported_state: col.nullable(col.oneOf(DEPOSIT_STATES)),
  reported_confirmations: col.nullable(col.number),
  address: col.text,
  payment_system_code: col.text,
  required_confirmations: col.number,
});

/** Transfers whose state may have to be reported: lost ones that were reported as seen, and others that were not reported as final. */
export async function transfersToReport(db: Queryable): Promise<readonly TrackedTransfer[]> {
  const rows = await db.many(
    TrackedRow,
    sql`
    select t.external_id, t.order_id, t.amount, t.tx_id, t.block_number, t.is_solid, t.is_lost, t.first_seen_at, t.reported_state,
      t.reported_confirmations, a.address, a.payment_system_code, a.required_confirmations
    from tron.transfers t join tron.deposit_addresses a using (order_id)
    where t.reported_state is distinct from 'final' and (not t.is_lost or t.reported_state = 'seen')
    order by t.block_number, t.external_id`,
  );
  return rows.map((row) => ({
    externalId: row.external_id,
    orderId: row.order_id,
    amount: BigInt(row.amount),
    txId: row.tx_id,
    blockNumber: Number(row.block_number),
    isSolid: row.is_solid,
    isLost: row.is_lost,
    firstSeenAt: row.first_seen_at.getTime(),
    reportedState: row.reported_state,
    reportedConfirmations: row.reported_confirmations,
    address: row.address,
    paymentSystemCode: row.payment_system_code,
    requiredConfirmations: row.required_confirmations,
  }));
}

const LostRow = rowType({ is_lost: col.bool });

/** Whether a transfer is lost at this moment: another process may have found it in a solid block since it was read. */
export const isStillLost = async (db: Db, externalId: string): Promise<boolean> =>
  (await db.maybe(LostRow, sql`select is_lost from tron.transfers where external_id = ${externalId}`))?.is_lost === true;

/** Stores the report that the order side has acknowledged. */
export const markReported = (
  db: Db,
  { externalId, state, confirmations }: { readonly externalId: string } & Pick<Deposit, 'state' | 'confirmations'>,
) =>
  db.run(sql`
    update tron.transfers set reported_state = ${state}, reported_confirmations = ${confirmations} where external_id = ${externalId}`);
