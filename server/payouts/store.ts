import * as z from 'zod/mini';
import { AnyRow } from '#server/platform/db/row.ts';
import sql, { raw } from 'sql-template-tag';
import {
  BY_HAND_RAIL,
  PAYOUT_PURPOSES,
  PAYOUT_STATES,
  orderSubject,
  type PayoutPurpose,
  type PayoutState,
  type Subject,
} from '#core/payout.ts';
import { type Instant, MINUTE_MS } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

/** How long a call to a provider may be under way before it counts as lost: nobody ends an attempt beside it. */
const CALL_MS = 2 * MINUTE_MS;

/** Reason of an attempt that a person has ended. */
export const BY_OPERATOR = 'operator';

/** One attempt to pay; its id is the reference that the provider knows. */
export interface Payout {
  readonly id: string;
  readonly subject: Subject;
  readonly purpose: PayoutPurpose;
  readonly attempt: number;
  readonly rail: string;
  readonly code: string;
  /** Where it is paid from. */
  readonly wallet: string;
  readonly amount: bigint;
  readonly state: PayoutState;
  readonly txHash: string | null;
  /** Who has it in hand. */
  readonly takenBy: string | null;
  /** Until when a call about it may be under way: the mark of the newest one. */
  readonly askingUntil: Date | null;
}

const PayoutRow = z.object({
  id: z.string(),
  order_id: z.nullable(z.string()),
  withdrawal_id: z.nullable(z.string()),
  purpose: z.enum(PAYOUT_PURPOSES),
  attempt: z.number(),
  rail: z.string(),
  payment_system_code: z.string(),
  wallet: z.string(),
  amount: z.string(),
  state: z.enum(PAYOUT_STATES),
  tx_hash: z.nullable(z.string()),
  taken_by: z.nullable(z.string()),
  asking_until: z.nullable(z.date()),
});
type PayoutRow = z.output<typeof PayoutRow>;

const COLUMNS = raw(
  'id, order_id, withdrawal_id, purpose, attempt, rail, payment_system_code, wallet, amount, state, tx_hash, taken_by, asking_until',
);

/** What an attempt pays for; the database lets it be one of them, never none or both. */
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
  askingUntil: row.asking_until,
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
  /** `claimed` unless it waits (`queued`) or a person takes it (`by_hand` with `takenBy`). */
  readonly state?: 'queued' | 'claimed' | 'by_hand';
  readonly takenBy?: string;
}

/** Writes the next attempt; undefined while another one may have been or may still be executed (unique indexes `payouts_single_live`, `payouts_single_surplus`, `payouts_single_live_withdrawal`). */
export async function insertPayout(tx: Tx, payout: NewPayout): Promise<Payout | undefined> {
  const now = new Date(payout.now);
  const state = payout.state ?? 'claimed';
  const [orderId, withdrawalId] = payout.subject.kind === 'order' ? [payout.subject.id, null] : [null, payout.subject.id];
  const askingUntil = state === 'claimed' ? new Date(payout.now + CALL_MS) : null;
  const row = await tx.maybe(
    PayoutRow,
    sql`
    insert into payouts (id, order_id, withdrawal_id, purpose, attempt, rail, payment_system_code, wallet, amount, state, claimed_at, updated_at, taken_by, asking_until)
    select ${payout.id}, ${orderId}, ${withdrawalId}, ${payout.purpose},
      1 + (select count(*)::int from payouts where (order_id = ${orderId} or withdrawal_id = ${withdrawalId}) and purpose = ${payout.purpose}),
      ${payout.rail}, ${payout.code}, ${payout.wallet}, ${String(payout.amount)}, ${state}, ${now}, ${now}, ${payout.takenBy ?? null}::uuid, ${askingUntil}
    on conflict do nothing
    returning ${COLUMNS}`,
  );
  return row && fromRow(row);
}

/** Passes a waiting attempt on: to the machine, or into a person's hand. False: somebody was faster. */
export async function takeQueued(
  tx: Tx,
  id: string,
  to: { readonly state: 'claimed'; readonly now: Instant } | { readonly state: 'by_hand'; readonly takenBy: string; readonly now: Instant },
): Promise<boolean> {
  const takenBy = to.state === 'by_hand' ? to.takenBy : null;
  const askingUntil = to.state === 'claimed' ? new Date(to.now + CALL_MS) : null;
  const changed = await tx.run(sql`
    update payouts set state = ${to.state}, taken_by = ${takenBy}::uuid, asking_until = ${askingUntil}, updated_at = ${new Date(to.now)},
      rail = case when ${to.state} = 'by_hand' then ${BY_HAND_RAIL} else rail end, claimed_at = ${new Date(to.now)}
    where id = ${id} and state = 'queued'`);
  return changed === 1;
}

/** The call is over: somebody else may end the attempt. Only the newest call, known by its mark, says so. */
export const endCall = async (db: Queryable, id: string, mark: Date | null): Promise<number> =>
  await db.run(sql`update payouts set asking_until = null where id = ${id} and asking_until = ${mark}`);

export async function findPayout(db: Queryable, id: string): Promise<Payout | undefined> {
  const row = await db.maybe(PayoutRow, sql`select ${COLUMNS} from payouts where id = ${id}`);
  return row && fromRow(row);
}

/** The attempt to pay out or refund that is not failed, if any. */
export async function findLivePayout(db: Queryable, orderId: string): Promise<Payout | undefined> {
  const row = await db.maybe(
    PayoutRow,
    sql`
    select ${COLUMNS} from payouts
    where order_id = ${orderId} and state <> 'failed' and purpose <> 'surplus'`,
  );
  return row && fromRow(row);
}

/** The return of a surplus that is not over, if any. */
export async function findLiveSurplus(db: Queryable, orderId: string): Promise<Payout | undefined> {
  const row = await db.maybe(
    PayoutRow,
    sql`
    select ${COLUMNS} from payouts where order_id = ${orderId} and purpose = 'surplus' and state not in ('executed', 'failed')`,
  );
  return row && fromRow(row);
}

/** Whether the books of an order stand on a word that an operator gave beside the rail's own reports. */
export const hasWordBeyondRail = async (db: Queryable, orderId: string): Promise<boolean> =>
  (await db.maybe(AnyRow, sql`select id from deposits where order_id = ${orderId} and beyond_rail and posted_amount > 0 limit 1`)) !==
  undefined;

/** More came while a return still waits: it takes that along. False: none waits. */
export const enlargeQueued = async (tx: Tx, orderId: string, amount: bigint): Promise<boolean> =>
  (await tx.run(sql`
    update payouts set amount = ${String(amount)} where order_id = ${orderId} and purpose = 'surplus' and state = 'queued'`)) === 1;

/** What waits and cannot be sent by its rail is a person's. */
export const leaveToPerson = async (tx: Tx, id: string): Promise<number> =>
  await tx.run(sql`update payouts set rail = ${BY_HAND_RAIL} where id = ${id} and state = 'queued'`);

/** Attempts of a subject that a person has ended as not sent: the rail may know better. */
export const findEndedByPeople = async (db: Queryable, subject: Subject, purpose: PayoutPurpose): Promise<Payout[]> =>
  (
    await db.many(
      PayoutRow,
      sql`
      select ${COLUMNS} from payouts
      where ${subject.id} in (order_id, withdrawal_id) and purpose = ${purpose} and state = 'failed' and rail <> ${BY_HAND_RAIL} and reason = ${BY_OPERATOR}`,
    )
  ).map(fromRow);

/** Every attempt of an order, for what may be done next. */
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

/** Writes what is known now; an executed or failed attempt never changes again. False: it was final already. */
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

/** A person ends an attempt that is unknown or in hand. False: it is not, or the provider is being asked right now. */
export async function endAttempt(
  tx: Tx,
  id: string,
  end: { readonly state: 'executed' | 'failed'; readonly now: Instant; readonly reference: string | null; readonly reason: string },
): Promise<boolean> {
  const changed = await tx.run(sql`
    update payouts set state = ${end.state}, updated_at = ${new Date(end.now)}, unknown_since = null,
      external_id = coalesce(${end.reference}, external_id), reason = ${end.reason}
    where id = ${id} and (state = 'by_hand' or (state = 'unknown' and coalesce(asking_until <= ${new Date(end.now)}, true)))`);
  return changed === 1;
}

/** Attempts nobody has heard of for a while: to be asked about by our reference. */
export async function findSilentPayouts(db: Queryable, before: { accepted: Instant; unsure: Instant }, limit: number): Promise<Payout[]> {
  const rows = await db.many(
    PayoutRow,
    sql`
    select ${COLUMNS} from payouts
    where (state = 'accepted' and coalesce(asked_at, claimed_at) <= ${new Date(before.accepted)})
       or (state in ('claimed', 'unknown') and coalesce(asked_at, claimed_at) <= ${new Date(before.unsure)})
    order by coalesce(asked_at, claimed_at) limit ${limit}`,
  );
  return rows.map(fromRow);
}

const LongUnknownRow = z.extend(PayoutRow, { reason: z.nullable(z.string()) });

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

const AskingRow = z.object({
  asking_until: z.date(),
});

/** Takes the right to ask about one attempt for a while, so that several processes do not ask at once: the mark of the call, for `endCall`. */
export async function claimAsking(db: Queryable, id: string, claim: { now: Instant; notAfter: Instant }): Promise<Date | undefined> {
  const row = await db.maybe(
    AskingRow,
    sql`
    update payouts set asked_at = ${new Date(claim.now)}, asking_until = ${new Date(claim.now + CALL_MS)}
    where id = ${id} and state in ('claimed', 'accepted', 'unknown') and coalesce(asked_at, claimed_at) <= ${new Date(claim.notAfter)}
    returning asking_until`,
  );
  return row?.asking_until;
}

/** A refund that definitely failed is tried again that often; then a person returns it by hand. */
export const REFUND_ATTEMPTS = 5;

const UnattemptedRow = z.object({
  id: z.string(),
  status: z.string(),
});

/**
 * Orders that should be paid or refunded and have no attempt under way: what a lost job left behind, and refunds whose last
 * attempt failed before `retryBefore`; what waits for people to agree is not looked at. Payouts first; the rest by chance, so that what cannot be tried never starves the others.
 */
export async function findUnattempted(
  db: Queryable,
  before: { readonly lost: Instant; readonly retry: Instant },
  limit: number,
): Promise<{ orderId: string; purpose: PayoutPurpose }[]> {
  const rows = await db.many(
    UnattemptedRow,
    sql`
    select o.id, o.status from orders o
    left join lateral (
      select count(*) filter (where rail <> ${BY_HAND_RAIL}) as attempts, max(updated_at) as last_at, bool_or(state <> 'failed') as is_live
      from payouts p where p.order_id = o.id and p.purpose <> 'surplus' and (p.purpose = 'refund' or p.state <> 'failed')) a on true
    where o.status in ('payout_pending', 'refund_pending') and o.status_changed_at <= ${new Date(before.lost)}
      and a.is_live is not true
      and not exists (select from approvals w where w.subject = o.id and w.kind = 'pay_out' and w.state = 'open' and w.expires_at > ${new Date(before.lost)})
      and (o.status = 'payout_pending' or (
        (o.income_requisites_masked <> '{}'::jsonb or o.returns_by_payment) and a.attempts < ${REFUND_ATTEMPTS} and coalesce(a.last_at <= ${new Date(before.retry)}, true)))
    order by o.status = 'payout_pending' desc, random() limit ${limit}`,
  );
  return rows.map((row) => ({ orderId: row.id, purpose: row.status === 'payout_pending' ? 'payout' : 'refund' }));
}

const QueuedSurplusRow = z.object({
  order_id: z.string(),
});

/** Orders whose surplus waits for the machine: new ones, and those whose last attempt failed before `retry`, that often as a refund. */
export async function findQueuedSurplus(
  db: Queryable,
  before: { readonly lost: Instant; readonly retry: Instant },
  limit: number,
): Promise<string[]> {
  const rows = await db.many(
    QueuedSurplusRow,
    sql`
    select p.order_id from payouts p join orders o on o.id = p.order_id
    where p.state = 'queued' and p.rail <> ${BY_HAND_RAIL} and (o.income_requisites_masked <> '{}'::jsonb or o.returns_by_payment) and p.attempt <= ${REFUND_ATTEMPTS}
      and p.claimed_at <= case when p.attempt = 1 then ${new Date(before.lost)}::timestamptz else ${new Date(before.retry)}::timestamptz end
    order by random() limit ${limit}`,
  );
  return rows.map((row) => row.order_id);
}
