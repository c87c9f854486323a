import sql, { type Sql } from 'sql-template-tag';
import { type Account, countsIntoReserve, imbalances, type Entry, type Posting } from '#core/ledger/account.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

/** Who or what a transfer is written for. */
export interface TransferCause {
  readonly orderId: string | null;
  readonly actor: string;
  readonly actorId: string | null;
  readonly reason?: string;
}

type Phase = 'posted' | 'pending' | 'pending_posted' | 'pending_voided';

interface NewTransfer {
  readonly id: string;
  readonly kind: string;
  readonly phase: Phase;
  readonly pendingId: string | null;
  readonly entries: readonly Entry[];
  readonly cause: TransferCause;
}

/** Entries as rows `account_kind, account_of, asset, wallet, amount, line`. */
const rowsOf = (entries: readonly Entry[]): Sql => sql`unnest(
    ${entries.map((entry) => entry.account.kind)}::text[], ${entries.map((entry) => entry.account.of)}::text[],
    ${entries.map((entry) => entry.asset)}::text[], ${entries.map((entry) => entry.wallet)}::text[],
    ${entries.map((entry) => String(entry.amount))}::numeric[]
  ) with ordinality as e (account_kind, account_of, asset, wallet, amount, line)`;

/** Writes one transfer with its entries; an unbalanced one is a fault. */
export async function insertTransfer(tx: Tx, transfer: NewTransfer): Promise<void> {
  const unbalanced = imbalances({ kind: transfer.kind, entries: transfer.entries });
  if (unbalanced.length > 0) throw new Error(`unbalanced ${transfer.kind} in ${unbalanced.join(', ')}`);
  const { cause, entries } = transfer;
  await tx.run(sql`
    with t as (
      insert into ledger_transfers (id, kind, phase, pending_id, order_id, actor, actor_id, reason)
      values (${transfer.id}, ${transfer.kind}, ${transfer.phase}, ${transfer.pendingId}, ${cause.orderId}, ${cause.actor}, ${cause.actorId}, ${cause.reason ?? null})
    )
    insert into ledger_entries (transfer_id, line, account_kind, account_of, asset, wallet, amount)
    select ${transfer.id}::uuid, line, account_kind, account_of, asset, wallet, amount from ${rowsOf(entries)}`);
}

/** Changes the cached balances by what the entries move in and out of promise-able money. */
export async function changePosted(tx: Tx, posting: Posting): Promise<void> {
  const deltas = new Map<string, bigint>();
  for (const entry of posting.entries) {
    if (countsIntoReserve(entry.account)) deltas.set(entry.wallet, (deltas.get(entry.wallet) ?? 0n) + entry.amount);
  }
  // One order for everybody, so that two postings never wait for each other in a circle
  for (const [wallet, delta] of [...deltas].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (delta === 0n) continue;
    await tx.run(sql`
      insert into reserves (wallet, posted) values (${wallet}, ${String(delta)})
      on conflict (wallet) do update set posted = reserves.posted + excluded.posted, updated_at = now()`);
  }
}

/** Promises `amount` of a wallet if that much is free beside the buffer of the payment system it is promised on, and writes the pending transfer; false when it is not. One statement: the row lock is short. */
export async function insertHold(
  tx: Tx,
  hold: {
    readonly id: string;
    readonly code: string;
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
      from payment_systems p
      where reserves.wallet = ${hold.wallet} and p.code = ${hold.code}
        and reserves.posted - reserves.held - p.reserve_buffer >= ${amount}::numeric
      returning reserves.wallet
    ), t as (
      insert into ledger_transfers (id, kind, phase, order_id, actor, actor_id)
      select ${hold.id}::uuid, 'hold', 'pending', ${cause.orderId}, ${cause.actor}, ${cause.actorId} from promised
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

/** Balance of one account in one asset's minor units, from the entries themselves. */
export async function accountBalance(db: Queryable, { kind, of }: Account): Promise<bigint> {
  const row = await db.one<{ balance: string }>(sql`
    select coalesce(sum(e.amount), 0)::text as balance from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
    where e.account_kind = ${kind} and e.account_of = ${of} and t.phase in ('posted', 'pending_posted')`);
  return BigInt(row.balance);
}

/** Balances on suspense accounts that one order's transfers left, without the ones that came out even. */
export const findSuspenseOf = async (db: Queryable, orderId: string): Promise<{ provider: string; balance: string }[]> =>
  await db.many<{ provider: string; balance: string }>(sql`
    select e.account_of as provider, sum(e.amount)::text as balance from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
    where t.order_id = ${orderId} and t.phase = 'posted' and e.account_kind = 'suspense' group by e.account_of having sum(e.amount) <> 0`);
