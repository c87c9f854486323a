import * as z from 'zod/mini';
import sql, { type Sql } from 'sql-template-tag';
import { type Account, imbalances, type Entry, OWN_KINDS, type Posting, type PostingKind, promisableChange } from '#core/ledger/account.ts';
import type { MoveName } from '#core/order/lifecycle.ts';
import type { TouchReason } from '#core/order/touch.ts';
import type { WithdrawalMoveName } from '#core/withdrawal/lifecycle.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

/**
 * Why a transfer was written: a code or an id, never what somebody typed. Transfers are never altered, so nothing personal may stand in
 * them (decision 0079); the treasury's own reasons are about no customer.
 */
export type TransferReason =
  | MoveName
  | WithdrawalMoveName
  | TouchReason
  | EarningReason
  | LineReason
  | `${'deposit' | 'withdrawal' | 'correction'}: ${string}`
  | 'demo opening balance';
type EarningReason = 'taken_back' | 'reversed_by_hand';
type LineReason = `bank line ${string}` | `order ${string}`;

/** Who or what a transfer is written for. */
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
}

/** Entries as rows `account_kind, account_of, asset, wallet, amount, line`. */
const rowsOf = (entries: readonly Entry[]): Sql => sql`unnest(
    ${entries.map((entry) => entry.account.kind)}::text[], ${entries.map((entry) => entry.account.of)}::text[],
    ${entries.map((entry) => entry.asset)}::text[], ${entries.map((entry) => entry.wallet)}::text[],
    ${entries.map((entry) => String(entry.amount))}::numeric[]
  ) with ordinality as e (account_kind, account_of, asset, wallet, amount, line)`;

const counted = new WeakMap<Tx, string[]>();

/**
 * What a transaction's transfers change of everybody's accounts is kept as its last statement, from the entries as they then stand
 * and in one order: nobody waits for such a row while its transaction goes on, nor two for each other.
 */
function countAtTheEnd(tx: Tx, ids: readonly string[]): void {
  const known = counted.get(tx);
  if (known !== undefined) return void known.push(...ids);
  const all = [...ids];
  counted.set(tx, all);
  tx.beforeCommit(async () => {
    await tx.run(sql`
      insert into account_balances (account_kind, account_of, wallet, balance)
      select account_kind, account_of, wallet, sum(amount) from ledger_entries
      where transfer_id = any(${all}::uuid[]) and account_kind <> all(${OWN_KINDS}::text[])
      group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3
      on conflict (account_kind, account_of, wallet, order_id) do update set balance = account_balances.balance + excluded.balance`);
  });
}

/**
 * Writes transfers of one cause with their entries, and what posted ones change of the kept balances: of an order's or customer's own
 * accounts at once, of everybody's before the commit. An unbalanced transfer is a fault.
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
      insert into ledger_transfers (id, kind, phase, pending_id, order_id, withdrawal_id, actor, actor_id, reason)
      select id, kind, phase, pending_id, ${cause.orderId}, ${cause.withdrawalId ?? null}, ${cause.actor}, ${cause.actorId}, ${cause.reason ?? null}
      from unnest(${transfers.map(({ id }) => id)}::uuid[], ${transfers.map(({ kind }) => kind)}::text[],
        ${transfers.map(({ phase }) => phase)}::text[], ${transfers.map(({ pendingId }) => pendingId)}::uuid[]) as n (id, kind, phase, pending_id)
    ), lines as (
      select e.*, id, (${lines}::int[])[e.line] as entry_line
      from ${rowsOf(transfers.flatMap(({ entries }) => entries))} join unnest(${ids}::uuid[]) with ordinality as i (id, line) on i.line = e.line
    ), kept as (
      insert into account_balances (account_kind, account_of, wallet, order_id, balance)
      select account_kind, account_of, wallet, case account_kind when 'suspense' then ${cause.orderId ?? ''}::text else '' end, sum(amount)
      from lines where account_kind = any(${OWN_KINDS}::text[]) group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3
      on conflict (account_kind, account_of, wallet, order_id) do update set balance = account_balances.balance + excluded.balance
    )
    insert into ledger_entries (transfer_id, line, account_kind, account_of, asset, wallet, amount)
    select id, entry_line, account_kind, account_of, asset, wallet, amount from lines`);
  const written = transfers.filter(({ entries }) => entries.length > 0).map(({ id }) => id);
  if (written.length > 0) countAtTheEnd(tx, written);
}

/** Changes what can be promised by what the postings move in and out of it. */
export async function changePosted(tx: Tx, postings: readonly Posting[]): Promise<void> {
  const deltas = new Map<string, bigint>();
  for (const entry of postings.flatMap(({ entries }) => entries)) {
    deltas.set(entry.wallet, (deltas.get(entry.wallet) ?? 0n) + promisableChange(entry));
  }
  const changed = [...deltas].filter(([, delta]) => delta !== 0n);
  if (changed.length === 0) return;
  await tx.run(sql`
    insert into reserves (wallet, posted)
    select wallet, delta from unnest(${changed.map(([wallet]) => wallet)}::text[], ${changed.map(([, delta]) => String(delta))}::numeric[]) as d (wallet, delta)
    order by wallet
    on conflict (wallet) do update set posted = reserves.posted + excluded.posted, updated_at = now()`);
}

/** Promises `amount` of a wallet if that much is free beside the buffer of the payment system it is promised on (a purse has none), and writes the pending transfer; false when it is not. One statement: the row lock is short. */
export async function insertHold(
  tx: Tx,
  hold: {
    readonly id: string;
    readonly code: string | null;
    readonly wallet: string;
    readonly amount: bigint;
    readonly entries: readonly Entry[];
    readonly cause: TransferCause;
  },
): Promise<boolean> {
  const { entries, cause } = hold;
  const amount = String(hold.amount);
  const written = await tx.run(sql`
    with promised as (
      update reserves set held = held + ${amount}::numeric, updated_at = now()
      where reserves.wallet = ${hold.wallet} and reserves.posted - reserves.held
        - coalesce((select p.reserve_buffer from payment_systems p where p.code = ${hold.code}), 0) >= ${amount}::numeric
      returning reserves.wallet
    ), t as (
      insert into ledger_transfers (id, kind, phase, order_id, withdrawal_id, actor, actor_id)
      select ${hold.id}::uuid, 'hold', 'pending', ${cause.orderId}, ${cause.withdrawalId ?? null}, ${cause.actor}, ${cause.actorId} from promised
    )
    insert into ledger_entries (transfer_id, line, account_kind, account_of, asset, wallet, amount)
    select ${hold.id}::uuid, e.line, e.account_kind, e.account_of, e.asset, e.wallet, e.amount from promised, ${rowsOf(entries)}`);
  return written > 0;
}

/** Takes a promise back from the cached balance; the caller has written why (posted or voided). */
export async function releaseHeld(tx: Tx, wallet: string, amount: bigint): Promise<void> {
  const changed = await tx.run(
    sql`update reserves set held = held - ${String(amount)}::numeric, updated_at = now() where wallet = ${wallet}`,
  );
  if (changed !== 1) throw new Error(`no reserve row of ${wallet}`);
}

const AccountBalanceRow = z.object({
  balance: z.string(),
});

/** What one account holds in minor units. */
export async function accountBalance(db: Queryable, { kind, of }: Account): Promise<bigint> {
  const row = await db.one(
    AccountBalanceRow,
    sql`
    select coalesce(sum(balance), 0)::text as balance from account_balances where account_kind = ${kind} and account_of = ${of}`,
  );
  return BigInt(row.balance);
}

const SuspenseOfRow = z.object({
  provider: z.string(),
  balance: z.string(),
});

/** What suspense holds of one order's, by provider; it owes, so the balances are negative. */
export const findSuspenseOf = async (db: Queryable, orderId: string): Promise<{ provider: string; balance: string }[]> =>
  await db.many(
    SuspenseOfRow,
    sql`
    select account_of as provider, balance::text from account_balances
    where account_kind = 'suspense' and order_id = ${orderId} and order_id <> '' and balance <> 0 order by account_of`,
  );
