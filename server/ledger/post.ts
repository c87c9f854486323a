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
  /** The payment system it is promised on, and the wallet it will be paid from. */
  readonly code: string;
  readonly wallet: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly orderId: string;
  /** Id of the hold, where something had to name it before; made up otherwise. */
  readonly holdId?: string;
}

/** Opens a hold: the pending form of the payout to come (T19). Undefined when the reserve is short. */
export async function openHold(deps: LedgerDeps, tx: Tx, promised: Promised, cause: TransferCause): Promise<string | undefined> {
  const id = promised.holdId ?? deps.random.uuid();
  const pending = transfer('hold', account('order_out', promised.orderId), account('transit_out', promised.wallet), {
    wallet: promised.wallet,
    asset: promised.asset,
    amount: promised.amount,
  });
  const opened = await insertHold(tx, { ...promised, id, entries: pending.entries, cause });
  return opened ? id : undefined;
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
