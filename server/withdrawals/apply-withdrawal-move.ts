import { decideWithdrawal, type WithdrawalCause, type WithdrawalDecision } from '#core/withdrawal/decide.ts';
import { dispatch, debitBalance } from '#core/withdrawal/postings.ts';
import { mayPayOut, type Withdrawal } from '#core/withdrawal/withdrawal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { reserveBufferOf } from '#server/payment-systems/catalogue.ts';
import { availableInPurse } from '#server/ledger/wallets.ts';
import { openReservation, post, postReservation, voidReservation, type TransferCause } from '#server/ledger/post.ts';
import { PAYOUT_JOBS } from '#server/payouts/subject.ts';
import { sql, type Tx } from '#server/platform/db/db.ts';
import { saveWithdrawal } from './store.ts';
import { notifyCustomer } from './notify-customer.ts';

export type WithdrawalDeps = Pick<Deps, 'random' | 'secrets' | 'clock' | 'queue' | 'catalogue' | 'live'>;

type LedgerContext = { readonly deps: WithdrawalDeps; readonly tx: Tx; readonly cause: TransferCause };

/** Applies the decision to the reservation of the customer's balance, which is only posted or voided. Returns its id, null when closed. */
async function applyPurseHold(
  { deps, tx, cause }: LedgerContext,
  before: Withdrawal,
  change: WithdrawalDecision['purseHold'],
): Promise<string | null> {
  const { purseHoldId: id, purseWallet: wallet, purseAmount: amount } = before;
  if (change === 'keep' || id === null) return id;
  if (change === 'post') await postReservation(deps, tx, { id, wallet, amount, posting: debitBalance(before) }, cause);
  else await voidReservation(deps, tx, { id, wallet, amount }, cause);
  return null;
}

/** Applies the decision to the reserve's reservation. Returns its id, null when closed, undefined: not enough reserve. */
async function applyReserveHold(
  { deps, tx, cause }: LedgerContext,
  before: Withdrawal,
  { reserveHold: change, withdrawal: next }: WithdrawalDecision,
): Promise<string | null | undefined> {
  const { holdId: id, outcomeWallet: wallet, outcomeAmount: amount } = before;
  const buffer = reserveBufferOf(before.outcomeCode);
  switch (change) {
    case 'keep':
      return id;
    case 'void':
      if (id !== null) await voidReservation(deps, tx, { id, wallet, amount }, cause);
      return null;
    case 'post':
      if (id === null) throw new Error(`withdrawal ${before.id} has no promise to pay from`);
      await postReservation(deps, tx, { id, wallet, amount, posting: dispatch(before) }, cause);
      return null;
    case 'reopen':
      if (id !== null) await voidReservation(deps, tx, { id, wallet, amount }, cause);
      return await openReservation(deps, tx, { buffer, wallet, amount: next.outcomeAmount, pending: dispatch(next) }, cause);
    case 'open':
    case 'open_if_possible': {
      const opened = await openReservation(deps, tx, { buffer, wallet, amount, pending: dispatch(before) }, cause);
      return opened ?? (change === 'open' ? undefined : null);
    }
  }
}

/**
 * Makes one move of a locked withdrawal: state, reservations, postings, timeline and payout job, in the caller's transaction. A refusal
 * changes nothing.
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
  const note = 'note' in cause ? cause.note : null;
  const ledger: LedgerContext = {
    deps,
    tx,
    cause: { orderId: null, withdrawalId: before.id, actor: cause.by, actorId, reason: cause.move },
  };
  await tx.run(sql`savepoint withdrawal`);
  const rollBack = async () => await tx.run(sql`rollback to savepoint withdrawal`);
  const purseHoldId = await applyPurseHold(ledger, before, decision.purseHold);
  // Checked after posting: the earnings behind the balance may have been reversed
  if (decision.purseHold === 'post' && (await availableInPurse(tx, before.purseWallet)) < 0n) {
    await rollBack();
    return refuse({ code: 'order_state_conflict', message: 'purse_short' });
  }
  await post(deps, tx, decision.postings, ledger.cause);
  const holdId = await applyReserveHold(ledger, before, decision);
  if (holdId === undefined) {
    await rollBack();
    return refuse({ code: 'has_no_reserves' });
  }
  const after: Withdrawal = { ...decision.withdrawal, purseHoldId, holdId };
  const saved = await saveWithdrawal(tx, before, after, { move: cause.move, actor: cause.by, actorId, note });
  if (!saved) throw new Error(`withdrawal ${before.id} changed under its lock`);
  if (mayPayOut(after)) await deps.queue.send(tx, PAYOUT_JOBS.executeWithdrawal, { withdrawal_id: after.id }, { key: after.id });
  await notifyCustomer(deps, tx, after, cause.move);
  return accept(after);
}
