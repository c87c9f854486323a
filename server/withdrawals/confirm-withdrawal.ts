import { timingSafeEqual } from 'node:crypto';
import { accept, refuse, type Result } from '#core/result.ts';
import { holdOf, type Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { applyWithdrawalMove, type WithdrawalDeps } from './apply-withdrawal-move.ts';
import { knowDestination } from './known-since.ts';
import { priceNow, type PriceRefusal } from './price-withdrawal.ts';
import { hashOfToken } from './request-withdrawal.ts';
import { findSealedDestination, findTokenHash, findWithdrawal, lockWithdrawal } from './store.ts';

export type ConfirmDeps = WithdrawalDeps & Pick<Deps, 'secrets' | 'quotes'>;

/** Who holds the link of a mail, and who is signed in where he opens it; undefined: nobody. */
interface Holder {
  readonly id: string;
  readonly token: string;
  readonly userId?: string | undefined;
}

/** The token is the proof that the mail was read. Another account that is signed in there learns nothing and confirms nothing. */
async function isItsHolder(db: Queryable, withdrawal: Withdrawal, { token, userId }: Holder): Promise<boolean> {
  if (userId !== undefined && userId !== withdrawal.userId) return false;
  return timingSafeEqual(await findTokenHash(db, withdrawal.id), hashOfToken(token));
}

/** What the mail's link opens: a withdrawal that can be confirmed still. Wrong, used and late are one answer. */
export async function findToConfirm(deps: Pick<Deps, 'clock'>, db: Queryable, holder: Holder): Promise<Withdrawal | undefined> {
  const withdrawal = await findWithdrawal(db, holder.id);
  if (withdrawal?.status !== 'awaiting_confirmation' || (withdrawal.expiresAt ?? 0) <= deps.clock.now()) return undefined;
  return (await isItsHolder(db, withdrawal, holder)) ? withdrawal : undefined;
}

/** Until when it would be held if it were confirmed now (R33); null: it leaves at once. */
export async function holdIfConfirmed(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  db: Queryable,
  withdrawal: Withdrawal,
): Promise<number | null> {
  const text = deps.secrets.unseal(await findSealedDestination(db, withdrawal.id));
  const { knownSince } = await knowDestination(deps, db, { userId: withdrawal.userId, code: withdrawal.outcomeCode, text });
  return holdOf(knownSince, deps.clock.now());
}

/**
 * T28: the link in the mail, once. Everything that it cannot be refuses alike (domain 8): a wrong, used or late token tells nothing.
 * What is paid is what the dollars buy now (decision 0052); less than the customer has just been shown is `rate_changed`.
 */
export async function confirmWithdrawal(
  deps: ConfirmDeps,
  tx: Tx,
  holder: Holder & { readonly expected?: bigint | undefined },
): Promise<Result<Withdrawal, 'invalid_token' | 'rate_changed' | 'has_no_reserves' | 'order_state_conflict' | PriceRefusal>> {
  const withdrawal = await lockWithdrawal(tx, holder.id);
  if (!withdrawal || !(await isItsHolder(tx, withdrawal, holder))) return refuse({ code: 'invalid_token' });
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
  // What its owner can do something about; everything else of a link is one answer
  if (refusal?.message === 'purse_short') return refuse({ code: 'order_state_conflict', message: 'purse_short' });
  return refuse({ code: refusal?.code === 'has_no_reserves' ? 'has_no_reserves' : 'invalid_token' });
}
