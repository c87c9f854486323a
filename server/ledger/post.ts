import { account, type Entry, transfer, type Posting } from '#core/ledger/account.ts';
import type { Deps } from '#server/deps.ts';
import type { Sql, Tx } from '#server/platform/db/db.ts';
import { markOf } from './mark.ts';
import { updatePosted, insertReservation, insertTransfers, decreaseHeld, type NewTransfer, type TransferCause } from './store.ts';

export type { TransferCause } from './store.ts';

type LedgerDeps = Pick<Deps, 'random' | 'secrets'>;

const entryRecord = ({ account: { kind, of }, asset, wallet, amount }: Entry, index: number) => ({
  line: index + 1,
  accountKind: kind,
  accountOf: of,
  asset,
  wallet,
  amount: String(amount),
});

/** The transfer with the signature that proves that the service wrote it (decision 0114). */
function signed(deps: LedgerDeps, transfer: Omit<NewTransfer, 'mark'>, cause: TransferCause): NewTransfer {
  const { orderId, withdrawalId = null, actor, actorId, reason = null } = cause;
  const { id, kind, phase, pendingId } = transfer;
  const entries = transfer.entries.map(entryRecord);
  return { ...transfer, mark: markOf(deps, { id, kind, phase, pendingId, orderId, withdrawalId, actor, actorId, reason, entries }) };
}

/** Writes balanced postings in the transaction of their cause; returns the transfer ids. */
export async function post(deps: LedgerDeps, tx: Tx, postings: readonly Posting[], cause: TransferCause): Promise<string[]> {
  if (postings.length === 0) return [];
  const transfers = postings.map(({ kind, entries }) =>
    signed(deps, { id: deps.random.uuid(), kind, phase: 'posted', pendingId: null, entries }, cause),
  );
  await insertTransfers(tx, transfers, cause);
  await updatePosted(tx, postings);
  return transfers.map(({ id }) => id);
}

export interface ReservationInput {
  /** SQL: amount in minor units that must stay free; null: none. */
  readonly buffer: Sql | null;
  readonly wallet: string;
  readonly amount: bigint;
  /** The entries that it will be posted with. */
  readonly pending: Posting;
  /** Given where the caller stored the id before; default generated. */
  readonly holdId?: string;
}

/** Reserves an amount with a pending transfer of its later posting; returns its id. Undefined: not enough free. */
export async function openReservation(
  deps: LedgerDeps,
  tx: Tx,
  input: ReservationInput,
  cause: TransferCause,
): Promise<string | undefined> {
  const { buffer, wallet, amount, pending } = input;
  const { entries } = pending;
  const id = input.holdId ?? deps.random.uuid();
  // Reservations are stored without a reason
  const { reason: _, ...holdCause } = cause;
  const { mark } = signed(deps, { id, kind: 'hold', phase: 'pending', pendingId: null, entries }, holdCause);
  return (await insertReservation(tx, { id, buffer, wallet, amount, entries, cause, mark })) ? id : undefined;
}

interface OrderReservationInput extends Omit<ReservationInput, 'pending'> {
  readonly asset: string;
  readonly orderId: string;
}

/** Reserves an order's payout (T19). */
export async function reserveForOrder(
  deps: LedgerDeps,
  tx: Tx,
  input: OrderReservationInput,
  cause: TransferCause,
): Promise<string | undefined> {
  const { wallet, asset, amount, orderId } = input;
  const pending = transfer('hold', account('order_out', orderId), account('transit_out', wallet), { wallet, asset, amount });
  return await openReservation(deps, tx, { ...input, pending }, cause);
}

/** Posts a reservation with the payout's entries: the money is in transit. A second call violates the unique index on `pending_id`. */
export async function postReservation(
  deps: LedgerDeps,
  tx: Tx,
  reservation: { readonly id: string; readonly wallet: string; readonly amount: bigint; readonly posting: Posting },
  cause: TransferCause,
): Promise<void> {
  const { kind, entries } = reservation.posting;
  const posted = signed(deps, { id: deps.random.uuid(), kind, phase: 'pending_posted', pendingId: reservation.id, entries }, cause);
  await insertTransfers(tx, [posted], cause);
  await updatePosted(tx, [reservation.posting]);
  await decreaseHeld(tx, reservation.wallet, reservation.amount);
}

/** Voids a reservation. */
export async function voidReservation(
  deps: LedgerDeps,
  tx: Tx,
  reservation: { readonly id: string; readonly wallet: string; readonly amount: bigint },
  cause: TransferCause,
): Promise<void> {
  const id = deps.random.uuid();
  const voided = signed(deps, { id, kind: 'hold', phase: 'pending_voided', pendingId: reservation.id, entries: [] }, cause);
  await insertTransfers(tx, [voided], cause);
  await decreaseHeld(tx, reservation.wallet, reservation.amount);
}
