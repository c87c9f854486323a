import {
  BY_HAND_RAIL,
  PAYOUT_PURPOSES,
  PAYOUT_STATES,
  orderSubject,
  type PayoutPurpose,
  type PayoutState,
  type Subject,
} from '#core/payout/payout.ts';
import { type Instant, MINUTE_MS } from '#core/time.ts';
import { col, extendRow, type Queryable, raw, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** Deadline of a call to a provider. Until then the attempt cannot be ended by an operator. */
const MAX_CALL_MS = 2 * MINUTE_MS;

/** After this many failed attempts an operator pays a refund by hand. */
export const MAX_REFUND_ATTEMPTS = 5;

/** Stored reason of an attempt that an operator ended. */
export const ENDED_BY_OPERATOR = 'operator';

/** One attempt to pay; its id is the reference sent to the provider. */
export interface Payout {
  readonly id: string;
  readonly subject: Subject;
  readonly purpose: PayoutPurpose;
  readonly attempt: number;
  readonly rail: string;
  readonly code: string;
  /** The wallet that pays. */
  readonly wallet: string;
  readonly amount: bigint;
  readonly state: PayoutState;
  readonly txHash: string | null;
  /** The operator who pays it by hand. */
  readonly takenBy: string | null;
  /** Until when a call about it may be running; identifies the newest call. */
  readonly callDeadline: Date | null;
}

const PayoutRow = rowType({
  id: col.text,
  order_id: col.nullable(col.text),
  withdrawal_id: col.nullable(col.text),
  purpose: col.oneOf(PAYOUT_PURPOSES),
  attempt: col.number,
  rail: col.text,
  payment_system_code: col.text,
  wallet: col.text,
  amount: col.text,
  state: col.oneOf(PAYOUT_STATES),
  tx_hash: col.nullable(col.text),
  taken_by: col.nullable(col.text),
  asking_until: col.nullable(col.timestamp),
});
type PayoutRow = RowOf<typeof PayoutRow>;

const COLUMNS = raw(
  'id, order_id, withdrawal_id, purpose, attempt, rail, payment_system_code, wallet, amount, state, tx_hash, taken_by, asking_until',
);

/** What an attempt pays for. A database constraint ensures exactly one of the two. */
function subjectOf(row: Pick<PayoutRow, 'order_id' | 'withdrawal_id'>): Subject {
  return row.withdrawal_id === null ? orderSubject(row.order_id ?? '') : { kind: 'withdrawal', id: row.withdrawal_id };
}

const fromRow = (row: PayoutRow): Payout => ({
  id: row.id,
  subject: subjectOf(row),
  purpose: row.purpose,
  attempt: row.attempt,
  rail: row.rail,
  code: row.payment_system_code,
  wallet: row.wallet,
  amount: BigInt(row.amount),
  state: row.state,
  txHash: row.tx_hash,
  takenBy: row.taken_by,
  callDeadline: row.asking_until,
});

export interface NewPayout {
  readonly id: string;
  readonly subject: Subject;
  readonly purpose: PayoutPurpose;
  readonly rail: string;
  readonly code: string;
  readonly wallet: string;
  readonly amount: bigint;
  readonly now: Instant;
  /** Default `claimed`; `by_hand` needs `takenBy`. */
  readonly state?: 'queued' | 'claimed' | 'by_hand';
  readonly takenBy?: string;
}

/**
 * Inserts the next attempt; undefined while another may have been or may still be executed (unique indexes `payouts_single_live`,
 * `payouts_single_surplus`, `payouts_single_live_withdrawal`).
 */
export async function insertPayout(tx: Tx, payout: NewPayout): Promise<Payout | undefined> {
  const now = new Date(payout.now);
  const state = payout.state ?? 'claimed';
  const [orderId, withdrawalId] = payout.subject.kind === 'order' ? [payout.subject.id, null] : [null, payout.subject.id];
  const callDeadline = state === 'claimed' ? new Date(payout.now + MAX_CALL_MS) : null;
  const row = await tx.maybe(
    PayoutRow,
    sql`
    insert into payouts (id, order_id, withdrawal_id, purpose, attempt, rail, payment_system_code, wallet, amount, state, claimed_at,
      updated_at, taken_by, asking_until)
    select ${payout.id}, ${orderId}, ${withdrawalId}, ${payout.purpose},
      1 + (select count(*)::int from payouts
        where (order_id = ${orderId} or withdrawal_id = ${withdrawalId}) and purpose = ${payout.purpose}),
      ${payout.rail}, ${payout.code}, ${payout.wallet}, ${String(payout.amount)}, ${state}, ${now}, ${now},
        ${payout.takenBy ?? null}::uuid, ${callDeadline}
    on conflict do nothing
    returning ${COLUMNS}`,
  );
  return row && fromRow(row);
}

/** Claims a queued attempt for the provider (`claimed`) or for an operator (`by_hand`). False: it is not queued any more. */
export async function takeQueued(
  tx: Tx,
  id: string,
  claim:
    | { readonly state: 'claimed'; readonly now: Instant }
    | { readonly state: 'by_hand'; readonly takenBy: string; readonly now: Instant },
): Promise<boolean> {
  const takenBy = claim.state === 'by_hand' ? claim.takenBy : null;
  const callDeadline = claim.state === 'claimed' ? new Date(claim.now + MAX_CALL_MS) : null;
  const changed = await tx.run(sql`
    update payouts set state = ${claim.state}, taken_by = ${takenBy}::uuid, asking_until = ${callDeadline},
      updated_at = ${new Date(claim.now)},
      rail = case when ${claim.state} = 'by_hand' then ${BY_HAND_RAIL} else rail end, claimed_at = ${new Date(claim.now)}
    where id = ${id} and state = 'queued'`);
  return changed === 1;
}

/** Ends a call, so that the attempt can be ended by an operator. Does nothing if a newer call is running. */
export const endCall = async (db: Queryable, id: string, callDeadline: Date | null): Promise<number> =>
  await db.run(sql`update payouts set asking_until = null where id = ${id} and asking_until = ${callDeadline}`);

export async function findPayout(db: Queryable, id: string): Promise<Payout | undefined> {
  const row = await db.maybe(PayoutRow, sql`select ${COLUMNS} from payouts where id = ${id}`);
  return row && fromRow(row);
}

/** As `findPayout`, locked until the transaction ends: a poll of it waits. */
export async function lockPayout(tx: Tx, id: string): Promise<Payout | undefined> {
  const row = await tx.maybe(PayoutRow, sql`select ${COLUMNS} from payouts where id = ${id} for no key update`);
  return row && fromRow(row);
}

/** The payout or refund attempt that has not failed. */
export async function findLivePayout(db: Queryable, orderId: string): Promise<Payout | undefined> {
  const row = await db.maybe(
    PayoutRow,
    sql`
    select ${COLUMNS} from payouts
    where order_id = ${orderId} and state <> 'failed' and purpose <> 'surplus'`,
  );
  return row && fromRow(row);
}

/** The surplus return that is not executed or failed. */
export async function findLiveSurplus(db: Queryable, orderId: string): Promise<Payout | undefined> {
  const row = await db.maybe(
    PayoutRow,
    sql`
    select ${COLUMNS} from payouts where order_id = ${orderId} and purpose = 'surplus' and state not in ('executed', 'failed')`,
  );
  return row && fromRow(row);
}

/** Sets the amount of the queued return. False: none is queued. */
export const setQueuedSurplusAmount = async (tx: Tx, orderId: string, amount: bigint): Promise<boolean> =>
  (await tx.run(sql`
    update payouts set amount = ${String(amount)} where order_id = ${orderId} and purpose = 'surplus' and state = 'queued'`)) === 1;

/** Leaves a queued attempt to operators: its rail cannot send it. */
export const assignToOperator = async (tx: Tx, id: string): Promise<number> =>
  await tx.run(sql`update payouts set rail = ${BY_HAND_RAIL} where id = ${id} and state = 'queued'`);

/** Attempts that an operator ended as not sent; the rail may report otherwise. */
export const findEndedByOperators = async (db: Queryable, subject: Subject, purpose: PayoutPurpose): Promise<Payout[]> =>
  (
    await db.many(
      PayoutRow,
      sql`
      select ${COLUMNS} from payouts
      where ${subject.id} in (order_id, withdrawal_id) and purpose = ${purpose} and state = 'failed' and rail <> ${BY_HAND_RAIL}
      and reason = ${ENDED_BY_OPERATOR}`,
    )
  ).map(fromRow);

/** Every attempt of an order. */
export const findAttempts = async (db: Queryable, orderId: string): Promise<Payout[]> =>
  (await db.many(PayoutRow, sql`select ${COLUMNS} from payouts where order_id = ${orderId}`)).map(fromRow);

export interface PayoutChange {
  readonly state: PayoutState;
  readonly now: Instant;
  readonly externalId?: string | null;
  readonly txHash?: string | null;
  readonly confirmations?: number;
  readonly requiredConfirmations?: number;
  readonly reason?: string | null;
}

/** Stores a provider's answer. False: the attempt is final, queued or taken by hand. */
export async function savePayout(tx: Tx, id: string, change: PayoutChange): Promise<boolean> {
  const changed = await tx.run(sql`
    update payouts set state = ${change.state}, updated_at = ${new Date(change.now)}, asked_at = ${new Date(change.now)},
      external_id = coalesce(${change.externalId ?? null}, external_id), tx_hash = coalesce(${change.txHash ?? null}, tx_hash),
      confirmations = coalesce(${change.confirmations ?? null}, confirmations),
      required_confirmations = coalesce(${change.requiredConfirmations ?? null}, required_confirmations), reason = ${change.reason ?? null},
      unknown_since = case when ${change.state} = 'unknown' then coalesce(unknown_since, ${new Date(change.now)}) end
    where id = ${id} and state in ('claimed', 'accepted', 'unknown')`);
  return changed === 1;
}

/** An operator ends an attempt that is unknown or taken by hand. False: it is neither, or a call to the provider is running. */
export async function endAttempt(
  tx: Tx,
  id: string,
  ending: { readonly state: 'executed' | 'failed'; readonly now: Instant; readonly reference: string | null; readonly reason: string },
): Promise<boolean> {
  const changed = await tx.run(sql`
    update payouts set state = ${ending.state}, updated_at = ${new Date(ending.now)}, unknown_since = null,
      external_id = coalesce(${ending.reference}, external_id), reason = ${ending.reason}
    where id = ${id} and (state = 'by_hand' or (state = 'unknown' and coalesce(asking_until <= ${new Date(ending.now)}, true)))`);
  return changed === 1;
}

/** Attempts without a report for a while, to be polled; oldest first. */
export async function findPayoutsToPoll(
  db: Queryable,
  before: { accepted: Instant; unconfirmed: Instant },
  limit: number,
): Promise<Payout[]> {
  const rows = await db.many(
    PayoutRow,
    sql`
    select ${COLUMNS} from payouts
    where (state = 'accepted' and coalesce(asked_at, claimed_at) <= ${new Date(before.accepted)})
       or (state in ('claimed', 'unknown') and coalesce(asked_at, claimed_at) <= ${new Date(before.unconfirmed)})
    order by coalesce(asked_at, claimed_at) limit ${limit}`,
  );
  return rows.map(fromRow);
}

const LongUnknownRow = extendRow(PayoutRow, { reason: col.nullable(col.text) });

/** Attempts that have been unknown since before `since`. */
export const findLongUnknown = async (db: Queryable, since: Instant): Promise<(Payout & { readonly reason: string | null })[]> =>
  (
    await db.many(
      LongUnknownRow,
      sql`
      select ${COLUMNS}, reason from payouts
      where state = 'unknown' and unknown_since <= ${new Date(since)} order by unknown_since limit 100`,
    )
  ).map((row) => ({ ...fromRow(row), reason: row.reason }));

const CallRow = rowType({
  asking_until: col.timestamp,
});

/**
 * Claims the poll of one attempt, so that no two processes poll it at once. Returns the call's deadline, for `endCall`; undefined if it was
 * polled or is final.
 */
export async function claimPoll(db: Queryable, id: string, claim: { now: Instant; notAfter: Instant }): Promise<Date | undefined> {
  const row = await db.maybe(
    CallRow,
    sql`
    update payouts set asked_at = ${new Date(claim.now)}, asking_until = ${new Date(claim.now + MAX_CALL_MS)}
    where id = ${id} and state in ('claimed', 'accepted', 'unknown') and coalesce(asked_at, claimed_at) <= ${new Date(claim.notAfter)}
    returning asking_until`,
  );
  return row?.asking_until;
}
