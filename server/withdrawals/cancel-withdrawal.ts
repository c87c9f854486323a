import { accept, refuse, type Result } from '#core/result.ts';
import type { Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { applyWithdrawalMove, type WithdrawalDeps } from './apply-withdrawal-move.ts';
import { lockWithdrawal } from './store.ts';

const PURPOSE = 'stop withdrawal';

/** The token of "this was not me" in its letters: whoever reads the mailbox may stop what is not on its way yet, signed in or not. */
export const stopToken = ({ secrets }: Pick<Deps, 'secrets'>, id: string): string => secrets.sign(PURPOSE, id);

export const isStopToken = ({ secrets }: Pick<Deps, 'secrets'>, id: string, token: string): boolean =>
  secrets.verifyKept(PURPOSE, id, token);

/** T29: before it is confirmed, or while it is held: its dollars are promised still and are the purse's own again. */
async function takeBack(deps: WithdrawalDeps, tx: Tx, withdrawal: Withdrawal): Promise<Result<Withdrawal, 'order_state_conflict'>> {
  const move = withdrawal.status === 'awaiting_confirmation' ? 'cancel' : 'stop';
  const cause = { move, by: 'customer', now: deps.clock.now() } as const;
  const moved = await applyWithdrawalMove(deps, tx, { withdrawal, cause, actorId: withdrawal.userId });
  return moved.ok ? moved : refuse({ code: 'order_state_conflict' });
}

/** By its customer; nobody else's is found. */
export async function cancelWithdrawal(
  deps: WithdrawalDeps,
  tx: Tx,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<Result<Withdrawal, 'not_found' | 'order_state_conflict'>> {
  const withdrawal = await lockWithdrawal(tx, id);
  return withdrawal?.userId === userId ? await takeBack(deps, tx, withdrawal) : refuse({ code: 'not_found' });
}

/** By the link of its letters. */
export async function stopByLetter(
  deps: WithdrawalDeps & Pick<Deps, 'secrets'>,
  tx: Tx,
  { id, token }: { readonly id: string; readonly token: string },
): Promise<Result<Withdrawal, 'invalid_token' | 'order_state_conflict'>> {
  const withdrawal = isStopToken(deps, id, token) ? await lockWithdrawal(tx, id) : undefined;
  if (withdrawal === undefined) return refuse({ code: 'invalid_token' });
  // Pressed twice, or taken back elsewhere meanwhile: it is as he wants it
  return withdrawal.status === 'cancelled' ? accept(withdrawal) : await takeBack(deps, tx, withdrawal);
}
