import { timingSafeEqual } from 'node:crypto';
import { accept, refuse, type Result } from '#core/result.ts';
import { delayUntil, type Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { applyWithdrawalMove, type WithdrawalDeps } from './apply-withdrawal-move.ts';
import { readDestinationHistory } from './destination-history.ts';
import { priceNow, type PriceRefusal } from './price-withdrawal.ts';
import { hashOfToken } from './request-withdrawal.ts';
import { findSealedDestination, findTokenHash, findWithdrawal, lockWithdrawal } from './store.ts';

export type ConfirmDeps = WithdrawalDeps & Pick<Deps, 'secrets' | 'quotes'>;

/** The mailed link's id and token, and the signed-in account if any. */
interface LinkHolder {
  readonly id: string;
  readonly token: string;
  readonly userId?: string | undefined;
}

/** The token proves that the e-mail was read. A different signed-in account is refused. */
async function isLinkHolder(db: Queryable, withdrawal: Withdrawal, { token, userId }: LinkHolder): Promise<boolean> {
  if (userId !== undefined && userId !== withdrawal.userId) return false;
  return timingSafeEqual(await findTokenHash(db, withdrawal.id), hashOfToken(token));
}

/** The withdrawal that a mailed link can still confirm. Wrong, used and expired links get the same answer. */
export async function findConfirmable(deps: Pick<Deps, 'clock'>, db: Queryable, holder: LinkHolder): Promise<Withdrawal | undefined> {
  const withdrawal = await findWithdrawal(db, holder.id);
  if (withdrawal?.status !== 'awaiting_confirmation' || (withdrawal.expiresAt ?? 0) <= deps.clock.now()) return undefined;
  return (await isLinkHolder(db, withdrawal, holder)) ? withdrawal : undefined;
}

/** When the hold would end if confirmed now (R33); null: no hold. */
export async function holdIfConfirmed(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  db: Queryable,
  withdrawal: Withdrawal,
): Promise<number | null> {
  const text = deps.secrets.unseal(await findSealedDestination(db, withdrawal.id));
  const { knownSince } = await readDestinationHistory(deps, db, { userId: withdrawal.userId, code: withdrawal.outcomeCode, text });
  return delayUntil(knownSince, deps.clock.now());
}

/**
 * Confirms a withdrawal by the mailed link, once (T28). All invalid tokens get one answer (domain 8). The withdrawal is priced again
 * (decision 0052); less than shown is `rate_changed`.
 */
export async function confirmWithdrawal(
  deps: ConfirmDeps,
  tx: Tx,
  holder: LinkHolder & { readonly expected?: bigint | undefined },
): Promise<Result<Withdrawal, 'invalid_token' | 'rate_changed' | 'has_no_reserves' | 'order_state_conflict' | PriceRefusal>> {
  const withdrawal = await lockWithdrawal(tx, holder.id);
  if (!withdrawal || !(await isLinkHolder(tx, withdrawal, holder))) return refuse({ code: 'invalid_token' });
  const now = deps.clock.now();
  if (withdrawal.status !== 'awaiting_confirmation' || (withdrawal.expiresAt ?? 0) <= now) return refuse({ code: 'invalid_token' });
  const heldUntil = await holdIfConfirmed(deps, tx, withdrawal);
  const priced = heldUntil === null ? priceNow(deps, withdrawal) : accept(withdrawal.outcomeAmount);
  if (!priced.ok) return priced;
  if (heldUntil === null && holder.expected !== undefined && priced.value < holder.expected) return refuse({ code: 'rate_changed' });
  const cause = { move: 'confirm', by: 'customer', now, heldUntil, outcomeAmount: priced.value } as const;
  const moved = await applyWithdrawalMove(deps, tx, { withdrawal, cause, actorId: withdrawal.userId });
  if (moved.ok) return moved;
  const [refusal] = moved.refusals;
  // The one refusal that the customer can act on; all others are `invalid_token`
  if (refusal?.message === 'purse_short') return refuse({ code: 'order_state_conflict', message: 'purse_short' });
  return refuse({ code: refusal?.code === 'has_no_reserves' ? 'has_no_reserves' : 'invalid_token' });
}
