import { accept, refuse, type Result } from '#core/result.ts';
import type { Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { applyWithdrawalMove, type WithdrawalDeps } from './apply-withdrawal-move.ts';
import { lockWithdrawal } from './store.ts';

const PURPOSE = 'stop withdrawal';

/**
 * Token of the "this was not me" link in the e-mails. Anyone who reads the mailbox may stop a withdrawal that is not sent yet, without
 * signing in.
 */
export const stopToken = ({ secrets }: Pick<Deps, 'secrets'>, id: string): string => secrets.sign(PURPOSE, id);

export const isStopToken = ({ secrets }: Pick<Deps, 'secrets'>, id: string, token: string): boolean =>
  secrets.verifyLongLived(PURPOSE, id, token);

/** Cancels before the confirmation or stops during the hold (T29). The reserved dollars return to the balance. */
async function cancelOrStop(deps: WithdrawalDeps, tx: Tx, withdrawal: Withdrawal): Promise<Result<Withdrawal, 'order_state_conflict'>> {
  const move = withdrawal.status === 'awaiting_confirmation' ? 'cancel' : 'stop';
  const cause = { move, by: 'customer', now: deps.clock.now(), note: null } as const;
  const moved = await applyWithdrawalMove(deps, tx, { withdrawal, cause, actorId: withdrawal.userId });
  return moved.ok ? moved : refuse({ code: 'order_state_conflict' });
}

/** Cancels the customer's own withdrawal. A withdrawal of someone else is `not_found`. */
export async function cancelWithdrawal(
  deps: WithdrawalDeps,
  tx: Tx,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<Result<Withdrawal, 'not_found' | 'order_state_conflict'>> {
  const withdrawal = await lockWithdrawal(tx, id);
  return withdrawal?.userId === userId ? await cancelOrStop(deps, tx, withdrawal) : refuse({ code: 'not_found' });
}

/** Cancels a withdrawal by the link in its e-mails. */
export async function cancelByEmailLink(
  deps: WithdrawalDeps & Pick<Deps, 'secrets'>,
  tx: Tx,
  { id, token }: { readonly id: string; readonly token: string },
): Promise<Result<Withdrawal, 'invalid_token' | 'order_state_conflict'>> {
  const withdrawal = isStopToken(deps, id, token) ? await lockWithdrawal(tx, id) : undefined;
  if (withdrawal === undefined) return refuse({ code: 'invalid_token' });
  // Already cancelled: same result
  return withdrawal.status === 'cancelled' ? accept(withdrawal) : await cancelOrStop(deps, tx, withdrawal);
}
