import { account, transfer, type Posting } from '#core/ledger/account.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { changePosted, insertHold, insertTransfers, releaseHeld, type TransferCause } from './store.ts';

export type { TransferCause } from './store.ts';

type LedgerDeps = Pick<Deps, 'random'>;

/** Writes balanced postings in the transaction of their cause; gives the ids of the transfers. */
export async function post(deps: LedgerDeps, tx: Tx, postings: readonly Posting[], cause: TransferCause): Promise<string[]> {
  if (postings.length === 0) return [];
  const transfers = postings.map(
    ({ kind, entries }) => ({ id: deps.random.uuid(), kind, phase: 'posted', pendingId: null, entries }) as const,
  );
  await insertTransfers(tx, transfers, cause);
  await changePosted(tx, postings);
  return transfers.map(({ id }) => id);
}

export interface Promised {
  /** The payment system it is promised on; null for a purse. */
  readonly code: string | null;
  readonly wallet: string;
  readonly amount: bigint;
  /** The entries that it will be posted with. */
  readonly pending: Posting;
  /** Id of the hold, where something had to name it before; made up otherwise. */
  readonly holdId?: string;
}

/** Opens a hold: the pending form of what will be posted. Undefined when the wallet has less to promise. */
export async function openPromise(deps: LedgerDeps, tx: Tx, promised: Promised, cause: TransferCause): Promise<string | undefined> {
  const { code, wallet, amount, pending } = promised;
  const id = promised.holdId ?? deps.random.uuid();
  return (await insertHold(tx, { id, code, wallet, amount, entries: pending.entries, cause })) ? id : undefined;
}

interface OrderPromise extends Omit<Promised, 'pending'> {
  readonly code: string;
  readonly asset: string;
  readonly orderId: string;
}

/** The hold of an order: the pending form of its payout (T19). */
export async function openHold(deps: LedgerDeps, tx: Tx, promised: OrderPromise, cause: TransferCause): Promise<string | undefined> {
  const { wallet, asset, amount, orderId } = promised;
  const pending = transfer('hold', account('order_out', orderId), account('transit_out', wallet), { wallet, asset, amount });
  return await openPromise(deps, tx, { ...promised, pending }, cause);
}

/** Posts a hold with the payout's own entries: the promise becomes money in transit. Twice is a fault of the unique index. */
export async function postHold(
  deps: LedgerDeps,
  tx: Tx,
  hold: { readonly id: string; readonly wallet: string; readonly amount: bigint; readonly posting: Posting },
  cause: TransferCause,
): Promise<void> {
  const { kind, entries } = hold.posting;
  await insertTransfers(tx, [{ id: deps.random.uuid(), kind, phase: 'pending_posted', pendingId: hold.id, entries }], cause);
  await changePosted(tx, [hold.posting]);
  await releaseHeld(tx, hold.wallet, hold.amount);
}

/** Gives a promise back. */
export async function voidHold(
  deps: LedgerDeps,
  tx: Tx,
  hold: { readonly id: string; readonly wallet: string; readonly amount: bigint },
  cause: TransferCause,
): Promise<void> {
  await insertTransfers(tx, [{ id: deps.random.uuid(), kind: 'hold', phase: 'pending_voided', pendingId: hold.id, entries: [] }], cause);
  await releaseHeld(tx, hold.wallet, hold.amount);
}
