import {
  type Account,
  imbalances,
  type Entry,
  SINGLE_OWNER_KINDS,
  type Posting,
  type PostingKind,
  availableChange,
} from '#core/ledger/account.ts';
import type { MoveName } from '#core/order/lifecycle.ts';
import type { TouchReason } from '#core/order/touch.ts';
import type { WithdrawalMoveName } from '#core/withdrawal/lifecycle.ts';
import { col, type Queryable, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';

/**
 * Why a transfer was written: a code or an id, never free text of a customer. Transfers are immutable, so they must not contain personal
 * data (decision 0079). Treasury reasons concern no customer.
 */
export type TransferReason =
  | MoveName
  | WithdrawalMoveName
  | TouchReason
  | EarningReason
  | BankLineReason
  | `${'deposit' | 'withdrawal' | 'correction'}: ${string}`
  | 'demo opening balance';
type EarningReason = 'taken_back' | 'reversed_by_hand';
type BankLineReason = `bank line ${string}` | `order ${string}`;

/** The order or withdrawal, actor and reason of a transfer. */
export interface TransferCause {
  readonly orderId: string | null;
  readonly withdrawalId?: string;
  readonly actor: string;
  readonly actorId: string | null;
  readonly reason?: TransferReason;
}

type Phase = 'posted' | 'pending' | 'pending_posted' | 'pending_voided';

export interface NewTransfer {
  readonly id: string;
  readonly kind: PostingKind;
  readonly phase: Phase;
  readonly pendingId: string | null;
  readonly entries: readonly Entry[];
  /** The service's signature (`mark.ts`). */
  readonly mark: string;
}

/** SQL rows `account_kind, account_of, asset, wallet, amount, line`. */
const entryRows = (entries: readonly Entry[]): Sql => sql`unnest(
    ${entries.map((entry) => entry.account.kind)}::text[], ${entries.map((entry) => entry.account.of)}::text[],
    ${entries.map((entry) => entry.asset)}::text[], ${entries.map((entry) => entry.wallet)}::text[],
    ${entries.map((entry) => String(entry.amount))}::numeric[]
  ) with ordinality as e (account_kind, account_of, asset, wallet, amount, line)`;

const deferredTransferIds = new WeakMap<Tx, string[]>();

/**
 * Updates the balances of accounts that orders share (all except SINGLE_OWNER_KINDS) in the transaction's last statement and in a fixed
 * order: the row locks are short and cannot deadlock.
 */
function updateSharedBalances(tx: Tx, ids: readonly string[]): void {
  const pending = deferredTransferIds.get(tx);
  if (pending !== undefined) return void pending.push(...ids);
  const transferIds = [...ids];
  deferredTransferIds.set(tx, transferIds);
  tx.beforeCommit(async () => {
    await tx.run(sql`
      insert into account_balances (account_kind, account_of, wallet, balance)
      select account_kind, account_of, wallet, sum(amount) from ledger_entries
      where transfer_id = any(${transferIds}::uuid[]) and account_kind <> all(${SINGLE_OWNER_KINDS}::text[])
      group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3
      on conflict (account_kind, account_of, wallet, order_id) do update set balance = account_balances.balance + excluded.balance`);
  });
}

/**
 * Writes transfers with their entries. Balances of accounts of one order or customer are updated at once, shared balances before the
 * commit. Throws on an unbalanced transfer.
 */
export async function insertTransfers(tx: Tx, transfers: readonly NewTransfer[], cause: TransferCause): Promise<void> {
  for (const { kind, entries } of transfers) {
    const unbalanced = imbalances({ kind, entries });
    if (unbalanced.length > 0) throw new Error(`unbalanced ${kind} in ${unbalanced.join(', ')}`);
  }
  const ids = transfers.flatMap(({ id, entries }) => entries.map(() => id));
  const lines = transfers.flatMap(({ entries }) => entries.map((_, i) => i + 1));
  await tx.run(sql`
    with t as (
      insert into ledger_transfers (id, kind, phase, pending_id, order_id, withdrawal_id, actor, actor_id, reason, mark)
      select id, kind, phase, pending_id, ${cause.orderId}, ${cause.withdrawalId ?? null}, ${cause.actor}, ${cause.actorId},
        ${cause.reason ?? null}, mark
      from unnest(${transfers.map(({ id }) => id)}::uuid[], ${transfers.map(({ kind }) => kind)}::text[],
        ${transfers.map(({ phase }) => phase)}::text[], ${transfers.map(({ pendingId }) => pendingId)}::uuid[],
        ${transfers.map(({ mark }) => mark)}::text[]) as n (id, kind, phase, pending_id, mark)
    ), lines as (
      select e.*, id, (${lines}::int[])[e.line] as entry_line
      from ${entryRows(transfers.flatMap(({ entries }) => entries))}
      join unnest(${ids}::uuid[]) with ordinality as i (id, line) on i.line = e.line
    ), kept as (
      insert into account_balances (account_kind, account_of, wallet, order_id, balance)
      select account_kind, account_of, wallet, case account_kind when 'suspense' then ${cause.orderId ?? ''}::text else '' end, sum(amount)
      from lines where account_kind = any(${SINGLE_OWNER_KINDS}::text[]) group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3
      on conflict (account_kind, account_of, wallet, order_id) do update set balance = account_balances.balance + excluded.balance
    )
    insert into ledger_entries (transfer_id, line, account_kind, account_of, asset, wallet, amount)
    select id, entry_line, account_kind, account_of, asset, wallet, amount from lines`);
  const written = transfers.filter(({ entries }) => entries.length > 0).map(({ id }) => id);
  if (written.length > 0) updateSharedBalances(tx, written);
}

/** Updates the reserves' posted amounts. */
export async function updatePosted(tx: Tx, postings: readonly Posting[]): Promise<void> {
  const deltas = new Map<string, bigint>();
  for (const entry of postings.flatMap(({ entries }) => entries)) {
    deltas.set(entry.wallet, (deltas.get(entry.wallet) ?? 0n) + availableChange(entry));
  }
  const changed = [...deltas].filter(([, delta]) => delta !== 0n);
  if (changed.length === 0) return;
  await tx.run(sql`
    insert into reserves (wallet, posted)
    select wallet, delta from unnest(${changed.map(([wallet]) => wallet)}::text[],
      ${changed.map(([, delta]) => String(delta))}::numeric[]) as d (wallet, delta)
    order by wallet
    on conflict (wallet) do update set posted = reserves.posted + excluded.posted, updated_at = now()`);
}

/**
 * Reserves `amount` if that much is free above the wallet's buffer, and writes the pending transfer. False: not enough is free. One
 * statement, so that the row lock is short.
 */
export async function insertReservation(
  tx: Tx,
  reservation: {
    readonly id: string;
    readonly buffer: Sql | null;
    readonly wallet: string;
    readonly amount: bigint;
    readonly entries: readonly Entry[];
    readonly cause: TransferCause;
    readonly mark: string;
  },
): Promise<boolean> {
  const { entries, cause } = reservation;
  const amount = String(reservation.amount);
  const written = await tx.run(sql`
    with promised as (
      update reserves set held = held + ${amount}::numeric, updated_at = now()
      where reserves.wallet = ${reservation.wallet} and reserves.posted - reserves.held
        - coalesce(${reservation.buffer ?? sql`null`}, 0) >= ${amount}::numeric
      returning reserves.wallet
    ), t as (
      insert into ledger_transfers (id, kind, phase, order_id, withdrawal_id, actor, actor_id, mark)
      select ${reservation.id}::uuid, 'hold', 'pending', ${cause.orderId}, ${cause.withdrawalId ?? null}, ${cause.actor}, ${cause.actorId},
        ${reservation.mark}
        from promised
    )
    insert into ledger_entries (transfer_id, line, account_kind, account_of, asset, wallet, amount)
    select ${reservation.id}::uuid, e.line, e.account_kind, e.account_of, e.asset, e.wallet, e.amount
      from promised, ${entryRows(entries)}`);
  return written > 0;
}

/** Decreases the reserve's held amount; the caller writes the posted or voided transfer. */
export async function decreaseHeld(tx: Tx, wallet: string, amount: bigint): Promise<void> {
  const changed = await tx.run(
    sql`update reserves set held = held - ${String(amount)}::numeric, updated_at = now() where wallet = ${wallet}`,
  );
  if (changed !== 1) throw new Error(`no reserve row of ${wallet}`);
}

const AccountBalanceRow = rowType({
  balance: col.text,
});

/** Balance of an account in minor units. */
export async function accountBalance(db: Queryable, { kind, of }: Account): Promise<bigint> {
  const row = await db.one(
    AccountBalanceRow,
    sql`
    select coalesce(sum(balance), 0)::text as balance from account_balances where account_kind = ${kind} and account_of = ${of}`,
  );
  return BigInt(row.balance);
}
