import { LOCALES } from '#core/locale.ts';
import { type Instant, MINUTE_MS } from '#core/time.ts';
import { WITHDRAWAL_STATUSES, type WithdrawalMoveName } from '#core/withdrawal/lifecycle.ts';
import { PROMISE_MS, PURSES, type Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { PayoutDestination } from '#server/payouts/subject.ts';
import { col, type Queryable, raw, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const WithdrawalRow = rowType({
  id: col.text,
  status: col.oneOf(WITHDRAWAL_STATUSES),
  version: col.number,
  user_id: col.text,
  locale: col.oneOf(LOCALES),
  purse: col.oneOf(PURSES),
  purse_wallet: col.text,
  purse_amount: col.text,
  outcome_code: col.text,
  outcome_wallet: col.text,
  outcome_asset: col.text,
  outcome_amount: col.text,
  purse_hold_id: col.nullable(col.text),
  hold_id: col.nullable(col.text),
  tx_hash: col.nullable(col.text),
  created_at: col.timestamp,
  status_changed_at: col.timestamp,
  expires_at: col.nullable(col.timestamp),
  held_until: col.nullable(col.timestamp),
  is_stopped: col.bool,
  promised_at: col.nullable(col.timestamp),
});

const COLUMNS =
  raw(`w.id, w.status, w.version, w.user_id, w.locale, w.purse, w.purse_wallet, w.purse_amount, w.outcome_code, w.outcome_wallet,
  (select asset from wallets where id = w.outcome_wallet) as outcome_asset, w.outcome_amount, w.purse_hold_id, w.hold_id, w.tx_hash,
  w.created_at, w.status_changed_at, w.expires_at, w.held_until, w.is_stopped, w.promised_at`);

const fromRow = (row: RowOf<typeof WithdrawalRow>): Withdrawal => ({
  id: row.id,
  status: row.status,
  version: row.version,
  userId: row.user_id,
  locale: row.locale,
  purse: row.purse,
  purseWallet: row.purse_wallet,
  purseAmount: BigInt(row.purse_amount),
  outcomeCode: row.outcome_code,
  outcomeWallet: row.outcome_wallet,
  outcomeAsset: row.outcome_asset,
  outcomeAmount: BigInt(row.outcome_amount),
  purseHoldId: row.purse_hold_id,
  holdId: row.hold_id,
  txHash: row.tx_hash,
  createdAt: row.created_at.getTime(),
  statusChangedAt: row.status_changed_at.getTime(),
  expiresAt: row.expires_at?.getTime() ?? null,
  heldUntil: row.held_until?.getTime() ?? null,
  isStopped: row.is_stopped,
  promisedAt: row.promised_at?.getTime() ?? null,
});

const toDate = (at: Instant | null): Date | null => (at === null ? null : new Date(at));

export async function findWithdrawal(db: Queryable, id: string): Promise<Withdrawal | undefined> {
  const row = await db.maybe(WithdrawalRow, sql`select ${COLUMNS} from withdrawals w where w.id = ${id}`);
  return row && fromRow(row);
}

export const findWithdrawals = async (db: Queryable, ids: readonly string[]): Promise<Withdrawal[]> =>
  (await db.many(WithdrawalRow, sql`select ${COLUMNS} from withdrawals w where w.id = any(${[...ids]}::text[])`)).map(fromRow);

/** One withdrawal, locked until the transaction ends. Required for every change. */
export async function lockWithdrawal(tx: Tx, id: string): Promise<Withdrawal | undefined> {
  const row = await tx.maybe(WithdrawalRow, sql`select ${COLUMNS} from withdrawals w where w.id = ${id} for update of w`);
  return row && fromRow(row);
}

export interface NewWithdrawal {
  readonly withdrawal: Withdrawal;
  readonly requisites: { readonly sealed: Buffer; readonly masked: Readonly<Record<string, string>>; readonly fingerprint: Buffer };
  readonly tokenHash: Buffer;
}

/** Inserts a withdrawal and the first event of its timeline. */
export async function insertWithdrawal(tx: Tx, { withdrawal: w, requisites, tokenHash }: NewWithdrawal): Promise<void> {
  await tx.run(sql`
    with n as (
      insert into withdrawals (id, status, version, user_id, locale, purse, purse_wallet, purse_amount, outcome_code, outcome_wallet,
        outcome_amount,
        requisites_sealed, requisites_masked, outcome_fingerprint, token_hash, purse_hold_id, hold_id, created_at, status_changed_at,
          expires_at)
      values (${w.id}, ${w.status}, ${w.version}, ${w.userId}, ${w.locale}, ${w.purse}, ${w.purseWallet}, ${String(w.purseAmount)},
        ${w.outcomeCode},
        ${w.outcomeWallet}, ${String(w.outcomeAmount)}, ${requisites.sealed}, ${JSON.stringify(requisites.masked)},
          ${requisites.fingerprint}, ${tokenHash},
        ${w.purseHoldId}, ${w.holdId}, ${toDate(w.createdAt)}, ${toDate(w.statusChangedAt)}, ${toDate(w.expiresAt)})
    )
    insert into withdrawal_events (withdrawal_id, version, move, from_status, to_status, actor, actor_id, at)
    values (${w.id}, ${w.version}, 'request', null, ${w.status}, 'customer', ${w.userId}, ${toDate(w.createdAt)})`);
}

export interface WithdrawalEvent {
  readonly move: WithdrawalMoveName;
  readonly actor: string;
  readonly actorId: string | null;
  readonly note: string | null;
}

/** Saves a decided move and its timeline event. False: the withdrawal changed since it was read. */
export async function saveWithdrawal(tx: Tx, before: Withdrawal, after: Withdrawal, event: WithdrawalEvent): Promise<boolean> {
  const changed = await tx.run(sql`
    update withdrawals set status = ${after.status}, version = ${after.version}, purse_hold_id = ${after.purseHoldId},
      hold_id = ${after.holdId},
      tx_hash = ${after.txHash}, status_changed_at = ${toDate(after.statusChangedAt)}, expires_at = ${toDate(after.expiresAt)},
      outcome_amount = ${String(after.outcomeAmount)}, held_until = ${toDate(after.heldUntil)}, is_stopped = ${after.isStopped},
        promised_at = ${toDate(after.promisedAt)}
    where id = ${before.id} and status = ${before.status} and version = ${before.version}`);
  if (changed !== 1) return false;
  await tx.run(sql`
    insert into withdrawal_events (withdrawal_id, version, move, from_status, to_status, actor, actor_id, note, at)
    values (${after.id}, ${after.version}, ${event.move}, ${before.status}, ${after.status}, ${event.actor}, ${event.actorId},
      ${event.note},
      ${toDate(after.statusChangedAt)})`);
  return true;
}

/** The transaction hash of a running attempt. */
export const saveTxHash = async (tx: Tx, id: string, txHash: string): Promise<number> =>
  await tx.run(sql`update withdrawals set tx_hash = ${txHash} where id = ${id}`);

const TokenRow = rowType({ hash: col.bytes });

export async function findTokenHash(tx: Queryable, id: string): Promise<Buffer> {
  return (await tx.one(TokenRow, sql`select token_hash as hash from withdrawals where id = ${id}`)).hash;
}

const DestinationRow = rowType({ sealed: col.bytes });

export async function findSealedDestination(db: Queryable, id: string): Promise<Buffer> {
  return (await db.one(DestinationRow, sql`select requisites_sealed as sealed from withdrawals where id = ${id}`)).sealed;
}

const DestinationSummaryRow = rowType({ masked: col.textRecord, digest: col.text, since: col.timestamp });

/** Destination for an approval: masked, and a digest of the sealed value. */
export async function findDestination(db: Queryable, id: string): Promise<PayoutDestination> {
  const row = await db.one(
    DestinationSummaryRow,
    sql`
    select requisites_masked as masked, encode(sha256(requisites_sealed), 'hex') as digest, status_changed_at as since
    from withdrawals where id = ${id}`,
  );
  return { masked: row.masked, digest: row.digest, since: row.since.getTime() };
}

const IdRow = rowType({ id: col.text });

/** Withdrawals whose link has expired, in random order: one that cannot be ended does not starve the others. */
export const findExpired = async (db: Queryable, now: Instant, limit: number): Promise<string[]> =>
  (
    await db.many(
      IdRow,
      sql`
      select id from withdrawals where expires_at <= ${toDate(now)} order by random() limit ${limit}`,
    )
  ).map(({ id }) => id);

/** Withdrawals whose hold is over. */
export const findReleasable = async (db: Queryable, now: Instant, limit: number): Promise<string[]> =>
  (
    await db.many(
      IdRow,
      sql`
      select id from withdrawals where held_until <= ${toDate(now)} and not is_stopped and status = 'payout_pending'
      order by random() limit ${limit}`,
    )
  ).map(({ id }) => id);

/** Fewer are not representative. */
const MIN_MEASURED = 10;
const MinutesRow = rowType({ minutes: col.nullable(col.number) });

/** Median minutes from confirmation to payment for a payment system, withdrawals with a hold excluded; null: too few. */
export async function measureMinutes(
  db: Queryable,
  { code, since }: { readonly code: string; readonly since: Instant },
): Promise<number | null> {
  const { minutes } = await db.one(
    MinutesRow,
    sql`
    select case when count(*) >= ${MIN_MEASURED} then percentile_cont(0.5) within group
      (order by extract(epoch from status_changed_at - promised_at) * 1000 + ${PROMISE_MS})::float8 / ${MINUTE_MS} end as minutes
    from withdrawals w where outcome_code = ${code} and status = 'completed' and promised_at is not null
    and status_changed_at > ${toDate(since)}
      and not exists (select from withdrawal_events e where e.withdrawal_id = w.id and e.move = 'release')`,
  );
  return minutes === null ? null : Math.max(1, Math.ceil(minutes));
}

/** Confirmed withdrawals without a live attempt: their job was lost. */
export const findUnpaid = async (db: Queryable, before: Instant, limit: number): Promise<string[]> =>
  (
    await db.many(
      IdRow,
      sql`
      select w.id from withdrawals w where w.status = 'payout_pending' and w.status_changed_at <= ${toDate(before)}
        and w.held_until is null and not w.is_stopped
        and not exists (select from payouts p where p.withdrawal_id = w.id and p.state <> 'failed')
      order by random() limit ${limit}`,
    )
  ).map(({ id }) => id);
