import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { WithdrawalCause } from '#core/withdrawal/decide.ts';
import type { ApprovalReason } from '#core/payout/payout-limits.ts';
import { mayPayOut, type Withdrawal } from '#core/withdrawal/withdrawal.ts';
import { findBlacklisted } from '#server/blacklist/find-blacklisted.ts';
import { type EndedAttempt, PAYOUT_JOBS, type PayoutDeps, type PayoutSubjectWith, type PendingPayout } from '#server/payouts/subject.ts';
import { beginAttempt } from '#server/payouts/machine/execute-payout.ts';
import { isContradicted } from '#server/payouts/by-hand/payout-blocks.ts';
import { type Queryable, sql, type Tx } from '#server/platform/db/db.ts';
import { hasLinkedReferral, isReferralDestination } from '#server/referrals/queries.ts';
import { findPerson } from '#server/users/queries.ts';
import { applyWithdrawalMove, type WithdrawalDeps } from './apply-withdrawal-move.ts';
import { fingerprintOf } from './destination-history.ts';
import { findSealedDestination, lockWithdrawal, findDestination, saveTxHash } from './store.ts';

async function applyOrThrow(
  deps: WithdrawalDeps,
  tx: Tx,
  input: { readonly withdrawal: Withdrawal; readonly cause: WithdrawalCause; readonly actorId: string | null },
): Promise<void> {
  const moved = await applyWithdrawalMove(deps, tx, input);
  if (!moved.ok) throw new Error(`${input.cause.move} of withdrawal ${input.withdrawal.id} was refused: ${moved.refusals[0]?.code}`);
}

const causeOf = ({ state, txHash, fee, by }: EndedAttempt, now: number): WithdrawalCause => ({
  move: state === 'executed' ? 'complete' : 'fail_payout',
  by: by.actor,
  now,
  txHash,
  fee,
  note: by.note,
});

/**
 * The outgoing payment of a withdrawal. An operator reviews blacklisted destinations and customers, and referral earnings to a referral's
 * destination or to one who shares card, browser or requisites (R16).
 */
export function outgoingOf(deps: PayoutDeps, db: Queryable, withdrawal: Withdrawal): PendingPayout {
  const { id, outcomeCode: code, outcomeWallet: wallet, outcomeAmount: amount } = withdrawal;
  const rail = deps.catalogue.paymentSystem(code)?.rail;
  if (rail === undefined) throw new Error(`the catalogue lost ${code}`);
  const reviewReasons = async () => {
    const text = deps.secrets.unseal(await findSealedDestination(db, id));
    const destination = { referrerId: withdrawal.userId, fingerprint: fingerprintOf(deps, { code, text }) };
    const reasons: ApprovalReason[] = [];
    const requisites = [JSON.parse(text) as RequisiteValues];
    const accountEmail = (await findPerson(db, withdrawal.userId))?.email;
    if ((await findBlacklisted(deps, db, { requisites, accountEmail })).length > 0) reasons.push('listed');
    if (withdrawal.purse === 'referral' && (await isReferralDestination(db, destination))) reasons.push('like_referral');
    if (withdrawal.purse === 'referral' && (await hasLinkedReferral(db, withdrawal.userId))) reasons.push('linked_referral');
    return reasons;
  };
  return {
    subject: { kind: 'withdrawal', id },
    purpose: 'payout',
    code,
    rail,
    wallet,
    amount,
    destination: async () => await findDestination(db, id),
    extraReasons: reviewReasons,
  };
}

/** Fails a withdrawal whose payout an approver declined (T21). */
async function decline(deps: PayoutDeps, tx: Tx, id: string, { operatorId, note }: { operatorId: string; note: string }): Promise<void> {
  const withdrawal = await lockWithdrawal(tx, id);
  if (!withdrawal || !mayPayOut(withdrawal)) return;
  const cause = { move: 'fail_payout', by: 'operator', now: deps.clock.now(), txHash: null, fee: null, note: note || null } as const;
  await applyOrThrow(deps, tx, { withdrawal, cause, actorId: operatorId });
}

/** Withdrawals as a payout subject: pays the reserved amount to the customer's destination (T19-T21). */
export const WITHDRAWAL_SUBJECT: PayoutSubjectWith<PayoutDeps> = {
  claim: async (deps, id) =>
    await deps.db.tx(async (tx) => {
      const withdrawal = await lockWithdrawal(tx, id);
      if (!withdrawal || !mayPayOut(withdrawal) || (await isContradicted(tx, id))) return undefined;
      const payout = await beginAttempt(deps, tx, outgoingOf(deps, tx, withdrawal));
      if (!payout) return undefined;
      await applyOrThrow(deps, tx, { withdrawal, cause: { move: 'claim_payout', by: 'system', now: deps.clock.now() }, actorId: null });
      return payout;
    }),
  destination: async (deps, { subject }) =>
    JSON.parse(deps.secrets.unseal(await findSealedDestination(deps.db, subject.id))) as RequisiteValues,
  fingerprintOf: (id) => sql`(select outcome_fingerprint from withdrawals where id = ${id})`,
  async findWaiting(deps, tx, id) {
    const withdrawal = await lockWithdrawal(tx, id);
    return withdrawal && mayPayOut(withdrawal) ? outgoingOf(deps, tx, withdrawal) : undefined;
  },
  decline,
  enqueue: async (deps, tx, id) => await deps.queue.send(tx, PAYOUT_JOBS.executeWithdrawal, { withdrawal_id: id }, { key: id }),
  async lock(deps, tx, id) {
    const withdrawal = await lockWithdrawal(tx, id);
    return (
      withdrawal && {
        onAttemptEnded: async (ended) =>
          await applyOrThrow(deps, tx, { withdrawal, cause: causeOf(ended, deps.clock.now()), actorId: ended.by.actorId }),
        async onAttemptUpdated(_payout, { txHash }) {
          if (txHash != null && txHash !== withdrawal.txHash) await saveTxHash(tx, id, txHash);
        },
      }
    );
  },
};
