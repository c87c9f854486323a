import type { EarningKind } from '#core/earnings/earning.ts';
import { accrue, takeBack } from '#core/earnings/postings.ts';
import { HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { freeOf } from '#server/ledger/lock-purses.ts';
import { openPromise, post, type TransferCause, voidHold } from '#server/ledger/post.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { clearHold, type EarningRow, insertEarning, saveReversal } from './store.ts';

type PostDeps = Pick<Deps, 'random' | 'clock'>;

export interface Earned {
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
 * Posts what somebody has earned into his purse, with its memo. Until it may be withdrawn it is promised to its own taking back: what
 * goes to make good a purse below zero is not there to be promised.
 */
export async function postEarning(deps: PostDeps, tx: Tx, earned: Earned): Promise<string> {
  const { userId, kind, amount, wallet, orderId, holdHours, note, grantedBy } = earned;
  const at = deps.clock.now();
  const money = { kind, userId, wallet, amount };
  const cause = causeOf(orderId, grantedBy);
  const [transferId] = await post(deps, tx, [accrue(money)], cause);
  if (transferId === undefined) throw new Error('a posting without a transfer');
  const free = holdHours === 0 ? 0n : await freeOf(tx, wallet);
  const held = free < amount ? free : amount;
  const holdId =
    held > 0n
      ? await openPromise(deps, tx, { code: null, wallet, amount: held, pending: takeBack({ ...money, amount: held }) }, cause)
      : undefined;
  const id = deps.random.uuid();
  const availableAt = at + holdHours * HOUR_MS;
  const hold = holdId === undefined ? null : { id: holdId, amount: held };
  await insertEarning(tx, { id, userId, kind, orderId, amount, transferId, at, availableAt, hold, note, grantedBy });
  return id;
}

async function voidOwnHold(deps: PostDeps, tx: Tx, earning: EarningRow, cause: TransferCause): Promise<void> {
  const { hold_id: id, hold_amount: amount, wallet } = earning;
  if (id !== null && amount !== null) await voidHold(deps, tx, { id, wallet, amount: BigInt(amount) }, cause);
}

/** Its time has come: from now on it may be withdrawn. */
export async function releaseEarning(deps: PostDeps, tx: Tx, earning: EarningRow): Promise<void> {
  await voidOwnHold(deps, tx, earning, causeOf(earning.order_id, null));
  await clearHold(tx, earning.id);
}

/** Takes a locked earning back, once: the opposite posting. What was withdrawn already leaves the purse below zero until it is made good. */
export async function reverseEarning(
  deps: PostDeps,
  tx: Tx,
  earning: EarningRow,
  by: { readonly reason: string; readonly operatorId: string | null },
): Promise<void> {
  if (earning.reversed_at !== null) throw new Error(`earning ${earning.id} is taken back already`);
  const cause = causeOf(earning.order_id, by.operatorId, by.operatorId === null ? 'taken_back' : 'reversed_by_hand');
  await voidOwnHold(deps, tx, earning, cause);
  const money = { kind: earning.kind, userId: earning.user_id, wallet: earning.wallet, amount: BigInt(earning.amount) };
  const [transferId] = await post(deps, tx, [takeBack(money)], cause);
  if (transferId === undefined) throw new Error('a posting without a transfer');
  await saveReversal(tx, earning.id, { transferId, ...by, at: deps.clock.now() });
}
