import type { EarningKind } from '#core/earnings/earning.ts';
import { accrueEarning, takeBack } from '#core/earnings/postings.ts';
import { HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { availableInPurse } from '#server/ledger/wallets.ts';
import { openReservation, post, type TransferCause, voidReservation } from '#server/ledger/post.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { clearHold, type EarningRow, insertEarning, saveReversal } from './store.ts';

type PostDeps = Pick<Deps, 'random' | 'clock' | 'secrets'>;

export interface PostEarningInput {
  readonly userId: string;
  readonly kind: EarningKind;
  /** Cents. */
  readonly amount: bigint;
  readonly wallet: string;
  readonly orderId: string | null;
  readonly holdHours: number;
  readonly note: string | null;
  readonly grantedBy: string | null;
}

const causeOf = (orderId: string | null, operatorId: string | null, reason?: TransferCause['reason']): TransferCause => ({
  orderId,
  actor: operatorId === null ? 'system' : 'operator',
  actorId: operatorId,
  ...(reason === undefined ? {} : { reason }),
});

/**
 * Posts an earning to the customer's balance. During its hold the amount is reserved for a possible reversal. The part that offsets a
 * negative balance cannot be reserved.
 */
export async function postEarning(deps: PostDeps, tx: Tx, input: PostEarningInput): Promise<string> {
  const { userId, kind, amount, wallet, orderId, holdHours, note, grantedBy } = input;
  const at = deps.clock.now();
  const money = { kind, userId, wallet, amount };
  const cause = causeOf(orderId, grantedBy);
  const [transferId] = await post(deps, tx, [accrueEarning(money)], cause);
  if (transferId === undefined) throw new Error('a posting without a transfer');
  const available = holdHours === 0 ? 0n : await availableInPurse(tx, wallet);
  const reservedAmount = available < amount ? available : amount;
  const reservationId =
    reservedAmount > 0n
      ? await openReservation(
          deps,
          tx,
          { buffer: null, wallet, amount: reservedAmount, pending: takeBack({ ...money, amount: reservedAmount }) },
          cause,
        )
      : undefined;
  const id = deps.random.uuid();
  const availableAt = at + holdHours * HOUR_MS;
  const hold = reservationId === undefined ? null : { id: reservationId, amount: reservedAmount };
  await insertEarning(tx, { id, userId, kind, orderId, amount, transferId, at, availableAt, hold, note, grantedBy });
  return id;
}

async function voidEarningReservation(deps: PostDeps, tx: Tx, earning: EarningRow, cause: TransferCause): Promise<void> {
  const { hold_id: id, hold_amount: amount, wallet } = earning;
  if (id !== null && amount !== null) await voidReservation(deps, tx, { id, wallet, amount: BigInt(amount) }, cause);
}

/** Ends the hold, so that the earning can be withdrawn. */
export async function releaseEarning(deps: PostDeps, tx: Tx, earning: EarningRow): Promise<void> {
  await voidEarningReservation(deps, tx, earning, causeOf(earning.order_id, null));
  await clearHold(tx, earning.id);
}

/** Reverses a locked earning once, with the opposite posting. If it was withdrawn already, the customer's balance becomes negative. */
export async function reverseEarning(
  deps: PostDeps,
  tx: Tx,
  earning: EarningRow,
  by: { readonly reason: string; readonly operatorId: string | null },
): Promise<void> {
  if (earning.reversed_at !== null) throw new Error(`earning ${earning.id} is reversed already`);
  const cause = causeOf(earning.order_id, by.operatorId, by.operatorId === null ? 'taken_back' : 'reversed_by_hand');
  await voidEarningReservation(deps, tx, earning, cause);
  const money = { kind: earning.kind, userId: earning.user_id, wallet: earning.wallet, amount: BigInt(earning.amount) };
  const [transferId] = await post(deps, tx, [takeBack(money)], cause);
  if (transferId === undefined) throw new Error('a posting without a transfer');
  await saveReversal(tx, earning.id, { transferId, ...by, at: deps.clock.now() });
}
