import sql from 'sql-template-tag';
import { decideWithdrawal, type WithdrawalCause, type WithdrawalDecision } from '#core/withdrawal/decide.ts';
import { dispatch, leavePurse } from '#core/withdrawal/postings.ts';
import { mayLeave, type Withdrawal } from '#core/withdrawal/withdrawal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { freeOf } from '#server/ledger/lock-purses.ts';
import { openPromise, post, postHold, voidHold, type TransferCause } from '#server/ledger/post.ts';
import { JOB } from '#server/payouts/outbox.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { saveWithdrawal } from './store.ts';
import { tellCustomer } from './tell-customer.ts';

export type WithdrawalDeps = Pick<Deps, 'random' | 'clock' | 'queue' | 'catalogue' | 'live'>;

type Ledger = { readonly deps: WithdrawalDeps; readonly tx: Tx; readonly cause: TransferCause };

/** What becomes of the purse's promise; a purse hold is only ever posted or given back. */
async function changePurse(
  { deps, tx, cause }: Ledger,
  before: Withdrawal,
  change: WithdrawalDecision['purseHold'],
): Promise<string | null> {
  const { purseHoldId: id, purseWallet: wallet, purseAmount: amount } = before;
  if (change === 'keep' || id === null) return id;
  if (change === 'post') await postHold(deps, tx, { id, wallet, amount, posting: leavePurse(before) }, cause);
  else await voidHold(deps, tx, { id, wallet, amount }, cause);
  return null;
}

/** What becomes of the reserve's promise; undefined: it cannot be made again. */
async function changeReserve(
  { deps, tx, cause }: Ledger,
  before: Withdrawal,
  { reserveHold: change, withdrawal: next }: WithdrawalDecision,
): Promise<string | null | undefined> {
  const { holdId: id, outcomeWallet: wallet, outcomeAmount: amount, outcomeCode: code } = before;
  switch (change) {
    case 'keep':
      return id;
    case 'void':
      if (id !== null) await voidHold(deps, tx, { id, wallet, amount }, cause);
      return null;
    case 'post':
      if (id === null) throw new Error(`withdrawal ${before.id} has no promise to pay from`);
      await postHold(deps, tx, { id, wallet, amount, posting: dispatch(before) }, cause);
      return null;
    case 'reopen':
      if (id !== null) await voidHold(deps, tx, { id, wallet, amount }, cause);
      return await openPromise(deps, tx, { code, wallet, amount: next.outcomeAmount, pending: dispatch(next) }, cause);
    case 'open':
    case 'open_if_possible': {
      const opened = await openPromise(deps, tx, { code, wallet, amount, pending: dispatch(before) }, cause);
      return opened ?? (change === 'open' ? undefined : null);
    }
  }
}

/**
 * Makes one move of a locked withdrawal, whole: state, promises, postings, timeline and the machine's job in the caller's transaction.
 * A refusal has changed nothing.
 */
export async function applyWithdrawalMove(
  deps: WithdrawalDeps,
  tx: Tx,
  move: { readonly withdrawal: Withdrawal; readonly cause: WithdrawalCause; readonly actorId: string | null },
): Promise<Result<Withdrawal, 'order_state_conflict' | 'required' | 'has_no_reserves'>> {
  const { withdrawal: before, cause, actorId } = move;
  const decided = decideWithdrawal(before, cause);
  if (!decided.ok) return decided;
  const decision = decided.value;
  const note = cause.note ?? null;
  const ledger: Ledger = { deps, tx, cause: { orderId: null, withdrawalId: before.id, actor: cause.by, actorId, reason: cause.move } };
  await tx.run(sql`savepoint withdrawal`);
  const undo = async () => await tx.run(sql`rollback to savepoint withdrawal`);
  const purseHoldId = await changePurse(ledger, before, decision.purseHold);
  // Asked when the purse is ours until the end: what it was promised from may have been taken back since
  if (decision.purseHold === 'post' && (await freeOf(tx, before.purseWallet)) < 0n) {
    await undo();
    return refuse({ code: 'order_state_conflict', message: 'purse_short' });
  }
  await post(deps, tx, decision.postings, ledger.cause);
  const holdId = await changeReserve(ledger, before, decision);
  if (holdId === undefined) {
    await undo();
    return refuse({ code: 'has_no_reserves' });
  }
  const after: Withdrawal = { ...decision.withdrawal, purseHoldId, holdId };
  const saved = await saveWithdrawal(tx, before, after, { move: cause.move, actor: cause.by, actorId, note });
  if (!saved) throw new Error(`withdrawal ${before.id} changed under its lock`);
  if (mayLeave(after)) await deps.queue.send(tx, JOB.executeWithdrawal, { withdrawal_id: after.id }, { key: after.id });
  await tellCustomer(deps, tx, after, cause.move);
  return accept(after);
}
